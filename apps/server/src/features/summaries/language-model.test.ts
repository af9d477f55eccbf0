import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { startFakeLlm } from '@recaps/fake-llm'
import { afterAll, describe, expect, it } from 'vitest'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { startServer, useServer } from '../../../test/start-server.ts'
import { readableSummary, untilState, youtube } from '../../../test/wait-for.ts'

const run = promisify(execFile)
const supportCommand = path.join(import.meta.dirname, '../../cli/support.ts')
const talk = 'Sli7FA6EbqI'
const german = 'ziAaYVprhWQ'

/** Enough words for the result to pass as English: the fake model translates word by word. */
const dictionary: Record<string, string> = {
  ...{
    der: 'the',
    die: 'the',
    das: 'the',
    den: 'the',
    dem: 'the',
    des: 'of the',
    ein: 'a',
    eine: 'a',
    einen: 'a',
    einem: 'a',
  },
  ...{
    und: 'and',
    in: 'in',
    im: 'in the',
    von: 'of',
    zu: 'to',
    mit: 'with',
    auf: 'on',
    ist: 'is',
    war: 'was',
    sind: 'are',
  },
  ...{
    man: 'one',
    es: 'it',
    er: 'he',
    sie: 'they',
    wie: 'as',
    für: 'for',
    nicht: 'not',
    kein: 'no',
    noch: 'still',
    dann: 'then',
  },
  ...{
    da: 'there',
    so: 'so',
    als: 'when',
    nur: 'only',
    hat: 'has',
    hatte: 'had',
    wird: 'is',
    aus: 'from',
    bis: 'until',
    um: 'at',
  },
  ...{
    warum: 'why',
    jahre: 'years',
    jetzt: 'now',
    aber: 'but',
    auch: 'also',
    was: 'what',
    wenn: 'if',
    ich: 'I',
    wir: 'we',
  },
}
const translate = (text: string) => text.replace(/\p{L}+/gu, word => dictionary[word.toLowerCase()] ?? word)

