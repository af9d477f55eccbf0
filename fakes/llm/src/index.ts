import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFaultRegistry } from '@recaps/fake-parts'
import type { Translate } from './answers.ts'
import { createCallRecorder, type LlmCall } from './calls.ts'
import type { CompletionRequest, Dialect, DialectName, ErrorAnswer, Incoming } from './dialect.ts'
import { anthropic } from './dialects/anthropic.ts'
import { google } from './dialects/google.ts'
import { openai } from './dialects/openai.ts'
import { type FaultLimits, formatRetryAfter, type LlmFault } from './faults.ts'
import { parseJson } from './json.ts'
import { computePace, type Latency } from './pace.ts'
import { parsePrompt } from './prompt.ts'
import { replyTo } from './reply.ts'
import { send, sendJson } from './send.ts'

export type { Translate } from './answers.ts'
export type { LlmCall } from './calls.ts'
export type { DialectName } from './dialect.ts'
export type { FaultLimits, LlmFault } from './faults.ts'
export type { Latency } from './pace.ts'

export interface FakeLlmConfig {
  /** 0 (the default) takes a free port. */
  port?: number
  /** Required API key; by default requests need none. */
  key?: string
  /** Names of the available models; by default any name is accepted. */
  models?: readonly string[]
  dialects?: readonly DialectName[]
  /** By default answers are sent immediately. */
  latency?: Latency
  /** Divides all delays. */
  speedup?: number
  /** Translates transcripts that are not English; by default they are not translated. */
  translate?: Translate
}

export interface FakeLlm {
  /** `http://127.0.0.1:PORT`, without a version. */
  url: string
  calls: LlmCall[]
  /** Highest number of simultaneous calls so far. */
  maxConcurrent(): number
  /** Injects a fault and returns a function that removes it. */
  fault(fault: LlmFault, limits?: FaultLimits): () => void
  close(): Promise<void>
}

const allDialects: readonly Dialect[] = [openai, anthropic, google]

/** Starts a fake language model, which answers by fixed rules with words of the prompt. */
export async function startFakeLlm({
  port = 0,
  key,
  models,
  dialects,
  latency,
  speedup = 1,
  translate,
}: FakeLlmConfig = {}): Promise<FakeLlm> {
  const enabledDialects = allDialects.filter(({ name }) => dialects?.includes(name) ?? true)
  const faults = createFaultRegistry<LlmFault>()
  const { calls, begin, maxConcurrent } = createCallRecorder()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const incoming = incomingOf(request)
    const dialect = enabledDialects.find(dialect => dialect.serves(incoming))
    if (!dialect) return sendJson(response, { status: 404, body: { error: { message: 'Not Found' } } })
    const sentKey = dialect.keyOf(incoming)
    const keyError = key === undefined || sentKey === key ? undefined : dialect.errors.key(sentKey)
    if (incoming.method === 'GET')
      return sendJson(response, keyError ?? { status: 200, body: dialect.models(models ?? ['fake']) })
    const call = begin(dialect.name, response)
    call.body = parseJson(Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8'))
    const parsed = keyError ?? parse(dialect, incoming, call.body)
    if ('status' in parsed) return sendJson(response, parsed)
    await complete(dialect, parsed, call, response)
  }

  function parse(dialect: Dialect, incoming: Incoming, body: unknown): CompletionRequest | ErrorAnswer {
    if (body === undefined) return dialect.errors.json()
    const parsed = dialect.parse(incoming, body)
    if ('status' in parsed) return parsed
    return models && !models.includes(parsed.model) ? dialect.errors.model(parsed.model) : parsed
  }

  async function complete(
    dialect: Dialect,
    request: CompletionRequest,
    call: LlmCall,
    response: ServerResponse,
  ): Promise<void> {
    const prompt = parsePrompt(request.system, request.user)
    const fault = faults.take(prompt.task)
    const reply = replyTo(prompt, request, fault, translate)
    const { promptTokens, completionTokens } = reply
    const { model, isStreamed } = request
    Object.assign(call, { task: prompt.task, model, streamed: isStreamed, promptTokens, completionTokens })
    call.fault = fault?.kind
    if (fault?.kind === 'hang') return
    if (fault?.kind === 'refuse') return void response.socket?.resetAndDestroy()
    if (fault?.kind === 'status') {
      if (fault.retryAfter !== undefined) response.setHeader('retry-after', formatRetryAfter(fault.retryAfter))
      return sendJson(response, dialect.errors.status(fault.status))
    }
    const contentType = isStreamed ? 'text/event-stream; charset=utf-8' : 'application/json'
    const parts = isStreamed ? dialect.events(request, reply) : [JSON.stringify(dialect.completeBody(request, reply))]
    const pace = computePace(latency, reply, speedup, calls.length - 1)
    if (fault?.kind === 'drip') pace.spanMs = (Buffer.byteLength(parts.join('')) * fault.everyMs) / speedup
    await send(response, { contentType, parts, pace }, fault)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(error => {
      // Don't log clients that disconnect while sending their request.
      if (!response.destroyed) console.error(error)
      response.destroy()
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    maxConcurrent,
    fault: (fault, { task, ...limits } = {}) =>
      faults.inject(fault, task === undefined ? limits : { ...limits, endpoint: task }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function incomingOf({ method = 'GET', url = '/', headers }: IncomingMessage): Incoming {
  const { pathname, searchParams } = new URL(url, 'http://fake')
  return { method, path: pathname, query: searchParams, headers }
}
