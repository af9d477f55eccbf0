import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { applyAudioFault, createFaultRegistry, type Fault, proxyErrorPage } from './faults.ts'
import { atServiceRate, type GeneratedSpeech, hum, type Speak } from './generated-speech.ts'
import {
  type Answer,
  type AudioFormat,
  createAnswer,
  type EncodedAudio,
  json,
  parseSpeechRequest,
  refusal,
  type SpeechRequest,
  unknownVoice,
} from './protocols.ts'

export type { Fault } from './faults.ts'
export type { GeneratedSpeech, Speak } from './generated-speech.ts'
export type { EncodedAudio, SpeechRequest } from './protocols.ts'

export interface FakeTtsOptions {
  port?: number
  /** Available voices: names by id. */
  voices?: Record<string, string>
  /** Required API key; by default requests need none. */
  key?: string
  /** Generates the speech; by default a hum with realistic timing. */
  speak?: Speak
  /** Formats that the OpenAI and Kokoro APIs accept; by default both. */
  formats?: readonly AudioFormat[]
  /** Encodes the audio in a custom way, at the voice's own sample rate, whatever format was requested. */
  encode?: (spoken: GeneratedSpeech, requested: AudioFormat) => EncodedAudio
  /** Delay of an answer: a fixed part, and a part per second of audio. */
  latency?: { firstMs: number; perSpokenSecondMs: number }
}

export interface FakeTts {
  url: string
  /** All speech requests in order, including rejected ones. */
  requests: SpeechRequest[]
  /** Highest number of simultaneous requests so far. */
  maxConcurrent(): number
  /** Number of requests in progress. */
  inProgress(): number
  /** Injects a fault and returns a function that removes it. */
  fault(fault: Fault): () => void
  clearFaults(): void
  close(): Promise<void>
}

const defaultVoices = { alloy: 'Alloy', coral: 'Coral' }

/** Starts a fake of speech services, all at one address: OpenAI and compatible ones, Kokoro-FastAPI and ElevenLabs. */
export async function startFakeTts(options: FakeTtsOptions = {}): Promise<FakeTts> {
  const { voices = defaultVoices, key, speak = hum, formats = ['wav', 'pcm'], encode, latency } = options
  const faults = createFaultRegistry()
  const speechRequests: SpeechRequest[] = []
  const open = new Set<IncomingMessage>()
  let mostAtOnce = 0

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fake')
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8')
    if (url.pathname === '/v1/voices') return send(response, voiceList())
    const speechRequest = parseSpeechRequest(request.method ?? 'GET', url, body, formats)
    if (!speechRequest) return send(response, json(404, { detail: 'Not Found' }))
    if ('status' in speechRequest) return send(response, speechRequest)
    speechRequests.push(speechRequest)
    if (key && keyOf(request) !== key) return send(response, refusal(speechRequest.protocol, 401, 'Invalid API key'))
    const fault = faults.take()
    if (fault && sendFault(fault, response)) return
    const voiceNumber = Object.keys(voices).indexOf(speechRequest.voice)
    if (voiceNumber < 0) return send(response, unknownVoice(speechRequest))
    const speech = await speak(speechRequest.text, voiceNumber)
    const spoken = encode ? speech : atServiceRate(speech)
    if (latency) await sleep(latency.firstMs + latency.perSpokenSecondMs * secondsOf(spoken))
    deliver(
      response,
      createAnswer(
        speechRequest,
        spoken,
        applyAudioFault(spoken.pcm, fault),
        fault,
        encode?.(spoken, speechRequest.format),
      ),
      fault,
    )
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
    requests: speechRequests,
    maxConcurrent: () => mostAtOnce,
    inProgress: () => open.size,
    fault: faults.inject,
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

const secondsOf = ({ pcm, sampleRate }: GeneratedSpeech): number => pcm.length / sampleRate

/** Answers with the faults that need no speech. Returns false for other faults. */
function sendFault(fault: Fault, response: ServerResponse): boolean {
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
      response.writeHead(200, { 'content-type': 'text/html' }).end(proxyErrorPage)
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
  const headers = { 'content-type': answer.contentType, 'content-length': answer.body.byteLength }
  if (fault?.kind === 'truncated') {
    response.writeHead(200, headers)
    response.write(answer.body.subarray(0, answer.body.byteLength / 2), () => response.destroy())
  } else if (fault?.kind === 'drip') drip(response, answer)
  else send(response, answer)
}

function drip(response: ServerResponse, { contentType, body }: Answer): void {
  response.writeHead(200, { 'content-type': contentType })
  let at = 0
  const timer = setInterval(() => response.write(body.subarray(at, ++at)), 50)
  response.once('close', () => clearInterval(timer))
}

function send(response: ServerResponse, { status, contentType, body }: Answer): void {
  response.writeHead(status, { 'content-type': contentType, 'content-length': body.byteLength }).end(body)
}
