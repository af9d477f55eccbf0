import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { createDatabaseOn } from './postgres.ts'
import { forkServer } from './server-process.ts'
import { password } from './start-server.ts'

describe.skipIf(!inject('postgres'))('an API process whose database does not answer', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-overload-'))
  const databaseUrl = await createDatabaseOn(inject('postgres')!)
  const api = await forkServer({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'k'.repeat(40),
    ROLES: 'api',
  }).serving
  const lock = new pg.Client({ connectionString: databaseUrl })
  await lock.connect()
  afterAll(async () => {
    await lock.end()
    await api.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('an API process whose database does not answer refuses requests above its limit with 503, stays healthy, and serves the others', async () => {
    const { token } = await api.client('').auth.register({ body: { email: 'many@example.com', password } })
    await lock.query('begin; lock table sessions in access exclusive mode')
    const headers = { Authorization: `Bearer ${token}` }
    const ask = async () => {
      const answer = await fetch(`${api.url}/api/users/profile`, { headers })
      const { code } = (await answer.json()) as { code?: string }
      return { status: answer.status, code, retryAfter: Number(answer.headers.get('retry-after')) }
    }
    const answers: Awaited<ReturnType<typeof ask>>[] = []
    const requests = Array.from({ length: 300 }, async () => void answers.push(await ask()))
    // Refusals arrive first: all other requests wait for the lock.
    await Promise.race(requests)
    expect(answers[0]).toMatchObject({ status: 503, code: 'unavailable', retryAfter: expect.toSatisfy(s => s >= 1) })
    expect((await fetch(`${api.url}/health`)).status).toBe(200)
    await lock.query('commit')
    await Promise.all(requests)
    const accepted = answers.filter(({ status }) => status === 200)
    expect(accepted.length).toBeGreaterThanOrEqual(64)
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(300 - accepted.length)
    expect((await ask()).status).toBe(200)
  })
})