describe('summaries by a language model', async () => {
  const model = await startFakeLlm({ key: 'model key', models: ['stand-in'], translate })
  afterAll(() => model.close())
  const env = {
    LLM_URL: `${model.url}/v1`,
    LLM_KEY: 'model key',
    LLM_MODEL: 'stand-in',
    LLM_PRICE_IN: '1',
    LLM_PRICE_OUT: '4',
  }
  const test = await useServer({ ports: { speech: silentSpeech }, env })
  const { db } = test.server.services.database
  const costOf = async (summaryId: number) =>
    await db
      .selectFrom('summaries')
      .innerJoin('recaps', 'recaps.id', 'summaries.recap_id')
      .select(['recaps.cost', 'recaps.focus', 'recaps.id'])
      .where('summaries.id', '=', summaryId)
      .executeTakeFirstOrThrow()

  it('writes a summary with the language model, verifies every sentence and records the cost', async () => {
    const { client } = await test.newUser()
    const before = model.calls.length
    const summary = await readableSummary(client, talk)
    expect(summary.content).toMatchObject({ engine: 'openai:stand-in', language: 'en' })
    expect(summary.content!.support.verified).toBe(summary.content!.support.total)
    expect(summary.content!.support.judged).toBe(summary.content!.support.total)
    const { cost, id } = await costOf(summary.id)
    const calls = model.calls.slice(before)
    const sum = (of: 'promptTokens' | 'completionTokens') => calls.reduce((total, call) => total + call[of], 0)
    expect(cost).toMatchObject({
      calls: calls.length,
      tokensIn: sum('promptTokens'),
      tokensOut: sum('completionTokens'),
    })
    expect(cost!.usd).toBeCloseTo((sum('promptTokens') + 4 * sum('completionTokens')) / 1e6, 9)
    expect(await db.selectFrom('model_notes').selectAll().where('recap_id', '=', id).execute()).toEqual([])
    const metrics = await test.server.services.metrics.text()
    expect(metrics).toMatch(/recaps_model_tokens_total\{direction="in"\} [1-9]/)
    expect(metrics).toMatch(/recaps_model_usd_total 0\.0\d+/)
  })

  it('marks no sentence as judged if judging by the language model fails', async () => {
    const { client } = await test.newUser()
    const removeFault = model.fault({ kind: 'status', status: 401 }, { task: 'judge' })
    const { content } = await readableSummary(client, 'upIiEuPICXs')
    removeFault()
    expect(content).toMatchObject({ engine: 'openai:stand-in', support: { judged: 0 } })
    expect(content!.support.verified).toBe(content!.support.total)
  })

  it('passes the user’s focus to the model as data and does not reuse that summary for other users', async () => {
    const [one, other] = [await test.newUser(), await test.newUser()]
    const body = { urlOrId: talk, type: youtube, focus: 'How do I keep bread?' }
    const { id } = await one.client.summaries.request({ body })
    const ownSummary = await untilState(one.client, id, 'ready')
    expect(ownSummary.focus).toBe('How do I keep bread?')
    expect(JSON.stringify(model.calls.at(-2)?.body)).toMatch(/<<<FOCUS \w+\\nHow do I keep bread\?/)
    const otherSummary = await readableSummary(other.client, talk)
    expect((await costOf(otherSummary.id)).focus).toBeNull()
    const { shareToken } = await one.client.summaries.change({ params: { id }, body: { shared: true } })
    expect((await other.client.summaries.shared({ params: { token: shareToken! } })).focus).toBeNull()
  })

  it('falls back to the built-in engine while the model is unavailable, and uses the model again for the next summary', async () => {
    const { client } = await test.newUser()
    const removeFault = model.fault({ kind: 'status', status: 401 })
    const fallback = await readableSummary(client, 'MN2k3lWhUt8')
    expect(fallback.content!.engine).toBe('builtin')
    expect((await costOf(fallback.id)).cost).toMatchObject({ fallback: 'unusable', tokensOut: 0 })
    removeFault()
    const { client: next } = await test.newUser()
    expect((await readableSummary(next, 'MN2k3lWhUt8')).content!.engine).toBe('openai:stand-in')
  })

  it('does not call a model that would exceed the cost limit, and reports the cost of each text to the operator', async () => {
    const other = await startServer({
      ports: { speech: silentSpeech },
      env: { ...env, LLM_MAX_COST: '0.001' },
      fake: test.fake,
    })
    try {
      const before = model.calls.length
      const summary = await readableSummary((await other.newUser()).client, talk)
      expect(summary.content!.engine).toBe('builtin')
      expect(model.calls).toHaveLength(before)
      await other.server.stop()
      const { stdout } = await run(process.execPath, [supportCommand, 'model-costs'], {
        env: other.commandEnv,
      })
      expect(stdout).toMatch(/^texts: 1, including 1 written by the built-in engine instead\n/)
      expect(stdout).toMatch(/Sli7FA6EbqI openai:stand-in@\S+: 0 calls, 0 \+ 0 tokens, \$0\.0000, .*, over_ceiling\n$/)
    } finally {
      await other.stop()
    }
  })

  it('translates a video in another language and reports that language', async () => {
    const { client } = await test.newUser()
    const summary = await readableSummary(client, german)
    expect(summary.content).toMatchObject({ engine: 'openai:stand-in', transcript: { language: 'de' } })
    expect(summary.content!.coverage.notEnglish).toEqual([])
    expect(summary.summary).toMatch(/the/)
  })

  it('fails the summary if the model does not translate it into English', async () => {
    const other = await startFakeLlm()
    const server = await startServer({
      ports: { speech: silentSpeech },
      env: { LLM_URL: `${other.url}/v1`, LLM_MODEL: 'm' },
      fake: test.fake,
    })
    try {
      const { client } = await server.newUser()
      const { id } = await client.summaries.request({ body: { urlOrId: german, type: youtube } })
      expect(await untilState(client, id, 'failed')).toMatchObject({ code: 'engine_failed' })
      expect((await client.summaries.list()).month.used).toBe(0)
    } finally {
      await server.stop()
      await other.close()
    }
  })
})
