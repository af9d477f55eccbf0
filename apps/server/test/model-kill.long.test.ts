import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type LlmCall, startFakeLlm } from '@recaps/fake-llm'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { readConfig } from '../src/config.ts'
import { openDatabase } from '../src/database/open.ts'
import { systemClock } from '../src/ports/clock.ts'
import { dataFolderFindings } from './audit.ts'
import { forkServer } from './server-process.ts'
import { password } from './start-server.ts'
import { eventually, untilState, youtube } from './wait-for.ts'

const marathon = 'yB6J5JILcak'

/** The body of a request without the random ids that differ in each call. */
const bodyOf = (call: LlmCall): string => JSON.stringify(call.body).replace(/\b[0-9a-f]{12}\b/g, '')

describe('a server that is killed halfway through a twelve-hour video', async () => {
  const [videos, model] = await Promise.all([
    startFakeYoutube(),
    startFakeLlm({ latency: { firstTokenMs: 200, tokensPerSecond: 2_000, unevenMs: 2_000 } }),
  ])
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-model-kill-'))
  cpSync(inject('template'), dataDir, { recursive: true })
  const env = {
    DATA_DIR: dataDir,
    YOUTUBE_URL: videos.url,
    THREADS: '2',
    LLM_URL: `${model.url}/v1`,
    LLM_MODEL: 'stand-in',
    LLM_PARALLEL: '4',
    LLM_PRICE_IN: '1',
    LLM_PRICE_OUT: '4',
  }
  afterAll(async () => {
    await videos.close()
    await model.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('a server killed halfway through a long video repeats at most one model call and counts every token', async () => {
    const first = await forkServer(env).serving
    const { token } = await first.client('').auth.register({ body: { email: 'kill@example.com', password } })
    const body = { urlOrId: marathon, type: youtube, preset: 'long' as const, maxLength: 300 }
    const { id } = await first.client(token).summaries.request({ body })
    const chunks = () => model.calls.filter(call => call.task === 'chunk' && call.endedAt !== undefined)
    await eventually(
      async () => chunks().length,
      answered => answered >= 14,
      120_000,
    )
    // Interrupted calls end after this.
    const killedAt = Date.now()
    await first.kill('SIGKILL')
    const before = model.calls.filter(call => call.endedAt !== undefined && call.endedAt < killedAt)
    const soFar = model.calls.length

    const second = await forkServer(env).serving
    const summary = await untilState(second.client(token), id, 'readable', 'ready')
    expect(summary.content).toMatchObject({ engine: 'openai:stand-in' })
    const bodiesAfterKill = new Set(model.calls.slice(soFar).map(bodyOf))
    expect(before.length).toBeGreaterThanOrEqual(14)
    expect(before.filter(call => bodiesAfterKill.has(bodyOf(call))).length).toBeLessThanOrEqual(1)

    const month = (await second.client(token).summaries.list()).month
    await second.kill('SIGTERM')
    expect(month.used).toBe(1)
    // Each call once, whether it was made before or after the kill.
    const distinct = [...new Map([...before, ...model.calls.slice(soFar)].map(call => [bodyOf(call), call])).values()]
    const sum = (of: 'promptTokens' | 'completionTokens') => distinct.reduce((total, call) => total + call[of], 0)
    expect(await costIn(dataDir)).toMatchObject({
      calls: distinct.length,
      tokensIn: sum('promptTokens'),
      tokensOut: sum('completionTokens'),
      usd: (sum('promptTokens') + 4 * sum('completionTokens')) / 1e6,
      fallbackChunks: 0,
    })
    expect(await dataFolderFindings(dataDir)).toEqual([])
  })
})

async function costIn(dataDir: string) {
  const database = await openDatabase(readConfig({ DATA_DIR: dataDir }), systemClock)
  try {
    return (await database.db.selectFrom('recaps').select('cost').executeTakeFirstOrThrow()).cost
  } finally {
    await database.close()
  }
}
