import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { root } from './root.ts'

/** The versions of both, and of all that they need. */
const constraints = path.join(root, 'scripts/api-tools.txt')
const wanted = ['openapi-python-client', 'schemathesis']
const tools = path.join(homedir(), '.cache/recaps/tools')

/** Why tests that need them are skipped where there are none. */
export const noApiTools = 'no schemathesis and openapi-python-client: install Python 3.10 or newer with pip'

export interface ApiTools {
  python: string
  /** The folder of the packages, to be named in PYTHONPATH. */
  packages: string
}

/** What reads the API document as others do, for the tests; null where it is not installed, or Python is not. */
export function findApiTools(): ApiTools | null {
  const found = findPython()
  return found && existsSync(found.packages) ? found : null
}

/** The same, installed now from PyPI where the machine has Python; null where there is none to be had. */
export function findOrInstallApiTools(): ApiTools | null {
  const here = findApiTools()
  const found = findPython()
  if (here || !found) return here
  process.stderr.write('Installing the readers of the API document for the tests (once)…\n')
  mkdirSync(tools, { recursive: true })
  // Renamed only when it is whole: two runs at once, or one that is killed, leave nothing half-installed.
  const draft = mkdtempSync(path.join(tools, 'api-tools-draft-'))
  try {
    const args = [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--no-warn-conflicts',
      '--only-binary',
      ':all:',
      '--constraint',
      constraints,
    ]
    const installed = spawnSync(found.python, [...args, '--target', draft, ...wanted], {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 5 * 60_000,
    })
    if (installed.status === 0 && !existsSync(found.packages)) renameSync(draft, found.packages)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return findApiTools()
}

/** Python, and where the packages of this version of it stand: some of them are compiled. */
function findPython(): ApiTools | null {
  for (const python of ['python3', 'python']) {
    const version = /^Python (3\.(\d+))/.exec(spawnSync(python, ['--version'], { encoding: 'utf8' }).stdout ?? '')
    if (!version || Number(version[2]) < 10) continue
    const sum = createHash('sha256').update(readFileSync(constraints)).digest('hex').slice(0, 12)
    return { python, packages: path.join(tools, `api-tools-${sum}-py${version[1]}`) }
  }
  return null
}
