import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const found = (): string | null =>
  [process.env.CHROMIUM_PATH ?? '', ...places].find(place => place && existsSync(place)) ?? null

/** A Chromium for the tests: the system's, or one installed now where the machine allows it; null where there is none to be had. */
export function findOrInstallBrowser(): string | null {
  const here = found()
  if (here) return here
  process.stderr.write('Installing a browser for the tests (once)…\n')
  const isRootOnDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (isRootOnDebian) {
    run('apt-get', ['update'])
    run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'])
  } else run('npx', ['playwright', 'install', 'chromium-headless-shell'])
  return found()
}

const run = (program: string, args: string[]) =>
  spawnSync(program, args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
