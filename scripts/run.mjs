// Runs a command of package.json on the pinned Node, from a clone with nothing installed. Plain JavaScript, because this
// file alone is read by whatever Node (20.19 or newer) started npm; everything after it is TypeScript on Node 24.
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
  licences: 'scripts/licences.ts',
  sbom: 'scripts/sbom.ts',
  fuzz: 'scripts/fuzz.ts',
  'mobile-icons': 'scripts/mobile-icons.ts',
  'mobile-sync': 'scripts/mobile-sync.ts',
}

const [name, ...args] = process.argv.slice(2)
const script = commands[name]
if (!script) fail(`There is no command "${name ?? ''}". Known: ${Object.keys(commands).join(', ')}.`)
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19))
  fail(`Node 20.19 or newer is needed to start; this is ${process.versions.node}.`)

install()
const node = pinnedNode()
const lasting = ['start', 'demo', 'dev']
const child = spawn(node, [path.join(root, script), ...args], {
  // The channel carries nothing: it tells a server that this process is gone, however it ended (scripts/end-with-runner.ts).
  stdio: ['inherit', 'inherit', 'inherit', ...(lasting.includes(name) ? ['ipc'] : [])],
  // Files named on the command line are meant from where the command was typed.
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
// Stopped before it could say so itself: the codes that shells give.
const STOPPED = { SIGINT: 130, SIGTERM: 143 }
child.on('exit', (code, signal) => process.exit(code ?? STOPPED[signal] ?? 1))

/**
 * npm hands on SIGINT and SIGTERM, but not SIGHUP, and nothing when it is killed. Nobody tells of that, so it is looked for. Whoever
 * starts this file without npm may mean to leave it behind (nohup, a shell script).
 */
function onParentGone(then) {
  if (!process.env.npm_lifecycle_event) return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    then()
  }, 250)
}

/** Installs what the lockfile names, when it is not there or not in that version. */
function install() {
  if (isInstalled()) return
  process.stderr.write('Installing what is missing (once)…\n')
  const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (result.status !== 0) fail('The packages could not be installed. Is the npm registry reachable from here?')
}

/**
 * Whether each package of the lockfile is there: by npm's own note of what it installed, which is quick, and on the disk. The
 * note also lists what stands in the workspaces' own `node_modules`, which may be gone or older without npm having noticed.
 */
function isInstalled() {
  const installed = readJson('node_modules/.package-lock.json')?.packages
  if (!installed) return false
  const wanted = readJson('package-lock.json').packages
  return Object.entries(wanted).every(([place, { version, link, optional, peer }]) => {
    if (!place.includes('node_modules/') || link || optional || peer) return true
    if (installed[place]?.version !== version) return false
    const manifest = `${place}/package.json`
    return place.startsWith('node_modules/')
      ? existsSync(path.join(root, manifest))
      : readJson(manifest)?.version === version
  })
}

function readJson(file) {
  const full = path.join(root, file)
  return existsSync(full) ? JSON.parse(readFileSync(full, 'utf8')) : undefined
}

/** The Node of the lockfile; where its install script was not allowed to run, it is asked for by name. */
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
  return fail('Node 24 could not be installed beside the product. Install Node 24 and try again.')
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  return process.exit(1)
}
