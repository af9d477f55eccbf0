import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { faultRegister } from '@recaps/fake-parts'
import type { Translate } from './answers.ts'
import { callRegister, type LlmCall } from './calls.ts'
import type { Asked, Dialect, DialectName, Incoming, Refused } from './dialect.ts'
import { anthropic } from './dialects/anthropic.ts'
import { google } from './dialects/google.ts'
import { openai } from './dialects/openai.ts'
import { type FaultLimits, type LlmFault, retryAfterOf } from './faults.ts'
import { parsedJson } from './json.ts'
import { type Latency, paceOf } from './pace.ts'
import { readPrompt } from './prompt.ts'
import { replyTo } from './reply.ts'
import { send, sendJson } from './send.ts'

export type { Translate } from './answers.ts'
export type { LlmCall } from './calls.ts'
export type { DialectName } from './dialect.ts'
export type { FaultLimits, LlmFault } from './faults.ts'
export type { Latency } from './pace.ts'

export interface FakeLlmConfig {
  /** 0 takes a free port. */
  port?: number
  /** Asked for in each request; without one everybody is served. */
  key?: string
  /** The names it answers to; without them it answers to any. */
  models?: readonly string[]
  dialects?: readonly DialectName[]
  /** Without, it answers at once. */
  latency?: Latency
  /** Divides all waits. */
  speedup?: number
  /** What turns texts into English when the transcript is in another language; without, they stay as they are. */
  translate?: Translate
}

export interface FakeLlm {
  /** `http://127.0.0.1:PORT`, without a version. */
  url: string
  calls: LlmCall[]
  /** The most calls that ran at the same time. */
  atOnce(): number
  /** Lays a fault; returns what takes it away. */
  fault(fault: LlmFault, limits?: FaultLimits): () => void
  close(): Promise<void>
}

const known: readonly Dialect[] = [openai, anthropic, google]

/** Starts a stand-in of language models, which answers by rule out of the words that it is asked with. */
export async function startFakeLlm({
  port = 0,
  key,
  models,
  dialects,
  latency,
  speedup = 1,
  translate,
}: FakeLlmConfig = {}): Promise<FakeLlm> {
  const spoken = known.filter(({ name }) => dialects?.includes(name) ?? true)
  const faults = faultRegister<LlmFault>()
  const { calls, begin, atOnce } = callRegister()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const incoming = incomingOf(request)
    const dialect = spoken.find(dialect => dialect.serves(incoming))
    if (!dialect) return sendJson(response, { status: 404, body: { error: { message: 'Not Found' } } })
    const given = dialect.keyOf(incoming)
    const keyRefused = key === undefined || given === key ? undefined : dialect.refuse.key(given)
    if (incoming.method === 'GET')
      return sendJson(response, keyRefused ?? { status: 200, body: dialect.models(models ?? ['fake']) })
    const call = begin(dialect.name, response)
    call.body = parsedJson(Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8'))
    const asked = keyRefused ?? read(dialect, incoming, call.body)
    if ('status' in asked) return sendJson(response, asked)
    await speak(dialect, asked, call, response)
  }

  function read(dialect: Dialect, incoming: Incoming, body: unknown): Asked | Refused {
    if (body === undefined) return dialect.refuse.json()
    const asked = dialect.read(incoming, body)
    if ('status' in asked) return asked
    return models && !models.includes(asked.model) ? dialect.refuse.model(asked.model) : asked
  }

  async function speak(dialect: Dialect, asked: Asked, call: LlmCall, response: ServerResponse): Promise<void> {
    const prompt = readPrompt(asked.system, asked.user)
    const fault = faults.take(prompt.task)
    const reply = replyTo(prompt, asked, fault, translate)
    const { promptTokens, completionTokens } = reply
    const { model, isStreamed } = asked
    Object.assign(call, { task: prompt.task, model, streamed: isStreamed, promptTokens, completionTokens })
    call.fault = fault?.kind
    if (fault?.kind === 'hang') return
    if (fault?.kind === 'refuse') return void response.socket?.resetAndDestroy()
    if (fault?.kind === 'status') {
      if (fault.retryAfter !== undefined) response.setHeader('retry-after', retryAfterOf(fault.retryAfter))
      return sendJson(response, dialect.refuse.status(fault.status))
    }
    const contentType = isStreamed ? 'text/event-stream; charset=utf-8' : 'application/json'
    const parts = isStreamed ? dialect.events(asked, reply) : [JSON.stringify(dialect.whole(asked, reply))]
    const pace = paceOf(latency, reply, speedup, calls.length - 1)
    if (fault?.kind === 'drip') pace.spanMs = (Buffer.byteLength(parts.join('')) * fault.everyMs) / speedup
    await send(response, { contentType, parts, pace }, fault)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(error => {
      // Who hangs up while still asking is no trouble of ours.
      if (!response.destroyed) console.error(error)
      response.destroy()
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    atOnce,
    fault: (fault, { task, ...limits } = {}) =>
      faults.lay(fault, task === undefined ? limits : { ...limits, endpoint: task }),
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
