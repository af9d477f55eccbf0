import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

const tools = path.join(homedir(), '.cache/recaps/tools')

/** A program written in Go that tests start. It is built once for a machine, in the cache outside the clone. */
export interface GoProgram {
  name: string
  version: string
  /** Import path of its `main` package. */
  package: string
  /** The file that `go install` makes of it. */
  binary: string
  /** Environment variable that names another build of it. */
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

/** Why tests that need the program are skipped where it is absent. */
export const reasonWithout = ({ name, pathVariable }: GoProgram): string =>
  `no ${name}: install Go 1.25 or newer, or set ${pathVariable}`

const folderOf = ({ package: source, version }: GoProgram): string =>
  path.join(tools, `${source.split('/')[2]}-${version}`)

/** The program's file; null where it is not installed. */
export const findGoProgram = (program: GoProgram): string | null =>
  [process.env[program.pathVariable] ?? '', path.join(folderOf(program), program.binary)].find(
    place => place && existsSync(place),
  ) ?? null

/** The same, built now where the machine has Go; null where it cannot be had. */
export function findOrInstallGoProgram(program: GoProgram): string | null {
  const here = findGoProgram(program)
  if (here) return here
  const go = ['go', '/usr/local/go/bin/go'].find(isRecent)
  if (!go) return null
  process.stderr.write(`Building the ${program.name} for the tests (once, about two minutes)…\n`)
  mkdirSync(tools, { recursive: true })
  // Renamed only when it is whole: two runs at once, or one that is killed, leave nothing half-built.
  const draft = mkdtempSync(path.join(tools, 'draft-'))
  try {
    const built = spawnSync(go, ['install', `${program.package}@v${program.version}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, GOBIN: draft, GOTOOLCHAIN: 'local' },
      timeout: 10 * 60_000,
    })
    const folder = folderOf(program)
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
