import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ledgerFindings } from './audit.ts'
import { createDatabaseOn } from './postgres.ts'
import { silentSpeech } from './silent-speech.ts'
import { useServer } from './start-server.ts'
import { talks } from './talks.ts'
import { untilState, youtube } from './wait-for.ts'

const secondsOfCuts = 8

describe.skipIf(!inject('postgres'))('when PostgreSQL drops every connection once a second', async () => {
  const databaseUrl = inject('postgres') ? await createDatabaseOn(inject('postgres')!) : ''
  const test = databaseUrl ? await useServer({ databaseUrl, ports: { speech: silentSpeech } }) : undefined!
  const admin = new pg.Client({ connectionString: inject('postgres') ?? '' })
  beforeAll(() => admin.connect())
  afterAll(() => admin.end())

  const cutAll = () =>
    admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      databaseUrl.split('/').at(-1),
    ])

  it('callers get 503 with Retry-After while PostgreSQL drops connections, and lose neither data nor requested summaries [ASVS 16.5.2]', async () => {
    const { client, token } = await test.newUser()
    const call = (init: RequestInit = {}) =>
      fetch(`${test.url}/api/summaries`, {
        ...init,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      })
    const answers: string[] = []
    const note = async (answer: Response) => {
      const { code = '' } = (await answer.json()) as { code?: string }
      answers.push([answer.status, code, answer.headers.get('retry-after') ?? ''].join(' ').trim())
    }
    let isOver = false
    const readers = Array.from({ length: 4 }, async () => {
      for (; !isOver; await setTimeout(100)) await note(await call())
    })
    const cuts = (async () => {
      for (let second = 0; second < secondsOfCuts; second++) {
        await setTimeout(1_000)
        await cutAll()
      }
    })()
    const requested = talks.slice(0, secondsOfCuts)
    for (const urlOrId of requested) {
      for (let status = 0; status !== 202 && status !== 200; ) {
        const answer = await call({ method: 'POST', body: JSON.stringify({ urlOrId, type: youtube }) })
        status = answer.status
        if (status !== 202) await note(answer)
      }
      await setTimeout(500)
    }
    await cuts
    isOver = true
    await Promise.all(readers)
    expect([...new Set(answers)].filter(answer => answer !== '200')).toEqual(['503 unavailable 5'])

    const { data, month } = await client.summaries.list()
    expect(data.map(summary => summary.videoInfo.videoId).toSorted()).toEqual(requested.toSorted())
    for (const { id } of data) await untilState(client, id, 'ready')
    expect(month.used).toBe(requested.length)
    expect(await ledgerFindings(test.server.services.database.db)).toEqual([])
  }, 300_000)
})
