import { afterAll, describe, expect, inject, it } from 'vitest'
import { createDatabaseOn } from './postgres.ts'
import { silentSpeech } from './silent-speech.ts'
import { startServer } from './start-server.ts'
import { talks } from './talks.ts'
import { eventually, readableSummary } from './wait-for.ts'

const times = { everyMs: 50, overlookedMs: 1_000 }

describe.runIf(inject('postgres'))('the watchdog of the workers', async () => {
  const databaseUrl = inject('postgres') ? await createDatabaseOn(inject('postgres')!) : ''
  const api = await startServer({ databaseUrl, env: { ROLES: 'api', SECRET_KEY: 'k'.repeat(40) } })
  afterAll(() => api.stop())

  it('the watchdog reports overdue jobs while no worker runs, and stays silent while one does', async () => {
    const reasons: string[] = []
    const { client } = await api.newUser()
    api.server.services.queue.watch(reason => reasons.push(reason), times)
    await eventually(
      async () => reasons.length,
      count => count > 0,
    )
    expect(reasons[0]).toMatch(/^\d+ jobs are overdue and no worker starts one$/)

    const env = { ROLES: 'worker', SECRET_KEY: 'k'.repeat(40) }
    const worker = await startServer({ databaseUrl, fake: api.fake, env, ports: { speech: silentSpeech } })
    try {
      await readableSummary(client, talks[0]!)
      reasons.length = 0
      await readableSummary(client, talks[1]!)
      expect(reasons).toEqual([])
    } finally {
      await worker.stop()
    }
  })
})
