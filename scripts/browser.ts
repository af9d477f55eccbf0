import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const candidates = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const findBrowser = (): string | null =>
  [process.env.CHROMIUM_PATH ?? '', ...candidates].find(candidate => candidate && existsSync(candidate)) ?? null

/** Path of a Chromium for the tests. Installs one if the system has none; null if that fails. */
export function findOrInstallBrowser(): string | null {
  const installed = findBrowser()
  if (installed) return installed
  process.stderr.write('Installing a browser for the tests (once)…\n')
  const isRootOnDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (isRootOnDebian) {
    run('apt-get', ['update'])
    run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'])
  } else run('npx', ['playwright', 'install', 'chromium-headless-shell'])
  return findBrowser()
}

const run = (program: string, args: string[]) =>
  spawnSync(program, args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
