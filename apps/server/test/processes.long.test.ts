import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Client } from '@recaps/contract'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type OpenDatabase, openDatabase } from '../src/database/open.ts'
import { systemClock } from '../src/ports/clock.ts'
import { ledgerFindings, storageFindings } from './audit.ts'
import { readEventStream } from './event-stream.ts'
import { createDatabaseOn } from './postgres.ts'
import { forkServer, type ServerProcess } from './server-process.ts'
import { password } from './start-server.ts'
import { eventually, untilState, youtube } from './wait-for.ts'

/** After this time without a heartbeat, another worker may take over a job. */
const leaseMs = 10_000

describe.skipIf(!inject('postgres'))('several processes on one PostgreSQL', async () => {
  const fake = await startFakeYoutube()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-processes-'))
  let database: OpenDatabase
  let env: Record<string, string>
  let api: ServerProcess
  let workers: ServerProcess[]
  let token: string
  /** How long a summary with its audio takes on this machine. */
  let usualMs: number
  let client: Client

  const worker = () => forkServer({ ...env, ROLES: 'worker,scheduler' }).serving
  const request = async (urlOrId: string) =>
    (await client.summaries.request({ body: { urlOrId, type: youtube, maxLength: 300 } })).id
  beforeAll(async () => {
    const databaseUrl = await createDatabaseOn(inject('postgres')!)
    database = await openDatabase({ dataDir, databaseUrl }, systemClock)
    env = {
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: 'k'.repeat(40),
      YOUTUBE_URL: fake.url,
      THREADS: '1',
    }
    api = await forkServer({ ...env, ROLES: 'api' }).serving
    workers = await Promise.all([worker(), worker()])
    token = (await api.client('').auth.register({ body: { email: 'many@example.com', password } })).token
    client = api.client(token)
    const startedAt = performance.now()
    await untilState(client, await request('WL5NPuWAKJo'), 'ready')
    usualMs = performance.now() - startedAt
  })
  afterAll(async () => {
    await Promise.all([api, ...workers].map(process => process.kill('SIGKILL')))
    await database.close()
    await fake.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const audit = async () => [...(await ledgerFindings(database.db)), ...(await storageFindings(database.db, dataDir))]

  it.each([
    ['captions-begun', 'Sli7FA6EbqI'],
    ['summary-written', 'xxM5UYAr6qo'],
    ['audio-made', 'kdDFSBxHX2o'],
  ] as const)(
    'another worker takes over within its lease and ten seconds after a worker is killed at %s',
    async (point, video) => {
      for (const one of workers) one.dieAt(point)
      const id = await request(video)
      const dead = await Promise.race(workers.map(async one => (await one.ended) && one))
      const diedAt = performance.now()
      // Only one worker has to die. The other one gets a point that it does not pass.
      const alive = workers.filter(one => one !== dead)
      for (const one of alive) one.dieAt('entry-cancelled')
      await untilState(client, id, 'ready')
      // The rest of the work takes as long as it usually does on this machine.
      expect(performance.now() - diedAt).toBeLessThan(leaseMs + 10_000 + 2 * usualMs)
      workers = [...alive, await worker()]
      expect(await audit()).toEqual([])
    },
    300_000,
  )

  it('a worker that is paused past its lease changes nothing when it continues', async () => {
    const video = 'gRHHjJqI4qA'
    fake.fault(`timedtext|${video}|*`, { kind: 'delay', ms: 3_000, times: 1 })
    const requestsBefore = fake.requests.length
    const id = await request(video)
    const isRequested = () => fake.requests.slice(requestsBefore).some(key => key.startsWith(`timedtext|${video}|`))
    await eventually(async () => isRequested(), Boolean)
    // Either of the two may have the job, so both are paused, a third one takes the job, and then both continue.
    for (const one of workers) one.child.kill('SIGSTOP')
    const third = await worker()
    await untilState(client, id, 'ready')
    const before = await client.summaries.detail({ params: { id } })
    for (const one of workers) one.child.kill('SIGCONT')
    await setTimeout(4_000)
    expect(await client.summaries.detail({ params: { id } })).toEqual({ ...before, audioUrl: expect.any(String) })
    workers.push(third)
    expect(await audit()).toEqual([])
    const recaps = await database.db.selectFrom('recaps').select('state').where('video_id', '=', video).execute()
    expect(recaps).toEqual([{ state: 'readable' }])
  }, 300_000)

  it('an event stream delivers changes made by another process, and still does after it is reopened', async () => {
    for (const video of ['-1EJWsDYS5c', 'vIafLRfE1cI']) {
      const stream = await readEventStream(api.url, token)
      const states = () => stream.events.map(event => event.state)
      await request(video)
      await eventually(
        async () => states(),
        all => all.includes('ready'),
      )
      stream.close()
      await stream.ended
      expect([...new Set(states())]).toEqual(['working', 'readable', 'ready'])
    }
  }, 300_000)
})
