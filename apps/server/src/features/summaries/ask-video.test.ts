import type { AnswerPart, Client } from '@recaps/contract'
import { startFakeLlm } from '@recaps/fake-llm'
import { afterAll, describe, expect, it } from 'vitest'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { startServer, useServer } from '../../../test/start-server.ts'
import { readableSummary, refusal, youtube } from '../../../test/wait-for.ts'

const bread = 'Sli7FA6EbqI'

async function askQuestion(client: Client, id: number, question: string): Promise<AnswerPart[]> {
  return await Array.fromAsync(await client.summaries.ask({ params: { id }, body: { question } }))
}

const sentencesOf = (parts: readonly AnswerPart[]) =>
  parts.flatMap(part => (part.kind === 'sentence' ? [part.sentence] : []))

describe('video questions', async () => {
  const test = await useServer({ ports: { speech: silentSpeech } })
  const user = await test.newUser()
  const { id } = await readableSummary(user.client, bread)
  const { segments } = await user.client.summaries.transcript({ params: { id } })

  it('answers a question with sentences that cite the transcript', async () => {
    const parts = await askQuestion(user.client, id, 'At which temperature does bread go stale the fastest?')
    expect(parts.at(-1)).toEqual({ kind: 'end', found: true, engine: 'builtin' })
    const sentences = sentencesOf(parts)
    expect(sentences.length).toBeGreaterThan(0)
    for (const { text, cites } of sentences) {
      expect(text).toMatch(/\w/)
      const cited = segments.filter(segment => segment.endMs > cites[0]!.startMs && segment.startMs < cites[0]!.endMs)
      expect(cited.length).toBeGreaterThan(0)
    }
    expect(sentences.map(({ text }) => text).join(' ')).toMatch(/stales?|fridge/i)
  })

  it('reports no answer when the video does not contain one', async () => {
    expect(await askQuestion(user.client, id, 'Who won the chess championship in Reykjavik?')).toEqual([
      { kind: 'end', found: false, engine: 'builtin' },
    ])
  })

  it.each([
    ['', 'Ask a question of at least three letters.'],
    ['?!', 'Ask a question of at least three letters.'],
    ['w'.repeat(501), 'A question can have up to 500 characters.'],
  ])('rejects the question %j', async (question, error) => {
    expect(await refusal(askQuestion(user.client, id, question))).toMatchObject({
      status: 400,
      code: 'invalid_request',
      error,
    })
  })

  it('returns 404 for a question about another user’s summary', async () => {
    const { client } = await test.newUser()
    expect(await refusal(askQuestion(client, id, 'When is it stale?'))).toMatchObject({
      status: 404,
      code: 'not_found',
    })
  })

  it('rejects a question before the summary is ready', async () => {
    const hang = { kind: 'hang' } as const
    test.fake.fault('timedtext|upIiEuPICXs|*', hang)
    const requester = await test.newUser()
    const { id } = await requester.client.summaries.request({ body: { urlOrId: 'upIiEuPICXs', type: youtube } })
    expect(await refusal(askQuestion(requester.client, id, 'What is it about?'))).toMatchObject({
      status: 400,
      error: 'You can ask questions once this summary is ready.',
    })
    await requester.client.summaries.cancel({ params: { id } })
  })

  it('rejects questions on smaller plans and names the plans that include them', async () => {
    const other = await startServer({
      ports: { speech: silentSpeech },
      env: { DEFAULT_PLAN: 'premium' },
      fake: test.fake,
    })
    try {
      const { client } = await other.newUser()
      const { id } = await readableSummary(client, bread)
      expect(await refusal(askQuestion(client, id, 'When is it stale?'))).toEqual({
        status: 403,
        code: 'plan_required',
        error: 'Asking the video isn’t in your plan. It’s available with Pro and above.',
      })
    } finally {
      await other.stop()
    }
  })
})

describe('video questions with a language model', async () => {
  const model = await startFakeLlm({ latency: { firstTokenMs: 5, tokensPerSecond: 2_000 } })
  afterAll(() => model.close())
  const test = await useServer({
    ports: { speech: silentSpeech },
    env: { LLM_URL: `${model.url}/v1`, LLM_MODEL: 'stand-in' },
  })
  const user = await test.newUser()
  const { id } = await readableSummary(user.client, bread)
  const question = 'At which temperature does bread go stale the fastest?'

  it('streams the answer of a language model in sentences that are verified against their citations', async () => {
    const parts = await askQuestion(user.client, id, question)
    expect(parts.at(-1)).toEqual({ kind: 'end', found: true, engine: 'openai:stand-in' })
    expect(sentencesOf(parts).length).toBeGreaterThan(0)
    expect(sentencesOf(parts).every(({ support }) => support === 'verified')).toBe(true)
    expect(model.calls.at(-1)).toMatchObject({ task: 'answer', streamed: true })
  })

  it('reports no answer from a language model when the video does not contain one', async () => {
    const parts = await askQuestion(user.client, id, 'Who won the chess championship in Reykjavik?')
    expect(parts).toEqual([{ kind: 'end', found: false, engine: expect.any(String) }])
  })

  it.each([
    ['invents facts', { kind: 'invents' }],
    ['cites passages it was not given', { kind: 'wrong-citations' }],
    ['follows instructions in the transcript', { kind: 'obeyed' }],
  ] as const)('does not show unsupported sentences of a model that %s', async (_, fault) => {
    const removeFault = model.fault(fault)
    const parts = await askQuestion(user.client, id, question)
    removeFault()
    expect(parts.at(-1)!.kind).toBe('end')
    expect(JSON.stringify(parts)).not.toMatch(/evil|https?:|Fabricius/)
  })

  it.each([
    ['cannot be reached', { kind: 'refuse' }],
    ['is busy', { kind: 'status', status: 429 }],
    ['returns an empty answer', { kind: 'empty' }],
    ['returns another format', { kind: 'wrong-form' }],
    ['aborts its answer', { kind: 'truncated', by: 'break' }],
    ['reveals its instructions', { kind: 'tells' }],
  ] as const)('answers with the built-in engine when the language model %s', async (_, fault) => {
    const removeFault = model.fault(fault)
    const parts = await askQuestion(user.client, id, question)
    removeFault()
    expect(parts.at(-1)).toMatchObject({ kind: 'end', found: true })
    expect(sentencesOf(parts).length).toBeGreaterThan(0)
    expect(JSON.stringify(parts)).not.toMatch(/confidential/)
  })
})
