import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Fault, faultRegister, page, spoiled } from './faults.ts'
import {
  type Answer,
  answerOf,
  json,
  refusal,
  type SoundForm,
  unknownVoice,
  type Wish,
  type Written,
  wishOf,
} from './protocols.ts'
import { atServiceRate, hum, type Say, type Spoken } from './spoken.ts'

export type { Fault } from './faults.ts'
export type { Wish, Written } from './protocols.ts'
export type { Say, Spoken } from './spoken.ts'

export interface FakeTtsOptions {
  port?: number
  /** Names of the voices it has, by id. */
  voices?: Record<string, string>
  /** Asked for in each call, where it is set. */
  key?: string
  /** How a text is said; a hum with the lengths of speech unless something speaks better. */
  say?: Say
  /** What OpenAI's path and Kokoro's can be asked for; both forms unless told otherwise. */
  forms?: readonly SoundForm[]
  /** Writes the sound in its own way, whatever was asked for, at the rate at which the voice speaks. */
  write?: (spoken: Spoken, asked: SoundForm) => Written
  /** How long an answer takes: a while before the first sound, and a share of how long the sound is. */
  latency?: { firstMs: number; perSpokenSecondMs: number }
}

export interface FakeTts {
  url: string
  /** What was asked for, in order, refused or not. */
  wishes: Wish[]
  /** The most calls that were open at the same time. */
  mostAtOnce(): number
  /** Calls that are open now. */
  open(): number
  /** Lays a fault on every call; returns what takes it away. */
  fault(fault: Fault): () => void
  clearFaults(): void
  close(): Promise<void>
}

const usualVoices = { alloy: 'Alloy', coral: 'Coral' }

/** Starts a stand-in of speech services: OpenAI's and those like it, Kokoro-FastAPI and ElevenLabs, all at one address. */
export async function startFakeTts(options: FakeTtsOptions = {}): Promise<FakeTts> {
  const { voices = usualVoices, key, say = hum, forms = ['wav', 'pcm'], write, latency } = options
  const faults = faultRegister()
  const wishes: Wish[] = []
  const open = new Set<IncomingMessage>()
  let mostAtOnce = 0

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fake')
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8')
    if (url.pathname === '/v1/voices') return send(response, voiceList())
    const wish = wishOf(request.method ?? 'GET', url, body, forms)
    if (!wish) return send(response, json(404, { detail: 'Not Found' }))
    if ('status' in wish) return send(response, wish)
    wishes.push(wish)
    if (key && keyOf(request) !== key) return send(response, refusal(wish.protocol, 401, 'Invalid API key'))
    const fault = faults.take()
    if (fault && goesWrong(fault, response)) return
    const number = Object.keys(voices).indexOf(wish.voice)
    if (number < 0) return send(response, unknownVoice(wish))
    const said = await say(wish.text, number)
    const spoken = write ? said : atServiceRate(said)
    if (latency) await sleep(latency.firstMs + latency.perSpokenSecondMs * secondsOf(spoken))
    deliver(response, answerOf(wish, spoken, spoiled(spoken.pcm, fault), fault, write?.(spoken, wish.form)), fault)
  }

  const voiceList = (): Answer =>
    json(200, { voices: Object.entries(voices).map(([voice_id, name]) => ({ voice_id, name, category: 'premade' })) })

  const server = createServer((request, response) => {
    open.add(request)
    mostAtOnce = Math.max(mostAtOnce, open.size)
    response.once('close', () => open.delete(request))
    answer(request, response).catch(error => response.headersSent || response.writeHead(500).end(String(error)))
  }).listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    wishes,
    mostAtOnce: () => mostAtOnce,
    open: () => open.size,
    fault: faults.lay,
    clearFaults: faults.clear,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const keyOf = ({ headers }: IncomingMessage): string | undefined =>
  String(headers['xi-api-key'] ?? headers.authorization?.replace(/^Bearer /, ''))

const secondsOf = ({ pcm, sampleRate }: Spoken): number => pcm.length / sampleRate

/** Faults for which the service need not even speak; true when one of them was the answer. */
function goesWrong(fault: Fault, response: ServerResponse): boolean {
  switch (fault.kind) {
    case 'refuse':
      response.destroy()
      return true
    case 'hang':
      return true
    case 'status':
      response
        .writeHead(fault.status, { 'content-type': 'application/json', ...retryAfter(fault) })
        .end('{"detail":"no"}')
      return true
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end(page)
      return true
    case 'empty':
      response.writeHead(200, { 'content-type': 'audio/pcm', 'content-length': 0 }).end()
      return true
    default:
      return false
  }
}

function retryAfter({ retryAfter: wait }: Fault & { kind: 'status' }): Record<string, string> {
  if (!wait) return {}
  const until = new Date(Date.now() + wait.seconds * 1000).toUTCString()
  return { 'retry-after': wait.as === 'date' ? until : String(wait.seconds) }
}

function deliver(response: ServerResponse, answer: Answer, fault: Fault | undefined): void {
  const head = { 'content-type': answer.contentType, 'content-length': answer.body.byteLength }
  if (fault?.kind === 'truncated') {
    response.writeHead(200, head)
    response.write(answer.body.subarray(0, answer.body.byteLength / 2), () => response.destroy())
  } else if (fault?.kind === 'drip') drip(response, answer)
  else send(response, answer)
}

function drip(response: ServerResponse, { contentType, body }: Answer): void {
  response.writeHead(200, { 'content-type': contentType })
  let at = 0
  const drops = setInterval(() => response.write(body.subarray(at, ++at)), 50)
  response.once('close', () => clearInterval(drops))
}

function send(response: ServerResponse, { status, contentType, body }: Answer): void {
  response.writeHead(status, { 'content-type': contentType, 'content-length': body.byteLength }).end(body)
}
