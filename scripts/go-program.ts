import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

const tools = path.join(homedir(), '.cache/recaps/tools')

/** A Go program used by tests. It is built once per machine, in a cache outside the repository. */
export interface GoProgram {
  name: string
  version: string
  /** Import path of its `main` package. */
  package: string
  /** Name of the file that `go install` creates. */
  binary: string
  /** Environment variable with the path of another build. */
  pathVariable: string
}

export const versitygw: GoProgram = {
  name: 'S3 server versitygw',
  version: '1.8.0',
  package: 'github.com/versity/versitygw/cmd/versitygw',
  binary: 'versitygw',
  pathVariable: 'VERSITYGW_PATH',
}

export const toxiproxy: GoProgram = {
  name: 'TCP proxy toxiproxy',
  version: '2.5.0',
  package: 'github.com/Shopify/toxiproxy/v2/cmd/server',
  binary: 'server',
  pathVariable: 'TOXIPROXY_PATH',
}

/** Reason shown for tests that are skipped without the program. */
export const goProgramSkipReason = ({ name, pathVariable }: GoProgram): string =>
  `no ${name}: install Go 1.25 or newer, or set ${pathVariable}`

const installFolder = ({ package: source, version }: GoProgram): string =>
  path.join(tools, `${source.split('/')[2]}-${version}`)

/** Path of the program, or null if it is not installed. */
export const findGoProgram = (program: GoProgram): string | null =>
  [process.env[program.pathVariable] ?? '', path.join(installFolder(program), program.binary)].find(
    candidate => candidate && existsSync(candidate),
  ) ?? null

/** Like `findGoProgram`, but builds it first if the machine has Go. */
export function findOrInstallGoProgram(program: GoProgram): string | null {
  const existing = findGoProgram(program)
  if (existing) return existing
  const go = ['go', '/usr/local/go/bin/go'].find(isRecent)
  if (!go) return null
  process.stderr.write(`Building the ${program.name} for the tests (once, about two minutes)…\n`)
  mkdirSync(tools, { recursive: true })
  // Build into a draft folder and rename it at the end, so that parallel or killed runs leave no incomplete installation.
  const draft = mkdtempSync(path.join(tools, 'draft-'))
  try {
    const built = spawnSync(go, ['install', `${program.package}@v${program.version}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, GOBIN: draft, GOTOOLCHAIN: 'local' },
      timeout: 10 * 60_000,
    })
    const folder = installFolder(program)
    if (built.status === 0 && !existsSync(folder)) renameSync(draft, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return findGoProgram(program)
}

function isRecent(go: string): boolean {
  const [, minor] = /go1\.(\d+)/.exec(spawnSync(go, ['version'], { encoding: 'utf8' }).stdout ?? '') ?? []
  return Number(minor) >= 25
}
