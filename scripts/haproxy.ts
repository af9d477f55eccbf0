import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/usr/local/bin/haproxy', '/opt/homebrew/bin/haproxy']

/** Why tests that need HAProxy are skipped where it is absent. */
export const noHaproxy = 'no HAProxy: install the package haproxy, or set HAPROXY_PATH'

/** The program's file; null where it is not installed. */
export const findHaproxy = (): string | null =>
  [process.env.HAPROXY_PATH ?? '', ...places].find(place => place && existsSync(place)) ?? null

/** The same, installed now where this process may; null where it cannot be had. */
export function findOrInstallHaproxy(): string | null {
  const here = findHaproxy()
  if (here) return here
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  process.stderr.write('Installing HAProxy for the tests (once)…\n')
  const run = (args: string[]) =>
    spawnSync('apt-get', args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  run(['update'])
  run(['install', '-y', '--no-install-recommends', 'haproxy'])
  return findHaproxy()
}
