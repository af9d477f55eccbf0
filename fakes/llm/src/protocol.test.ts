import { generateText, jsonSchema, Output } from 'ai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createModelClient,
  generateObject,
  generateProse,
  type Question,
  schemas,
  streamObject,
  talk,
  transcript,
} from './fixtures/model-clients.ts'
import { type DialectName, type FakeLlm, startFakeLlm } from './index.ts'

const hello: Question = { system: 'You are kind.', prompt: 'Hello?' }
const key = 'the-right-key'

/** Raw requests and error bodies of each protocol. */
const wires = {
  openai: {
    path: () => '/v1/chat/completions',
    headers: { authorization: `Bearer ${key}` },
    body: (model: string): object => ({ model, messages: [{ role: 'user', content: 'Hello?' }] }),
    without: 'messages',
    models: '/v1/models',
    keyStatus: { wrong: 401, missing: 401 },
    error: { error: { message: expect.any(String), type: 'invalid_request_error' } },
  },
  anthropic: {
    path: () => '/v1/messages',
    headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
    body: (model: string): object => ({ model, max_tokens: 100, messages: [{ role: 'user', content: 'Hello?' }] }),
    without: 'messages',
    models: '/v1/models',
    keyStatus: { wrong: 401, missing: 401 },
    error: { type: 'error', error: { type: expect.stringMatching(/_error$/), message: expect.any(String) } },
  },
  google: {
    path: (model: string) => `/v1beta/models/${model}:generateContent`,
    headers: { 'x-goog-api-key': key },
    body: (): object => ({ contents: [{ role: 'user', parts: [{ text: 'Hello?' }] }] }),
    without: 'contents',
    models: '/v1beta/models',
    keyStatus: { wrong: 400, missing: 403 },
    error: {
      error: { code: expect.any(Number), message: expect.any(String), status: expect.stringMatching(/^[A-Z_]+$/) },
    },
  },
}

describe.each<DialectName>(['openai', 'anthropic', 'google'])('%s protocol of the fake language model', dialect => {
  const wire = wires[dialect]
  let fake: FakeLlm
  beforeAll(async () => {
    fake = await startFakeLlm({ key, models: ['small', 'large'] })
  })
  afterAll(() => fake.close())
  const model = (name = 'small', apiKey = key) => createModelClient(fake.url, dialect, { apiKey, name })
  const post = async (body: string, { name = 'small', headers = wire.headers as Record<string, string> } = {}) => {
    const answer = await fetch(fake.url + wire.path(name), { method: 'POST', headers, body })
    return { status: answer.status, body: await answer.json() }
  }

  it('lists the models for a valid key', async () => {
    const answer = await fetch(fake.url + wire.models, { headers: wire.headers as Record<string, string> })
    expect(JSON.stringify(await answer.json())).toMatch(/small.*large/)
    expect((await fetch(fake.url + wire.models)).status).not.toBe(200)
  })

  it('rejects a wrong and a missing API key', async () => {
    const { wrong, missing } = wire.keyStatus
    await expect(generateProse(model('small', 'wrong'), hello)).rejects.toMatchObject({
      statusCode: wrong,
      isRetryable: false,
    })
    const { 'anthropic-version': version } = wire.headers as Record<string, string>
    const answer = await post(JSON.stringify(wire.body('small')), {
      headers: version ? { 'anthropic-version': version } : {},
    })
    expect(answer.status).toBe(missing)
    expect(answer.body).toMatchObject(wire.error)
  })

  it('answers 404 for an unknown model', async () => {
    await expect(generateProse(model('huge'), hello)).rejects.toMatchObject({
      statusCode: 404,
      message: expect.stringContaining('huge'),
    })
  })

  it('answers 400 for missing messages, empty messages and invalid JSON', async () => {
    const { [wire.without]: _, ...rest } = wire.body('small') as Record<string, unknown>
    for (const body of [
      JSON.stringify(rest),
      JSON.stringify({ ...rest, [wire.without]: [] }),
      '{"model": "sm',
      '[]',
      '',
    ]) {
      const answer = await post(body)
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject(wire.error)
    }
    expect((await post(JSON.stringify(wire.body('small')))).status).toBe(200)
  })

  it('answers 404 for unknown paths and disabled protocols', async () => {
    expect((await fetch(`${fake.url}/v1/embeddings`, { method: 'POST' })).status).toBe(404)
    const mute = await startFakeLlm({ dialects: [] })
    await expect(generateProse(createModelClient(mute.url, dialect), hello)).rejects.toMatchObject({ statusCode: 404 })
    await mute.close()
  })

  it('answers unknown tasks with a sentence, or with the smallest object that matches the schema', async () => {
    expect((await generateProse(model(), hello)).text).toMatch(/^[A-Z].+\.$/)
    const schema = jsonSchema<{ ok: boolean; kind: string; list: number[]; note: string }>({
      type: 'object',
      properties: {
        ok: { type: 'boolean' },
        kind: { type: 'string', enum: ['good', 'bad'] },
        list: { type: 'array', items: { type: 'number' } },
        note: { type: 'string' },
      },
      required: ['ok', 'kind', 'list', 'note'],
      additionalProperties: false,
    })
    const { output } = await generateText({
      model: model(),
      ...hello,
      output: Output.object({ schema }),
      maxOutputTokens: 100,
    })
    expect(output).toEqual({ ok: false, kind: 'good', list: [], note: 'nothing' })
  })

  it('leaves out fields that the schema does not define', async () => {
    const schema = schemas.chunk.omit({ quotes: true })
    const { text } = await generateObject(model(), schema, { system: 'TASK: chunk', prompt: transcript(talk) })
    expect(Object.keys(JSON.parse(text))).toEqual(['title', 'points'])
  })

  it('simulates latency, counts simultaneous calls and records all calls', async () => {
    const slow = await startFakeLlm({
      latency: { firstTokenMs: 500, tokensPerSecond: 100, promptTokensPerSecond: 2000 },
      speedup: 5,
    })
    const question = { system: 'TASK: single', prompt: transcript(talk) }
    const slowModel = createModelClient(slow.url, dialect)
    const startedAt = performance.now()
    await Promise.all([1, 2, 3].map(() => generateObject(slowModel, schemas.final, question)))
    const streamedAt = performance.now()
    const arrivedAt: number[] = []
    for await (const _ of streamObject(slowModel, schemas.final, question).textStream) arrivedAt.push(performance.now())
    await slow.close()
    const [call] = slow.calls
    const expectedMs = (500 + (1000 * call!.promptTokens) / 2000 + 10 * call!.completionTokens) / 5
    expect(streamedAt - startedAt).toBeGreaterThan(0.9 * expectedMs)
    expect(streamedAt - startedAt).toBeLessThan(expectedMs + 2000)
    expect(arrivedAt.at(-1)! - streamedAt).toBeGreaterThan(0.9 * expectedMs)
    // On a busy machine the client may read the first pieces late; the rest still arrive one by one.
    expect(arrivedAt.at(-1)! - arrivedAt[0]!).toBeGreaterThan((10 * call!.completionTokens) / 5 / 4)
    expect(slow.maxConcurrent()).toBe(3)
    expect(slow.calls.map(({ task, streamed, status }) => ({ task, streamed, status }))).toEqual([
      ...Array(3).fill({ task: 'single', streamed: false, status: 200 }),
      { task: 'single', streamed: true, status: 200 },
    ])
    expect(call).toMatchObject({ dialect, model: 'fake', body: expect.any(Object) })
    expect(call!.endedAt! - call!.startedAt).toBeGreaterThan(0.9 * expectedMs)
  })
})

