import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Client, createClient, type SummaryEvent, type SummaryState } from '@recaps/contract'
import { type FakeYoutube, startFakeYoutube, type VideoEntry } from '@recaps/fake-youtube'
import type { Usage } from './server-process.ts'

export interface BenchServer {
  client: Client
  usage(): Promise<Usage>
  resetLoopDelay(): Promise<void>
  /** Requests a summary. `ms` is the time from the accepted request to the event of one of these states. */
  summarizeUntil(
    videoId: string,
    states: SummaryState[],
    preset?: 'short' | 'standard' | 'long',
  ): Promise<{ id: number; ms: number }>
  stop(): Promise<void>
}

/** Starts a server with an empty embedded database. The fake YouTube runs in this process. */
export async function startBenchServer(videos: readonly VideoEntry[]): Promise<BenchServer> {
  const fake: FakeYoutube = await startFakeYoutube({ extraVideos: videos })
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-bench-'))
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
    YOUTUBE_URL: fake.url,
    DEFAULT_PLAN: 'ultimate',
    LOG_LEVEL: 'error',
    LOG_FORMAT: 'json',
  }
  const child = fork(path.join(import.meta.dirname, 'server-process.ts'), { env })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const baseUrl = `http://127.0.0.1:${port}`
  const { token } = await createClient({ baseUrl, token: () => '' }).auth.register({
    body: { email: 'bench@example.com', password: 'measure twice' },
  })
  const client = createClient({ baseUrl, token: () => token })
  const events = watchEvents(baseUrl, token)
  return {
    client,
    usage: () => sendCommand<Usage>(child, 'usage'),
    resetLoopDelay: async () => void (await sendCommand(child, 'reset')),
    async summarizeUntil(videoId, states, preset = 'standard') {
      const { id } = await client.summaries.request({ body: { urlOrId: videoId, type: 'youtube', preset } })
      const acceptedAt = performance.now()
      const at = await events.reached(id, states)
      return { id, ms: Math.max(0, at - acceptedAt) }
    },
    async stop() {
      events.close()
      child.send('stop')
      await once(child, 'exit')
      await fake.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function sendCommand<T>(child: ChildProcess, command: string): Promise<T> {
  child.send(command)
  const [answer] = (await once(child, 'message')) as [T]
  return answer
}

/** Reads the event stream and records when each summary reached each state. */
function watchEvents(baseUrl: string, token: string) {
  const stop = new AbortController()
  const reachedAt = new Map<string, number>()
  const waiters = new Map<string, (at: number) => void>()
  void (async () => {
    const response = await fetch(`${baseUrl}/api/summaries/events`, {
      headers: { Authorization: `Bearer ${token}` },
      signal: stop.signal,
    })
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const lines = text.split('\n')
      text = lines.pop()!
      for (const line of lines) if (line.startsWith('data: ')) record(JSON.parse(line.slice(6)) as SummaryEvent)
    }
  })().catch(() => {})

  function record({ id, state }: SummaryEvent): void {
    const key = `${id}:${state}`
    const at = performance.now()
    if (!reachedAt.has(key)) reachedAt.set(key, at)
    waiters.get(key)?.(at)
  }

  return {
    reached: (id: number, states: SummaryState[]): Promise<number> =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`Summary ${id} did not become ${states.join(' or ')}`)),
          120_000,
        )
        const done = (at: number) => {
          clearTimeout(timer)
          resolve(at)
        }
        for (const state of states) {
          const at = reachedAt.get(`${id}:${state}`)
          if (at !== undefined) return done(at)
          waiters.set(`${id}:${state}`, done)
        }
      }),
    close: () => stop.abort(),
  }
}
