import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const candidates = [
  '/usr/sbin/haproxy',
  '/usr/local/sbin/haproxy',
  '/usr/local/bin/haproxy',
  '/opt/homebrew/bin/haproxy',
]

/** Reason shown for tests that are skipped without HAProxy. */
export const haproxySkipReason = 'no HAProxy: install the package haproxy, or set HAPROXY_PATH'

/** Path of the HAProxy binary, or null if it is not installed. */
export const findHaproxy = (): string | null =>
  [process.env.HAPROXY_PATH ?? '', ...candidates].find(candidate => candidate && existsSync(candidate)) ?? null

/** Like `findHaproxy`, but installs it first if possible (Debian, as root). */
export function findOrInstallHaproxy(): string | null {
  const installed = findHaproxy()
  if (installed) return installed
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  process.stderr.write('Installing HAProxy for the tests (once)…\n')
  const run = (args: string[]) =>
    spawnSync('apt-get', args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  run(['update'])
  run(['install', '-y', '--no-install-recommends', 'haproxy'])
  return findHaproxy()
}
