import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createDatabaseOn } from './postgres.ts'
import { forkServer, type ServerProcess } from './server-process.ts'
import { password } from './start-server.ts'
import { refusal } from './wait-for.ts'

describe.skipIf(!inject('postgres'))('two API processes on one PostgreSQL', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-limits-'))
  let processes: ServerProcess[] = []
  beforeAll(async () => {
    const env = {
      DATA_DIR: dataDir,
      DATABASE_URL: await createDatabaseOn(inject('postgres')!),
      SECRET_KEY: 'k'.repeat(40),
      ROLES: 'api',
    }
    const first = await forkServer(env).serving
    processes = [first, await forkServer(env).serving]
  })
  afterAll(async () => {
    await Promise.all(processes.map(process => process.kill('SIGKILL')))
    rmSync(dataDir, { recursive: true, force: true })
  })
  const nth = (n: number) => processes[n % processes.length]!
  const register = (email: string) => processes[0]!.client('').auth.register({ body: { email, password } })

  it('two API processes together allow a user the same rate of calls as one, within 5 % [ASVS 2.4.1] [threat 17]', async () => {
    const { token } = await register('busy@example.com')
    const statuses: number[] = []
    const call = async (n: number) => {
      const answer = await fetch(`${nth(n).url}/api/users/profile`, { headers: { Authorization: `Bearer ${token}` } })
      await answer.arrayBuffer()
      statuses.push(answer.status)
    }
    for (let n = 0; n < 900; n += 20) await Promise.all(Array.from({ length: 20 }, (_, k) => call(n + k)))
    const allowed = statuses.filter(status => status === 200).length
    expect(allowed).toBeGreaterThanOrEqual(570)
    expect(allowed).toBeLessThanOrEqual(630)
    expect(statuses.filter(status => status === 429)).toHaveLength(900 - allowed)
  })

  it('an API process sends rate-limited users a Retry-After of at most a minute', async () => {
    const { token } = await register('waiting@example.com')
    const headers = { Authorization: `Bearer ${token}` }
    let refused: Response | undefined
    for (let n = 0; n < 700 && !refused; n++) {
      const answer = await fetch(`${nth(n).url}/api/users/profile`, { headers })
      if (answer.status === 429) refused = answer
    }
    const seconds = Number(refused?.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(await refused!.json()).toMatchObject({ code: 'too_many_requests' })
  })

  it('two API processes count wrong passwords together, and reset the count together after the right one [ASVS 6.3.1]', async () => {
    const email = 'guessed@example.com'
    await register(email)
    const login = (n: number, guess: string) =>
      nth(n)
        .client('')
        .auth.login({ body: { email, password: guess } })
    for (let n = 0; n < 4; n++) expect(await refusal(login(n, 'wrong'))).toMatchObject({ status: 401 })
    await login(0, password)
    for (let n = 0; n < 5; n++) expect(await refusal(login(n, 'wrong'))).toMatchObject({ status: 401 })
    for (let n = 0; n < 4; n++) expect(await refusal(login(n, password))).toMatchObject({ status: 429 })
  })
})
