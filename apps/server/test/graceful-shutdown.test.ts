import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')

/** A clone in which `npm start` starts the server at once, without checking whether the web app is built. */
function makeClone(): string {
  const clone = mkdtempSync(path.join(tmpdir(), 'recaps-stopping-'))
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }))
  for (const folder of ['scripts', 'node_modules']) mkdirSync(path.join(clone, folder))
  for (const name of ['run.mjs', 'end-with-runner.ts'])
    cpSync(path.join(root, 'scripts', name), path.join(clone, 'scripts', name))
  symlinkSync(path.join(root, 'node_modules/node'), path.join(clone, 'node_modules/node'))
  cpSync(inject('template'), path.join(clone, 'data'), { recursive: true })
  const write = (file: string, text: string) => writeFileSync(path.join(clone, file), text)
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  write('package.json', JSON.stringify({ type: 'module', scripts: { start: scripts.start } }))
  for (const lock of ['package-lock.json', 'node_modules/.package-lock.json']) write(lock, '{"packages":{}}')
  write(
    'scripts/start.ts',
    `import './end-with-runner.ts'
    import { writeFileSync } from 'node:fs'
    const [runner, clone] = [process.ppid, ${JSON.stringify(clone)}]
    process.on('exit', code => writeFileSync(clone + '/ended', String(code)))
    await import(${JSON.stringify(path.join(root, 'apps/server/src/main.ts'))})
    writeFileSync(clone + '/runner', String(runner))
    console.log('started by', runner)\n`,
  )
  return clone
}

/** Runs `npm start`, or only the runner, and waits until the server serves. */
async function start(clone: string, command: 'npm' | 'run.mjs') {
  const [program, args] =
    command === 'npm'
      ? ['npm', ['start', '--silent']]
      : [process.execPath, [path.join(clone, 'scripts/run.mjs'), 'start']]
  const child: ChildProcess = spawn(program as string, args as string[], {
    cwd: clone,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: path.join(tmpdir(), 'recaps-compile-cache'),
      DATA_DIR: path.join(clone, 'data'),
      HOST: '127.0.0.1',
      PORT: '0',
      THREADS: '1',
      LOG_FORMAT: 'json',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  // Closes when the last process that can write to it ends: npm, its shell, the runner or the server.
  const ended = once(child, 'close')
  const runner = new Promise<number>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', chunk => {
        output += chunk
        const [, pid] = /started by (\d+)\n/.exec(output) ?? []
        if (pid) resolve(Number(pid))
      })
    ended.then(() => reject(new Error(`The server exited before it served: ${output}`)))
  })
  // Cleans up after a failed test.
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await runner.then(pid => process.kill(pid, 'SIGKILL')).catch(() => {})
  })
  return { child, runner: await runner, ended, output: () => output }
}

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const

describe('npm start', { concurrent: false }, () => {
  it.each((['npm', 'run.mjs'] as const).flatMap(victim => signals.map(signal => [signal, victim] as const)))(
    'npm start shuts the server down gracefully when %s ends %s',
    async (signal, victim) => {
      const clone = makeClone()
      const started = await start(clone, 'npm')
      if (victim === 'npm') started.child.kill(signal)
      else process.kill(started.runner, signal)
      await started.ended
      expect(started.output()).toContain('"msg":"server stopping"')
      expect(readFileSync(path.join(clone, 'ended'), 'utf8')).toBe('0')
    },
  )

  it('npm start shuts the server down gracefully on repeated Ctrl-C', async () => {
    const clone = makeClone()
    const { child, ended } = await start(clone, 'run.mjs')
    for (let time = 0; time < 3; time++) child.kill('SIGINT')
    expect((await ended)[0]).toBe(0)
    expect(readFileSync(path.join(clone, 'ended'), 'utf8')).toBe('0')
  })

  it('npm start shuts the server down gracefully when nothing reads its output', async () => {
    const clone = makeClone()
    const { child, ended } = await start(clone, 'run.mjs')
    child.stdout?.destroy()
    child.stderr?.destroy()
    child.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
    expect(readFileSync(path.join(clone, 'ended'), 'utf8')).toBe('0')
  })

  it('the server keeps running after the shell that started the runner without npm exits', async () => {
    const clone = makeClone()
    const shell = spawn('sh', ['-c', `"${process.execPath}" scripts/run.mjs start > output 2>&1 & echo $!`], {
      cwd: clone,
      env: { PATH: process.env.PATH, DATA_DIR: path.join(clone, 'data'), HOST: '127.0.0.1', PORT: '0', THREADS: '1' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [pid] = (await once(shell.stdout, 'data')) as [Buffer]
    const runner = Number(pid.toString())
    await once(shell, 'exit')
    onTestFinished(() => void process.kill(runner, 'SIGTERM'))
    await expect.poll(() => existsSync(path.join(clone, 'runner')), { timeout: 120_000 }).toBe(true)
    // Longer than the interval at which the runner checks its parent.
    await new Promise(resolve => setTimeout(resolve, 1_000))
    expect(existsSync(path.join(clone, 'ended'))).toBe(false)
  })
})
