import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

const version = '2026.10.26'
const fileName = `yt_dlp-${version}-py3-none-any.whl`
const sha256 = 'a05c5b5d8562f7e8a62f5334348b406af4930d56d3a65f8021d14af0e22339ae'
const tools = path.join(homedir(), '.cache/recaps/tools')
const kept = path.join(tools, fileName)

/** Why tests that need yt-dlp itself are skipped where there is none. */
export const noYtDlp = 'no yt-dlp: install Python 3.10 or newer with pip'

export interface RealYtDlp {
  python: string
  /** The package, which Python runs as it is when it stands in PYTHONPATH. */
  wheel: string
}

/** The real yt-dlp for the tests; null where it is not installed, or Python is not. */
export function findYtDlp(): RealYtDlp | null {
  const python = ['python3', 'python'].find(isRecent)
  return python && existsSync(kept) ? { python, wheel: kept } : null
}

/** The same, downloaded now from PyPI where the machine has Python; null where there is none to be had. */
export function findOrInstallYtDlp(): RealYtDlp | null {
  const here = findYtDlp()
  const python = ['python3', 'python'].find(isRecent)
  if (here || !python) return here
  process.stderr.write('Downloading yt-dlp for the tests (once)…\n')
  mkdirSync(tools, { recursive: true })
  const draft = mkdtempSync(path.join(tools, 'yt-dlp-draft-'))
  try {
    const args = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', draft, `yt-dlp==${version}`]
    const loaded = spawnSync(python, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 5 * 60_000 })
    const file = path.join(draft, fileName)
    if (loaded.status === 0 && sumOf(file) === sha256) renameSync(file, kept)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return findYtDlp()
}

const sumOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

function isRecent(python: string): boolean {
  const [, minor] = /^Python 3\.(\d+)/.exec(spawnSync(python, ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? []
  return Number(minor) >= 10
}
