import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { startFakeLlm } from '@recaps/fake-llm'
import { afterAll, describe, expect, it } from 'vitest'
import { silence } from '../../../test/silence.ts'
import { startServer, useServer } from '../../../test/start-server.ts'
import { readableSummary, untilState, youtube } from '../../../test/waiting.ts'

const run = promisify(execFile)
const supportCommand = path.join(import.meta.dirname, '../../cli/support.ts')
const talk = 'Sli7FA6EbqI'
const german = 'ziAaYVprhWQ'

/** As much German as makes the words between look English: the stand-in translates word by word. */
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

describe('a service with a language model', async () => {
  const model = await startFakeLlm({ key: 'model key', models: ['stand-in'], translate })
  afterAll(() => model.close())
  const env = {
    LLM_URL: `${model.url}/v1`,
    LLM_KEY: 'model key',
    LLM_MODEL: 'stand-in',
    LLM_PRICE_IN: '1',
    LLM_PRICE_OUT: '4',
  }
  const test = await useServer({ ports: { speech: silence }, env })
  const { db } = test.server.services.database
  const costOf = async (summaryId: number) =>
    await db
      .selectFrom('summaries')
      .innerJoin('recaps', 'recaps.id', 'summaries.recap_id')
      .select(['recaps.cost', 'recaps.focus', 'recaps.id'])
      .where('summaries.id', '=', summaryId)
      .executeTakeFirstOrThrow()

  it('has the model write, checks every sentence of it, and knows what it cost', async () => {
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

  it('says of no sentence that the model judged it when the judging failed', async () => {
    const { client } = await test.newUser()
    const mend = model.fault({ kind: 'status', status: 401 }, { task: 'judge' })
    const { content } = await readableSummary(client, 'upIiEuPICXs')
    mend()
    expect(content).toMatchObject({ engine: 'openai:stand-in', support: { judged: 0 } })
    expect(content!.support.verified).toBe(content!.support.total)
  })

  it('takes a wish of what to know most as a wish, and keeps the summary for who wished it', async () => {
    const [one, other] = [await test.newUser(), await test.newUser()]
    const wish = { urlOrId: talk, type: youtube, focus: 'How do I keep bread?' }
    const { id } = await one.client.summaries.request({ body: wish })
    const mine = await untilState(one.client, id, 'ready')
    expect(mine.focus).toBe('How do I keep bread?')
    expect(JSON.stringify(model.calls.at(-2)?.body)).toMatch(/<<<FOCUS \w+\\nHow do I keep bread\?/)
    const theirs = await readableSummary(other.client, talk)
    expect((await costOf(theirs.id)).focus).toBeNull()
    const { shareToken } = await one.client.summaries.change({ params: { id }, body: { shared: true } })
    expect((await other.client.summaries.shared({ params: { token: shareToken! } })).focus).toBeNull()
  })

  it('lets the built-in engine write while the model cannot be had, and asks the model again for the next', async () => {
    const { client } = await test.newUser()
    const mend = model.fault({ kind: 'status', status: 401 })
    const plain = await readableSummary(client, 'MN2k3lWhUt8')
    expect(plain.content!.engine).toBe('builtin')
    expect((await costOf(plain.id)).cost).toMatchObject({ fallback: 'unusable', tokensOut: 0 })
    mend()
    const { client: next } = await test.newUser()
    expect((await readableSummary(next, 'MN2k3lWhUt8')).content!.engine).toBe('openai:stand-in')
  })

  it('does not ask a model whose answer would cost too much, and tells the operator what each text took', async () => {
    const other = await startServer({
      ports: { speech: silence },
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
        env: { PATH: process.env.PATH, DATA_DIR: other.dataDir },
      })
      expect(stdout).toMatch(/^texts: 1, of which 1 by the built-in engine in its place\n/)
      expect(stdout).toMatch(/Sli7FA6EbqI openai:stand-in@\S+: 0 calls, 0 \+ 0 tokens, \$0\.0000, .*, over_ceiling\n$/)
    } finally {
      await other.stop()
    }
  })

  it('translates what is said in another language, and says which it was', async () => {
    const { client } = await test.newUser()
    const summary = await readableSummary(client, german)
    expect(summary.content).toMatchObject({ engine: 'openai:stand-in', transcript: { language: 'de' } })
    expect(summary.content!.coverage.notEnglish).toEqual([])
    expect(summary.summary).toMatch(/the/)
  })

  it('gives up on a model that does not translate, rather than show what is no English', async () => {
    const other = await startFakeLlm()
    const lazy = await startServer({
      ports: { speech: silence },
      env: { LLM_URL: `${other.url}/v1`, LLM_MODEL: 'm' },
      fake: test.fake,
    })
    try {
      const { client } = await lazy.newUser()
      const { id } = await client.summaries.request({ body: { urlOrId: german, type: youtube } })
      expect(await untilState(client, id, 'failed')).toMatchObject({ code: 'engine_failed' })
      expect((await client.summaries.list()).month.used).toBe(0)
    } finally {
      await lazy.stop()
      await other.close()
    }
  })
})
