import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { root } from './root.ts'

/** Versions of both tools and of all their dependencies. */
const constraints = path.join(root, 'scripts/api-tools.txt')
const toolNames = ['openapi-python-client', 'schemathesis']
const tools = path.join(homedir(), '.cache/recaps/tools')

/** Reason shown for tests that are skipped without these tools. */
export const apiToolsSkipReason = 'no schemathesis and openapi-python-client: install Python 3.10 or newer with pip'

export interface ApiTools {
  python: string
  /** Folder of the packages, for PYTHONPATH. */
  packages: string
}

/** Python tools that read the API document as API users do, or null if they or Python are not installed. */
export function findApiTools(): ApiTools | null {
  const found = findPython()
  return found && existsSync(found.packages) ? found : null
}

/** Like `findApiTools`, but installs them from PyPI first if the machine has Python. */
export function findOrInstallApiTools(): ApiTools | null {
  const existing = findApiTools()
  const found = findPython()
  if (existing || !found) return existing
  process.stderr.write('Installing schemathesis and openapi-python-client for the tests (once)…\n')
  mkdirSync(tools, { recursive: true })
  // Install into a draft folder and rename it at the end, so that parallel or killed runs leave no incomplete installation.
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
    const installed = spawnSync(found.python, [...args, '--target', draft, ...toolNames], {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 5 * 60_000,
    })
    if (installed.status === 0 && !existsSync(found.packages)) renameSync(draft, found.packages)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return findApiTools()
}

/** Finds Python 3.10 or newer. The package folder depends on its version, because some packages are compiled. */
function findPython(): ApiTools | null {
  for (const python of ['python3', 'python']) {
    const version = /^Python (3\.(\d+))/.exec(spawnSync(python, ['--version'], { encoding: 'utf8' }).stdout ?? '')
    if (!version || Number(version[2]) < 10) continue
    const constraintsHash = createHash('sha256').update(readFileSync(constraints)).digest('hex').slice(0, 12)
    return { python, packages: path.join(tools, `api-tools-${constraintsHash}-py${version[1]}`) }
  }
  return null
}
