import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type OpenDatabase, openDatabase } from '../src/database/open.ts'
import { systemClock } from '../src/ports/clock.ts'
import { ledgerFindings, storageFindings } from './audit.ts'
import { extent } from './extent.ts'
import { createDatabaseOn } from './postgres.ts'
import { forkServer, type ServerProcess } from './server-process.ts'
import { type SilentProxy, startSilentProxy } from './silent-proxy.ts'
import { password } from './start-server.ts'
import { talks } from './talks.ts'
import { untilState, youtube } from './wait-for.ts'

const silentForMs = extent(60_000, 25_000)
/** Every process must work again within this time once connections deliver data. */
const recoveryMs = 30_000

describe.skipIf(!inject('postgres'))('several processes whose connections to PostgreSQL go silent', async () => {
  const youtubeFake = await startFakeYoutube()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-silent-'))
  let database: OpenDatabase
  let proxy: SilentProxy
  let apis: ServerProcess[]
  let workers: ServerProcess[]

  beforeAll(async () => {
    const databaseUrl = new URL(await createDatabaseOn(inject('postgres')!))
    database = await openDatabase({ dataDir, databaseUrl: databaseUrl.href }, systemClock)
    proxy = await startSilentProxy({ host: databaseUrl.hostname, port: Number(databaseUrl.port) })
    databaseUrl.host = proxy.address
    const env = {
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl.href,
      SECRET_KEY: 'k'.repeat(40),
      YOUTUBE_URL: youtubeFake.url,
      THREADS: '1',
      LOG_LEVEL: 'silent',
    }
    const start = (ROLES: string) => forkServer({ ...env, ROLES }).serving
    apis = [await start('api')]
    apis.push(await start('api'))
    workers = await Promise.all([start('worker,scheduler'), start('worker,scheduler')])
  })
  afterAll(async () => {
    await Promise.all([...apis, ...workers].map(one => one.kill('SIGKILL')))
    await database.close()
    await proxy.stop()
    await youtubeFake.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('servers recover soon after their database connections went silent, and lose no work', async () => {
    const { token } = await apis[0]!.client('').auth.register({ body: { email: 'silent@example.com', password } })
    const clients = apis.map(api => api.client(token))
    const request = async (at: number) =>
      (await clients[at % 2]!.summaries.request({ body: { urlOrId: talks[at]!, type: youtube } })).id
    const before = await Promise.all([0, 1, 2, 3].map(request))
    proxy.goSilent()
    await setTimeout(silentForMs)
    proxy.recover()
    const deliveredAt = performance.now()

    const untilItAnswers = async (at: number) => {
      for (;;) {
        const answered = await clients[at]!.summaries.list().catch(() => null)
        if (answered) return performance.now() - deliveredAt
        await setTimeout(250)
      }
    }
    const apiMs = await Promise.all([untilItAnswers(0), untilItAnswers(1)])
    expect(Math.max(...apiMs)).toBeLessThan(recoveryMs)
    // Either worker may take a job, so each is tested while the other is paused.
    for (const [at, worker] of workers.entries()) {
      const other = workers[1 - at]!
      other.child.kill('SIGSTOP')
      const id = await request(4 + at)
      await untilState(clients[0]!, id, 'readable', 'ready')
      other.child.kill('SIGCONT')
      expect(worker.child.exitCode).toBeNull()
    }
    for (const id of before) await untilState(clients[0]!, id, 'ready')
    expect([...(await ledgerFindings(database.db)), ...(await storageFindings(database.db, dataDir))]).toEqual([])
  }, 180_000)
})
