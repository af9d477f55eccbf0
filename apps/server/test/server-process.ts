import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Client, createClient } from '@recaps/contract'
import type { PushMessage } from '../src/ports/push.ts'
import type { KillPoint, LoopDelay, ParentMessage, PausedMessage, ServingMessage } from './killable-server.ts'

export interface ServerProcess {
  url: string
  client(token: string): Client
  child: ChildProcess
  /** Exit code or signal it ended with. */
  ended: Promise<{ code: number | null; signal: string | null }>
  dieAt(point: KillPoint): void
  /** Resolves once the server has passed the point and paused in the middle of its work (SIGSTOP). SIGCONT continues it. */
  pauseAt(point: KillPoint): Promise<void>
  sendPush(userId: number, push: PushMessage): void
  watchLoop(): void
  loopDelay(): Promise<LoopDelay>
  kill(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: string | null }>
}

/** Halves the start time of servers: Node need not compile the sources again. */
const compileCache = path.join(tmpdir(), 'recaps-compile-cache')

/** Starts the server as a child process. `serving` resolves once it listens, and rejects if it exits before. */
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
  const firstMessage = once(child, 'message').then(([message]) => message as ServingMessage)
  const serving = Promise.race([
    firstMessage.then(({ port }) => processOn(child, port, ended)),
    ended.then(({ code, signal }) =>
      Promise.reject(new Error(`The server exited before it listened: ${code ?? signal}`)),
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
    dieAt: point => void child.send({ dieAt: point } satisfies ParentMessage),
    async pauseAt(point) {
      const message = once(child, 'message')
      child.send({ stopAt: point } satisfies ParentMessage)
      const { pausedAt } = (await message)[0] as PausedMessage
      if (pausedAt !== point) throw new Error(`The server paused at ${pausedAt} instead of ${point}`)
    },
    sendPush: (userId, push) => void child.send({ push, userId } satisfies ParentMessage),
    watchLoop: () => void child.send({ loop: 'watch' } satisfies ParentMessage),
    async loopDelay() {
      const message = once(child, 'message')
      child.send({ loop: 'report' } satisfies ParentMessage)
      return (await message)[0] as LoopDelay
    },
    kill(signal = 'SIGKILL') {
      child.kill(signal)
      return ended
    },
  }
}
