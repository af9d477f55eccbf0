import type { AnswerPart, Client } from '@recaps/contract'
import { startFakeLlm } from '@recaps/fake-llm'
import { afterAll, describe, expect, it } from 'vitest'
import { silence } from '../../../test/silence.ts'
import { startServer, useServer } from '../../../test/start-server.ts'
import { readableSummary, refusal, youtube } from '../../../test/waiting.ts'

const bread = 'Sli7FA6EbqI'

async function asked(client: Client, id: number, question: string): Promise<AnswerPart[]> {
  return await Array.fromAsync(await client.summaries.ask({ params: { id }, body: { question } }))
}

const sentencesOf = (parts: readonly AnswerPart[]) =>
  parts.flatMap(part => (part.kind === 'sentence' ? [part.sentence] : []))

describe('asking the video', async () => {
  const test = await useServer({ ports: { speech: silence } })
  const user = await test.newUser()
  const { id } = await readableSummary(user.client, bread)
  const { segments } = await user.client.summaries.transcript({ params: { id } })

  it('answers with what was said that has to do with it, and when', async () => {
    const parts = await asked(user.client, id, 'At which temperature does bread go stale the fastest?')
    expect(parts.at(-1)).toEqual({ kind: 'end', found: true, engine: 'builtin' })
    const sentences = sentencesOf(parts)
    expect(sentences.length).toBeGreaterThan(0)
    for (const { text, cites } of sentences) {
      expect(text).toMatch(/\w/)
      const said = segments.filter(one => one.endMs > cites[0]!.startMs && one.startMs < cites[0]!.endMs)
      expect(said.length).toBeGreaterThan(0)
    }
    expect(sentences.map(({ text }) => text).join(' ')).toMatch(/stales?|fridge/i)
  })

  it('says so when the video does not say', async () => {
    expect(await asked(user.client, id, 'Who won the chess championship in Reykjavik?')).toEqual([
      { kind: 'end', found: false, engine: 'builtin' },
    ])
  })

  it.each([
    ['', 'Ask a question of at least three letters.'],
    ['?!', 'Ask a question of at least three letters.'],
    ['w'.repeat(501), 'Ask in at most 500 characters.'],
  ])('refuses %j', async (question, error) => {
    expect(await refusal(asked(user.client, id, question))).toMatchObject({
      status: 400,
      code: 'invalid_request',
      error,
    })
  })

  it('is for the owner alone, and for others as if it were not there', async () => {
    const { client } = await test.newUser()
    expect(await refusal(asked(client, id, 'When is it stale?'))).toMatchObject({ status: 404, code: 'not_found' })
  })

  it('waits for a text to ask', async () => {
    const hang = { kind: 'hang' } as const
    test.fake.fault('timedtext|upIiEuPICXs|*', hang)
    const asker = await test.newUser()
    const { id } = await asker.client.summaries.request({ body: { urlOrId: 'upIiEuPICXs', type: youtube } })
    expect(await refusal(asked(asker.client, id, 'What is it about?'))).toMatchObject({
      status: 400,
      error: 'There is nothing to ask yet. Try again when it is ready.',
    })
    await asker.client.summaries.cancel({ params: { id } })
  })

  it('is no part of the smaller plans, and says which one has it', async () => {
    const other = await startServer({ ports: { speech: silence }, env: { DEFAULT_PLAN: 'premium' }, fake: test.fake })
    try {
      const { client } = await other.newUser()
      const { id } = await readableSummary(client, bread)
      expect(await refusal(asked(client, id, 'When is it stale?'))).toEqual({
        status: 403,
        code: 'plan_required',
        error: 'Asking the video is not in your plan. It is in Pro and above.',
      })
    } finally {
      await other.stop()
    }
  })
})

describe('asking the video by a language model', async () => {
  const model = await startFakeLlm({ latency: { firstTokenMs: 5, tokensPerSecond: 2_000 } })
  afterAll(() => model.close())
  const test = await useServer({
    ports: { speech: silence },
    env: { LLM_URL: `${model.url}/v1`, LLM_MODEL: 'stand-in' },
  })
  const user = await test.newUser()
  const { id } = await readableSummary(user.client, bread)
  const question = 'At which temperature does bread go stale the fastest?'

  it('answers sentence by sentence, each held against its passages', async () => {
    const parts = await asked(user.client, id, question)
    expect(parts.at(-1)).toEqual({ kind: 'end', found: true, engine: 'openai:stand-in' })
    expect(sentencesOf(parts).length).toBeGreaterThan(0)
    expect(sentencesOf(parts).every(({ support }) => support === 'verified')).toBe(true)
    expect(model.calls.at(-1)).toMatchObject({ task: 'answer', streamed: true })
  })

  it('says so when the video does not say', async () => {
    const parts = await asked(user.client, id, 'Who won the chess championship in Reykjavik?')
    expect(parts).toEqual([{ kind: 'end', found: false, engine: expect.any(String) }])
  })

  it.each([
    ['invents', { kind: 'invents' }],
    ['cites what it was not shown', { kind: 'wrong-citations' }],
    ['obeys what somebody said', { kind: 'obeyed' }],
  ] as const)('shows nothing unsupported of a model that %s', async (_, fault) => {
    const mend = model.fault(fault)
    const parts = await asked(user.client, id, question)
    mend()
    expect(parts.at(-1)!.kind).toBe('end')
    expect(JSON.stringify(parts)).not.toMatch(/evil|https?:|Fabricius/)
  })

  it.each([
    ['cannot be reached', { kind: 'refuse' }],
    ['is busy', { kind: 'status', status: 429 }],
    ['says nothing', { kind: 'empty' }],
    ['gives another form', { kind: 'wrong-form' }],
    ['breaks off', { kind: 'truncated', by: 'break' }],
    ['tells its instructions', { kind: 'tells' }],
  ] as const)('lets the built-in engine answer where the model %s', async (_, fault) => {
    const mend = model.fault(fault)
    const parts = await asked(user.client, id, question)
    mend()
    expect(parts.at(-1)).toMatchObject({ kind: 'end', found: true })
    expect(sentencesOf(parts).length).toBeGreaterThan(0)
    expect(JSON.stringify(parts)).not.toMatch(/confidential/)
  })
})
