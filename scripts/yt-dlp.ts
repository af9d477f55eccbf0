import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

const version = '2026.10.26'
const fileName = `yt_dlp-${version}-py3-none-any.whl`
const sha256 = 'a05c5b5d8562f7e8a62f5334348b406af4930d56d3a65f8021d14af0e22339ae'
const tools = path.join(homedir(), '.cache/recaps/tools')
const wheelFile = path.join(tools, fileName)

/** Reason shown for tests that are skipped without the real yt-dlp. */
export const ytDlpSkipReason = 'no yt-dlp: install Python 3.10 or newer with pip'

export interface RealYtDlp {
  python: string
  /** Path of the package. Python runs it directly if it is in PYTHONPATH. */
  wheel: string
}

/** The real yt-dlp for the tests, or null if it or Python is not installed. */
export function findYtDlp(): RealYtDlp | null {
  const python = ['python3', 'python'].find(isRecent)
  return python && existsSync(wheelFile) ? { python, wheel: wheelFile } : null
}

/** Like `findYtDlp`, but downloads it from PyPI first if the machine has Python. */
export function findOrInstallYtDlp(): RealYtDlp | null {
  const installed = findYtDlp()
  const python = ['python3', 'python'].find(isRecent)
  if (installed || !python) return installed
  process.stderr.write('Downloading yt-dlp for the tests (once)…\n')
  mkdirSync(tools, { recursive: true })
  const draft = mkdtempSync(path.join(tools, 'yt-dlp-draft-'))
  try {
    const args = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', draft, `yt-dlp==${version}`]
    const download = spawnSync(python, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 5 * 60_000 })
    const file = path.join(draft, fileName)
    if (download.status === 0 && hashFile(file) === sha256) renameSync(file, wheelFile)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return findYtDlp()
}

const hashFile = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

function isRecent(python: string): boolean {
  const [, minor] = /^Python 3\.(\d+)/.exec(spawnSync(python, ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? []
  return Number(minor) >= 10
}
