// Runs a command of package.json on the pinned Node, even if nothing is installed yet. Plain JavaScript, because any Node
// (20.19 or newer) may start this file; everything else is TypeScript on Node 24.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const parent = process.ppid
const commands = {
  start: 'scripts/start.ts',
  demo: 'scripts/demo.ts',
  dev: 'scripts/dev.ts',
  test: 'scripts/test.ts',
  'test-long': 'scripts/test-long.ts',
  'test-cluster': 'scripts/test-cluster.ts',
  check: 'scripts/check.ts',
  e2e: 'scripts/e2e.ts',
  bench: 'bench/main.ts',
  eval: 'bench/eval/main.ts',
  recap: 'apps/server/src/cli/recap.ts',
  support: 'apps/server/src/cli/support.ts',
  doctor: 'apps/server/src/cli/doctor.ts',
  docs: 'scripts/docs.ts',
  screenshots: 'scripts/screenshots.ts',
  format: 'scripts/format.ts',
  licences: 'scripts/licenses.ts',
  sbom: 'scripts/sbom.ts',
  fuzz: 'scripts/fuzz.ts',
  'mobile-icons': 'scripts/mobile-icons.ts',
  'mobile-sync': 'scripts/mobile-sync.ts',
}

const [name, ...args] = process.argv.slice(2)
const script = commands[name]
if (!script) fail(`Unknown command "${name ?? ''}". Available: ${Object.keys(commands).join(', ')}.`)
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) fail(`This is Node ${process.versions.node}. Use Node 20.19 or newer.`)

install()
const node = pinnedNode()
const longRunning = ['start', 'demo', 'dev']
const child = spawn(node, [path.join(root, script), ...args], {
  // The IPC channel carries no messages. Its end tells the server that this process has ended (scripts/end-with-runner.ts).
  stdio: ['inherit', 'inherit', 'inherit', ...(longRunning.includes(name) ? ['ipc'] : [])],
  // File arguments are relative to the folder in which the command was typed.
  cwd: process.env.INIT_CWD ?? root,
  env: {
    ...process.env,
    PATH: [path.dirname(node), path.join(root, 'node_modules/.bin'), process.env.PATH].join(path.delimiter),
  },
})
let isStopping = false
const stop = signal => {
  isStopping = true
  child.kill(signal)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
onParentGone(() => isStopping || stop('SIGTERM'))
// Exit codes of shells for a child that was killed by a signal.
const STOPPED = { SIGINT: 130, SIGTERM: 143 }
child.on('exit', (code, signal) => process.exit(code ?? STOPPED[signal] ?? 1))

/**
 * Calls `then` when npm has ended. npm forwards SIGINT and SIGTERM, but not SIGHUP, and nothing if it is killed, so this polls.
 * Without npm the process may be meant to outlive its parent (nohup, a shell script).
 */
function onParentGone(then) {
  if (!process.env.npm_lifecycle_event) return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    then()
  }, 250)
}

/** Runs `npm ci` if a package of the lockfile is missing or has another version. */
function install() {
  if (isInstalled()) return
  process.stderr.write('Installing dependencies (once)…\n')
  const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (result.status !== 0) fail('Could not install the dependencies. Check that the npm registry is reachable.')
}

/**
 * Whether every package of the lockfile is installed. Compares with npm's own record first, which is fast, and then checks the
 * disk, because packages in the `node_modules` of workspaces can be missing or outdated without npm noticing.
 */
function isInstalled() {
  const installed = readJson('node_modules/.package-lock.json')?.packages
  if (!installed) return false
  const locked = readJson('package-lock.json').packages
  return Object.entries(locked).every(([folder, { version, link, optional, peer }]) => {
    if (!folder.includes('node_modules/') || link || optional || peer) return true
    if (installed[folder]?.version !== version) return false
    const manifest = `${folder}/package.json`
    return folder.startsWith('node_modules/')
      ? existsSync(path.join(root, manifest))
      : readJson(manifest)?.version === version
  })
}

function readJson(file) {
  const full = path.join(root, file)
  return existsSync(full) ? JSON.parse(readFileSync(full, 'utf8')) : undefined
}

/** Path of the Node version in the lockfile. Runs its install script if npm did not. */
function pinnedNode() {
  const binary = path.join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (!existsSync(binary))
    spawnSync('npm', ['rebuild', 'node', '--foreground-scripts'], {
      cwd: root,
      stdio: 'ignore',
      shell: process.platform === 'win32',
    })
  if (existsSync(binary)) return binary
  if (major >= 24) return process.execPath
  return fail('Could not install Node 24 into node_modules. Install Node 24 yourself and try again.')
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  return process.exit(1)
}
