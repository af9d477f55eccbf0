import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  block,
  createModelClient,
  generateObject,
  schemas,
  streamObject,
  talk,
  transcript,
} from './fixtures/model-clients.ts'
import { type DialectName, type FakeLlm, startFakeLlm } from './index.ts'
import { extractContentWords } from './words.ts'

describe.each<DialectName>(['openai', 'anthropic', 'google'])('fake language model with the %s protocol', dialect => {
  let fake: FakeLlm
  beforeAll(async () => {
    fake = await startFakeLlm()
  })
  afterAll(() => fake.close())
  const model = () => createModelClient(fake.url, dialect)

  it('answers task "chunk" with cited points from the beginning, the middle and the end', async () => {
    const question = { system: 'TASK: chunk\nWrite JSON.', prompt: `LIMIT: 4 points\n${transcript(talk, 101)}` }
    const { output } = await generateObject(model(), schemas.chunk, question)
    expect(output.points.map(({ cites }) => cites)).toEqual([['s102'], ['s106'], ['s109'], ['s111']])
    expect(output.points[1]!.text).toBe('Sailors needed a clock that keeps time on a rolling ship.')
    for (const { text, cite } of output.quotes) expect(talk[Number(cite.slice(1)) - 101]).toBe(text)
    expect(output.title).toMatch(/^\p{Lu}/u)
  })

  it('returns identical answers to identical prompts', async () => {
    const question = { system: 'TASK: chunk', prompt: transcript(talk) }
    const [one, other] = await Promise.all([1, 2].map(() => generateObject(model(), schemas.chunk, question)))
    expect(one!.output).toEqual(other!.output)
  })

  it('merges points and keeps their citations', async () => {
    const points = talk.map((text, index) => `[p${index + 1} s${2 * index + 1},s${2 * index + 2}] ${text}`).join('\n')
    const question = { system: 'TASK: merge', prompt: `LIMIT: 5 points\n${block('POINTS', points)}` }
    const { output } = await generateObject(model(), schemas.merge, question)
    expect(output.points).toHaveLength(5)
    for (const { text, cites } of output.points) {
      const index = talk.findIndex(said => text.toLowerCase().startsWith(said.toLowerCase()))
      expect(cites).toEqual([`s${2 * index + 1}`, `s${2 * index + 2}`])
    }
  })

  it('summarizes points in sections that follow the order of the video', async () => {
    const many = Array.from(
      { length: 60 },
      (_, index) => `[p${index + 1} s${index + 1}] fact ${index} of the talk about ${talk[index % 12]}`,
    )
    const question = {
      system: 'TASK: final',
      prompt: `LIMIT: 40 sentences\nLIMIT: 3 key points\n${block('POINTS', many.join('\n'))}`,
    }
    const { output } = await generateObject(model(), schemas.final, question)
    const cites = output.sections.flatMap(({ sentences }) =>
      sentences.flatMap(({ cites }) => Number(cites[0]!.slice(1))),
    )
    expect(cites).toHaveLength(40)
    expect(cites).toEqual(cites.toSorted((a, b) => a - b))
    expect(cites[0]).toBeLessThan(3)
    expect(cites.at(-1)).toBeGreaterThan(58)
    expect(output.keyPoints).toHaveLength(3)
    expect(new Set(output.sections.map(({ title }) => title)).size).toBe(output.sections.length)
  })

  it('summarizes a short talk in one call, in fewer sentences than the talk has', async () => {
    const { output } = await generateObject(model(), schemas.final, {
      system: 'TASK: single',
      prompt: `LIMIT: 40 sentences\n${transcript(talk)}`,
    })
    const sentences = output.sections.flatMap(({ sentences }) => sentences)
    expect(sentences).toHaveLength(6)
    expect(sentences[0]).toEqual({
      text: 'The first pendulum clock was built in 1656 by Christiaan Huygens in The Hague.',
      cites: ['s2'],
    })
  })

  it('judges claims by the words and numbers in the cited segments and two segments around them', async () => {
    const claims = [
      '[c1 s2] The first pendulum clock was built in 1656 by Christiaan Huygens.',
      '[c2 s2] The first pendulum clock was built in 1657 by Christiaan Huygens.',
      '[c3 s4] The pendulum lost fifteen seconds.',
      '[c4 s12] The pendulum lost fifteen seconds.',
      '[c5 s3] Bananas are exported from Ecuador.',
      '[c6 s3] A good clock lost 15 minutes a day.',
    ].join('\n')
    const question = { system: 'TASK: judge', prompt: block('CLAIMS', claims) + transcript(talk) }
    const { output } = await generateObject(model(), schemas.judge, question)
    expect(output.verdicts).toEqual(
      [true, false, true, false, false, true].map((supported, index) => ({ id: `c${index + 1}`, supported })),
    )
  })

  it('answers a question from the lines that share its words, or reports that nothing was found', async () => {
    const ask = async (question: string) => {
      const prompt = block('QUESTION', question) + transcript(talk)
      return (await generateObject(model(), schemas.answer, { system: 'TASK: answer', prompt })).output
    }
    expect(await ask('How many years did Harrison spend on the sea clocks?')).toMatchObject({
      found: true,
      sentences: [{ text: 'John Harrison spent 31 years on his sea clocks.', cites: ['s8'] }],
    })
    expect((await ask('And caesium?')).sentences.map(({ cites }) => cites)).toEqual([['s11']])
    expect(await ask('What do penguins eat in winter?')).toEqual({ found: false, sentences: [] })
  })

  it('streams the same answer in many pieces and reports token usage', async () => {
    const question = { system: 'TASK: single', prompt: transcript(talk) }
    const { output, usage } = await generateObject(model(), schemas.final, question)
    const stream = streamObject(model(), schemas.final, question)
    const pieces = await Array.fromAsync(stream.textStream)
    expect(pieces.length).toBeGreaterThan(10)
    expect(await stream.output).toEqual(output)
    const length = pieces.join('').length
    expect(usage).toMatchObject({
      inputTokens: Math.ceil((question.system + question.prompt).length / 4),
      outputTokens: Math.ceil(length / 4),
    })
    expect(await stream.usage).toMatchObject({ inputTokens: usage.inputTokens, outputTokens: usage.outputTokens })
    expect(await stream.finishReason).toBe('stop')
  })

  it('translates points with the given dictionary, but keeps quotes in the original language', async () => {
    const words: Record<string, string> = { Uhr: 'clock', Pendel: 'pendulum', Schiff: 'ship' }
    const german = await startFakeLlm({
      translate: text => text.replace(/\p{L}+/gu, word => words[word] ?? word),
    })
    const prompt = transcript([
      'das Pendel der Uhr schwingt',
      'die Uhr geht auf dem Schiff falsch',
      'ein Schiff braucht eine gute Uhr',
    ])
    const { output } = await generateObject(createModelClient(german.url, dialect), schemas.chunk, {
      system: 'TASK: chunk',
      prompt,
    })
    await german.close()
    expect(output.points[0]!.text).toBe('Das pendulum der clock schwingt.')
    expect(extractContentWords(output.quotes.map(({ text }) => text).join(' '))).toContain('uhr')
  })
})
