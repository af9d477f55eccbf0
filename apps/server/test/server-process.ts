import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Client, createClient } from '@recaps/contract'
import type { AccountPoint } from '../src/features/account/points.ts'
import type { MailPoint, PushPoint } from '../src/features/notifications/points.ts'
import type { PaymentPoint } from '../src/features/subscriptions/points.ts'
import type { Point } from '../src/features/summaries/points.ts'
import type { PushMessage } from '../src/ports/push.ts'
import type { LoopDelay, Order, Serving } from './killable-server.ts'

export interface ServerProcess {
  url: string
  client(token: string): Client
  child: ChildProcess
  /** The signal and code it ended with. */
  ended: Promise<{ code: number | null; signal: string | null }>
  dieAt(point: Point | MailPoint | PushPoint | AccountPoint | PaymentPoint): void
  sendPush(userId: number, push: PushMessage): void
  watchLoop(): void
  loopDelay(): Promise<LoopDelay>
  kill(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: string | null }>
}

/** Servers that start often start twice as fast when Node need not compile the sources anew. */
const compileCache = path.join(tmpdir(), 'recaps-compile-cache')

/** Starts the server as a child process; `serving` settles when it listens or has ended before that. */
export function forkServer(env: Record<string, string>): {
  child: ChildProcess
  ended: ServerProcess['ended']
  serving: Promise<ServerProcess>
} {
  const child = fork(path.join(import.meta.dirname, 'killable-server.ts'), [], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      PORT: '0',
      DEFAULT_PLAN: 'ultimate',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  const told = once(child, 'message').then(([message]) => message as Serving)
  const serving = Promise.race([
    told.then(({ port }) => processOn(child, port, ended)),
    ended.then(({ code, signal }) =>
      Promise.reject(new Error(`The server ended before it listened: ${code ?? signal}`)),
    ),
  ])
  serving.catch(() => {})
  return { child, ended, serving }
}

function processOn(child: ChildProcess, port: number, ended: ServerProcess['ended']): ServerProcess {
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    child,
    ended,
    client: token => createClient({ baseUrl: url, token: () => token }),
    dieAt: point => void child.send({ dieAt: point } satisfies Order),
    sendPush: (userId, push) => void child.send({ push, userId } satisfies Order),
    watchLoop: () => void child.send({ loop: 'watch' } satisfies Order),
    async loopDelay() {
      const told = once(child, 'message')
      child.send({ loop: 'tell' } satisfies Order)
      return (await told)[0] as LoopDelay
    },
    kill(signal = 'SIGKILL') {
      child.kill(signal)
      return ended
    },
  }
}
