import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type LlmCall, startFakeLlm } from '@recaps/fake-llm'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { readConfig } from '../src/config.ts'
import { openDatabase } from '../src/database/open.ts'
import { systemClock } from '../src/ports/clock.ts'
import { findingsIn } from './audit.ts'
import { forkServer } from './server-process.ts'
import { password } from './start-server.ts'
import { eventually, untilState, youtube } from './waiting.ts'

const marathon = 'yB6J5JILcak'

/** A request without what is made anew for each call. */
const asked = (call: LlmCall): string => JSON.stringify(call.body).replace(/\b[0-9a-f]{12}\b/g, '')

describe('a server that is killed half-way through twelve hours', async () => {
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

  it('asks for at most one chunk twice, and knows to the token what it took', async () => {
    const first = await forkServer(env).serving
    const { token } = await first.client('').auth.register({ body: { email: 'kill@example.com', password } })
    const wish = { urlOrId: marathon, type: youtube, preset: 'long' as const, maxLength: 300 }
    const { id } = await first.client(token).summaries.request({ body: wish })
    const chunks = () => model.calls.filter(call => call.task === 'chunk' && call.endedAt !== undefined)
    await eventually(
      async () => chunks().length,
      answered => answered >= 14,
      120_000,
    )
    // Calls that are cut off end after this.
    const killedAt = Date.now()
    await first.kill('SIGKILL')
    const before = model.calls.filter(call => call.endedAt !== undefined && call.endedAt < killedAt)
    const soFar = model.calls.length

    const second = await forkServer(env).serving
    const summary = await untilState(second.client(token), id, 'readable', 'ready')
    expect(summary.content).toMatchObject({ engine: 'openai:stand-in' })
    const again = new Set(model.calls.slice(soFar).map(asked))
    expect(before.length).toBeGreaterThanOrEqual(14)
    expect(before.filter(call => again.has(asked(call))).length).toBeLessThanOrEqual(1)

    const month = (await second.client(token).summaries.list()).month
    await second.kill('SIGTERM')
    expect(month.used).toBe(1)
    // Each question once, whether it was put before or after.
    const once = [...new Map([...before, ...model.calls.slice(soFar)].map(call => [asked(call), call])).values()]
    const sum = (of: 'promptTokens' | 'completionTokens') => once.reduce((total, call) => total + call[of], 0)
    expect(await costIn(dataDir)).toMatchObject({
      calls: once.length,
      tokensIn: sum('promptTokens'),
      tokensOut: sum('completionTokens'),
      usd: (sum('promptTokens') + 4 * sum('completionTokens')) / 1e6,
      fallbackChunks: 0,
    })
    expect(await findingsIn(dataDir)).toEqual([])
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
