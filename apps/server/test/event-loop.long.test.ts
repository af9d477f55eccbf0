import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Client } from '@recaps/contract'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { expect, inject, it } from 'vitest'
import { forkServer } from './server-process.ts'
import { password } from './start-server.ts'
import { untilState, youtube } from './wait-for.ts'

it('a server that has just started makes text and audio of a twelve-hour video and answers other requests without delay [ASVS 15.2.2] [threat 22]', async () => {
  const fake = await startFakeYoutube()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-loop-'))
  cpSync(inject('template'), dataDir, { recursive: true })
  const server = await forkServer({ DATA_DIR: dataDir, YOUTUBE_URL: fake.url, THREADS: '2' }).serving
  try {
    const { token } = await server.client('').auth.register({ body: { email: 'loop@example.com', password } })
    const client = server.client(token)
    server.watchLoop()
    await untilReady(client, 'yB6J5JILcak')
    const { p99, max } = await server.loopDelay()
    // The benchmark has the exact figures (docs/performance.md). These limits pass on a machine at a third of its speed, but
    // fail if any step of the work runs on this thread, which takes a second or more.
    expect(p99).toBeLessThan(60)
    expect(max).toBeLessThan(250)
  } finally {
    await server.kill('SIGKILL')
    await fake.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

async function untilReady(client: Client, urlOrId: string): Promise<void> {
  const { id } = await client.summaries.request({ body: { urlOrId, type: youtube } })
  await untilState(client, id, 'ready')
}
