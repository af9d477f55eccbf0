import { fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface Program {
  /** The port it listens on. Rejects if it exits before. */
  port: Promise<number>
  ended: Promise<{ code: number | null; signal: string | null }>
  /** Everything it wrote to stdout and stderr so far. */
  output(): string
  kill(signal: NodeJS.Signals): void
}

/** Starts the product like `npm start`: runs `main.ts`, configured only by environment variables. */
export function runProgram(env: Record<string, string>): Program {
  const child = fork(path.join(import.meta.dirname, '../src/main.ts'), [], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: path.join(tmpdir(), 'recaps-compile-cache'),
      HOST: '127.0.0.1',
      PORT: '0',
      DEFAULT_PLAN: 'ultimate',
      THREADS: '2',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', chunk => {
      output += chunk
    })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }))
  const port = Promise.race([
    once(child, 'message').then(([message]) => (message as { port: number }).port),
    ended.then(() => Promise.reject(new Error(`The program exited before it listened: ${output}`))),
  ])
  port.catch(() => {})
  return { port, ended, output: () => output, kill: signal => void child.kill(signal) }
}
