import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

const version = '1.8.0'
const tools = path.join(homedir(), '.cache/recaps/tools')
const kept = path.join(tools, `versitygw-${version}`)

/** Why tests that need an S3 server are skipped where there is none. */
export const noVersitygw = 'no versitygw: install Go 1.25 or newer, or set VERSITYGW_PATH'

/** The S3 server for the tests, as a file; null where it is not installed. */
export const findVersitygw = (): string | null =>
  [process.env.VERSITYGW_PATH ?? '', path.join(kept, 'versitygw')].find(place => place && existsSync(place)) ?? null

/** The same, built now where the machine has Go; null where there is none to be had. */
export function findOrInstallVersitygw(): string | null {
  const here = findVersitygw()
  if (here) return here
  const go = ['go', '/usr/local/go/bin/go'].find(isRecent)
  if (!go) return null
  process.stderr.write('Building the S3 server for the tests (once, about two minutes)…\n')
  mkdirSync(tools, { recursive: true })
  // Renamed only when it is whole: two runs at once, or one that is killed, leave nothing half-built.
  const draft = mkdtempSync(path.join(tools, 'versitygw-draft-'))
  try {
    const built = spawnSync(go, ['install', `github.com/versity/versitygw/cmd/versitygw@v${version}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, GOBIN: draft, GOTOOLCHAIN: 'local' },
      timeout: 10 * 60_000,
    })
    if (built.status === 0 && !existsSync(kept)) renameSync(draft, kept)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return findVersitygw()
}

function isRecent(go: string): boolean {
  const [, minor] = /go1\.(\d+)/.exec(spawnSync(go, ['version'], { encoding: 'utf8' }).stdout ?? '') ?? []
  return Number(minor) >= 25
}