describe('openai protocol of the fake language model', () => {
  it('rejects loose strict-mode schemas, and json_object without "JSON" in the prompt, as OpenAI does', async () => {
    const fake = await startFakeLlm()
    const post = async (more: object, content = 'Hello?') => {
      const body = JSON.stringify({ model: 'any', messages: [{ role: 'user', content }], ...more })
      const answer = await fetch(`${fake.url}/v1/chat/completions`, { method: 'POST', body })
      return {
        status: answer.status,
        message: ((await answer.json()) as { error?: { message: string } }).error?.message,
      }
    }
    const strict = (schema: object) => ({
      response_format: { type: 'json_schema', json_schema: { name: 'x', strict: true, schema } },
    })
    const properties = { a: { type: 'array', items: { type: 'object', properties: { b: { type: 'string' } } } } }
    expect(await post(strict({ type: 'object', properties, required: ['a'] }))).toMatchObject({
      status: 400,
      message: expect.stringContaining("'additionalProperties' is required"),
    })
    const optional = { type: 'object', properties: { b: { type: 'string' } }, additionalProperties: false }
    expect(await post(strict(optional))).toMatchObject({ status: 400, message: expect.stringContaining("Missing 'b'") })
    expect(await post({ response_format: { type: 'json_object' } })).toMatchObject({ status: 400 })
    expect(await post({ response_format: { type: 'json_object' } }, 'Answer in JSON.')).toMatchObject({ status: 200 })
    await fake.close()
  })

  it('answers with JSON for a client without schema support', async () => {
    const fake = await startFakeLlm()
    const model = createModelClient(fake.url, 'openai', { hasSchemas: false })
    const question = { system: 'TASK: chunk\nAnswer with JSON.', prompt: transcript(talk) }
    const { output } = await generateObject(model, schemas.chunk, question)
    expect(output.points.length).toBeGreaterThan(3)
    expect(fake.calls[0]!.body).toMatchObject({ response_format: { type: 'json_object' } })
    await fake.close()
  })
})

describe('anthropic protocol of the fake language model', () => {
  it('accepts a schema in output_config, in output_format or as a tool', async () => {
    const fake = await startFakeLlm()
    const question = { system: 'TASK: chunk', prompt: transcript(talk) }
    const [byTool, byForm] = await Promise.all(
      ['unheard-of', 'claude-sonnet-4-5'].map(name =>
        generateObject(createModelClient(fake.url, 'anthropic', { name }), schemas.chunk, question),
      ),
    )
    expect(byTool!.output).toEqual(byForm!.output)
    const [tool, form] = fake.calls
      .map(({ body }) => body)
      .toSorted((a, b) => Object.keys(b!).length - Object.keys(a!).length)
    expect(tool).toMatchObject({ tools: [{ name: 'json' }] })
    expect(form).toMatchObject({ output_config: { format: { type: 'json_schema' } } })
    const { output_config, ...rest } = form as { output_config: { format: object } }
    const answer = await fetch(`${fake.url}/v1/messages`, {
      method: 'POST',
      headers: { 'anthropic-version': '2023-06-01', 'anthropic-beta': 'structured-outputs-2025-11-13' },
      body: JSON.stringify({ ...rest, output_format: output_config.format }),
    })
    expect(JSON.parse(((await answer.json()) as { content: { text: string }[] }).content[0]!.text)).toEqual(
      byForm!.output,
    )
    await fake.close()
  })
})
