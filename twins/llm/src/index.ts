import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerTo, type Translate } from './answers.ts'
import type { Answer, Asked, Dialect, Incoming, Refused } from './dialect.ts'
import { openai } from './dialects/openai.ts'
import { type FaultLimits, faultRegister, type LlmFault, retryAfterOf } from './faults.ts'
import { type Latency, paceOf, writeAtPace } from './pace.ts'
import { type Prompt, readPrompt } from './prompt.ts'
import { fit, smallest } from './schema.ts'
import { type Said, spoil } from './spoil.ts'

export type { Translate } from './answers.ts'
export type { FaultLimits, LlmFault } from './faults.ts'
export type { Latency } from './pace.ts'

export type DialectName = Dialect['name']

export interface LlmTwinConfig {
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

/** One request that asked for words. */
export interface LlmCall {
  dialect: DialectName
  /** `free` where the prompt names none, or could not be read. */
  task: string
  model: string
  streamed: boolean
  promptTokens: number
  completionTokens: number
  /** The status answered; 0 where there was none. */
  status: number
  fault?: LlmFault['kind']
  /** Milliseconds since 1970. */
  startedAt: number
  /** Absent while it runs. */
  endedAt?: number
  body: unknown
}

export interface LlmTwin {
  /** `http://127.0.0.1:PORT`, without a version. */
  url: string
  calls: LlmCall[]
  /** The most calls that ran at the same time. */
  atOnce(): number
  /** Lays a fault; returns what takes it away. */
  fault(fault: LlmFault, limits?: FaultLimits): () => void
  close(): Promise<void>
}

const known: readonly Dialect[] = [openai]

/** Starts a stand-in of language models, which answers by rule out of the words that it is asked with. */
export async function startLlmTwin({
  port = 0,
  key,
  models,
  dialects,
  latency,
  speedup = 1,
  translate,
}: LlmTwinConfig = {}): Promise<LlmTwin> {
  const spoken = known.filter(({ name }) => dialects?.includes(name) ?? true)
  const faults = faultRegister()
  const calls: LlmCall[] = []
  let running = 0
  let most = 0

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const incoming = incomingOf(request)
    const dialect = spoken.find(dialect => dialect.serves(incoming))
    if (!dialect) return sendJson(response, { status: 404, body: { error: { message: 'Not Found' } } })
    const isAllowed = key === undefined || dialect.keyOf(incoming) === key
    if (incoming.method === 'GET')
      return sendJson(
        response,
        isAllowed
          ? { status: 200, body: dialect.models(models ?? ['twin']) }
          : dialect.refuse.key(dialect.keyOf(incoming)),
      )
    const call = begin(dialect, response)
    const body = parsed(Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8'))
    call.body = body
    const asked = isAllowed ? read(dialect, incoming, body) : dialect.refuse.key(dialect.keyOf(incoming))
    if ('status' in asked) return sendJson(response, asked)
    await speak(dialect, asked, call, response)
  }

  function read(dialect: Dialect, incoming: Incoming, body: unknown): Asked | Refused {
    if (body === undefined) return dialect.refuse.json()
    const asked = dialect.read(incoming, body)
    if ('status' in asked) return asked
    return models && !models.includes(asked.model) ? dialect.refuse.model(asked.model) : asked
  }

  function begin(dialect: Dialect, response: ServerResponse): LlmCall {
    const call: LlmCall = {
      dialect: dialect.name,
      task: 'free',
      model: '',
      streamed: false,
      promptTokens: 0,
      completionTokens: 0,
      status: 0,
      startedAt: Date.now(),
      body: undefined,
    }
    calls.push(call)
    running += 1
    most = Math.max(most, running)
    response.once('close', () => {
      running -= 1
      call.endedAt = Date.now()
      call.status = response.headersSent ? response.statusCode : 0
    })
    return call
  }

  async function speak(dialect: Dialect, asked: Asked, call: LlmCall, response: ServerResponse): Promise<void> {
    const prompt = readPrompt(asked.system, asked.user)
    const fault = faults.take(prompt.task)
    const said = withinLimit(spoil(fault, formed(prompt, asked, translate), prompt), asked, fault)
    const reply: Answer = {
      ...said,
      promptTokens: tokensOf(asked.system + asked.user),
      completionTokens: tokensOf(said.text),
    }
    const { promptTokens, completionTokens } = reply
    Object.assign(call, {
      task: prompt.task,
      model: asked.model,
      streamed: asked.isStreamed,
      promptTokens,
      completionTokens,
    })
    call.fault = fault?.kind
    if (fault?.kind === 'hang') return
    if (fault?.kind === 'refuse') return void response.socket?.resetAndDestroy()
    if (fault?.kind === 'status') {
      if (fault.retryAfter !== undefined) response.setHeader('retry-after', retryAfterOf(fault.retryAfter))
      return sendJson(response, dialect.refuse.status(fault.status))
    }
    const parts = asked.isStreamed ? dialect.events(asked, reply) : [JSON.stringify(dialect.whole(asked, reply))]
    const pace = paceOf(latency, reply, speedup)
    await send(response, asked, parts, pace, fault)
  }

  async function send(
    response: ServerResponse,
    { isStreamed }: Asked,
    parts: readonly string[],
    pace: { leadMs: number; spanMs: number },
    fault: LlmFault | undefined,
  ): Promise<void> {
    const head = { status: 200, contentType: isStreamed ? 'text/event-stream; charset=utf-8' : 'application/json' }
    const bytes = Buffer.from(parts.join(''))
    switch (fault?.kind) {
      case 'drip': {
        const spanMs = (bytes.byteLength * fault.everyMs) / speedup
        await writeAtPace(
          response,
          head,
          [...bytes].map(byte => Uint8Array.of(byte)),
          { ...pace, spanMs },
        )
        return void response.end()
      }
      case 'stall':
      case 'truncated':
        await writeAtPace(response, head, [bytes.subarray(0, bytes.byteLength / 2)], pace)
        if (fault.kind === 'stall') return
        return void (fault.by === 'break' ? response.destroy() : response.end())
      default:
        await writeAtPace(response, head, parts, pace)
        response.end()
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(error => {
      console.error(error)
      response.destroy()
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    atOnce: () => most,
    fault: faults.lay,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function incomingOf({ method = 'GET', url = '/', headers }: IncomingMessage): Incoming {
  const { pathname, searchParams } = new URL(url, 'http://twin')
  return { method, path: pathname, query: searchParams, headers }
}

/** The right answer in the form that is asked for. */
function formed(prompt: Prompt, { form }: Asked, translate?: Translate): object | string {
  const answer = answerTo(prompt, translate)
  if (answer) return form?.schema ? (fit(answer, form.schema) as object) : answer
  if (!form) return 'This is an answer of the stand-in.'
  return form.schema ? (smallest(form.schema) as object) : {}
}

/** No more is said than the request allows, except by a model that keeps to nothing. */
function withinLimit(said: Said, { maxTokens }: Asked, fault: LlmFault | undefined): Said {
  if (maxTokens === undefined || tokensOf(said.text) <= maxTokens || fault?.kind === 'too-long') return said
  return { text: said.text.slice(0, maxTokens * 4), ending: 'length' }
}

const tokensOf = (text: string): number => Math.ceil(text.length / 4)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function sendJson(response: ServerResponse, { status, body }: Refused): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
