import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openAiAnswer, whisperCppAnswer } from './answers.ts'
import { asAnswered, type SttFault } from './faults.ts'
import type { Line } from './line.ts'
import { hearByPocketsphinx } from './pocketsphinx.ts'

export type { SttFault } from './faults.ts'
export { type Line, lineOf } from './line.ts'
export { hasPocketsphinx } from './pocketsphinx.ts'

/** A sound as it was sent. */
export interface SentSound {
  /** SHA-256 of its bytes. */
  hash: string
  bytes: Uint8Array
  /** Of the two forms that are sent: MP3 of 32 kbit/s, and WAV of 16 kHz. */
  seconds: number
  fields: Record<string, string[]>
}

/** Who listens: pocketsphinx, or a script that knows what is said. */
export type Ear = (sound: SentSound) => Line[] | Promise<Line[]>

export interface FakeSttConfig {
  port?: number
  /** Pocketsphinx unless told otherwise. */
  ear?: Ear
  /** The key that must be shown; any, or none, unless told otherwise. */
  key?: string
}

export interface FakeStt {
  /** Without a path: OpenAI's lies at `/v1`, whisper.cpp's at the root. */
  url: string
  /** The sounds sent so far, in order. */
  heard: SentSound[]
  /** How many requests are being answered, and how many there were at most at a time. */
  load: { now: number; most: number }
  fault(fault: SttFault): () => void
  close(): Promise<void>
}

/** What OpenAI takes at most. */
const mostBytes = 25 * 2 ** 20

/** Starts a stand-in of speech to text that speaks OpenAI's protocol and that of whisper.cpp's server. */
export async function startFakeStt(config: FakeSttConfig = {}): Promise<FakeStt> {
  const { port = 0, ear = ({ bytes }) => hearByPocketsphinx(bytes), key } = config
  const heard: SentSound[] = []
  const load = { now: 0, most: 0 }
  let laid: { fault: SttFault; left: number } | undefined

  const takeFault = (): SttFault | undefined => {
    if (!laid || laid.left <= 0) return undefined
    laid.left--
    return laid.fault
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const say = (status: number, body: string, type = 'application/json') =>
      void response.writeHead(status, { 'content-type': type }).end(body)
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    const isOpenAi = request.url === '/v1/audio/transcriptions'
    if (request.method !== 'POST' || !(isOpenAi || request.url === '/inference')) return say(404, 'File Not Found')
    if (key !== undefined && request.headers.authorization !== `Bearer ${key}`)
      return say(401, '{"error":{"message":"Incorrect API key provided","code":"invalid_api_key"}}')
    if (body.byteLength > mostBytes) return say(413, '{"error":{"message":"Maximum content size limit exceeded"}}')
    const sound = await soundIn(request, body)
    if (sound === null) return say(400, '{"error":"no \'file\' field in the request"}')
    if (!isOpenAi && !isWav(sound.bytes)) return say(400, '{"error":"failed to read WAV file"}')
    heard.push(sound)
    const fault = takeFault()
    if (fault?.kind === 'hang') return
    if (fault?.kind === 'refuse') return void response.destroy()
    if (fault?.kind === 'status')
      return void response.writeHead(fault.status, fault.headers).end('{"error":{"message":"no"}}')
    const asked = {
      format: sound.fields.response_format?.[0] ?? 'json',
      granularities: sound.fields['timestamp_granularities[]'] ?? [],
    }
    const lines = await ear(sound)
    const right = (isOpenAi ? openAiAnswer : whisperCppAnswer)(lines, sound.seconds, asked)
    if (fault?.kind === 'truncated') return truncate(response, right)
    if (fault?.kind === 'drip') return drip(response, right)
    const sent = fault ? asAnswered[fault.kind](right) : { body: right, type: 'application/json' }
    say(200, sent.body, sent.type)
  }

  const server = createServer((request, response) => {
    load.most = Math.max(load.most, ++load.now)
    response.once('close', () => {
      load.now--
    })
    answer(request, response).catch(error => response.writeHead(500).end(String(error)))
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    load,
    fault(fault) {
      laid = { fault, left: fault.times ?? Number.POSITIVE_INFINITY }
      return () => {
        laid = undefined
      }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function soundIn(request: IncomingMessage, body: Buffer): Promise<SentSound | null> {
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) return null
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const file = form.get('file')
  if (!(file instanceof Blob)) return null
  const bytes = new Uint8Array(await file.arrayBuffer())
  const fields: SentSound['fields'] = {}
  for (const [name, value] of form) if (typeof value === 'string') fields[name] = [...(fields[name] ?? []), value]
  const seconds = isWav(bytes) ? (bytes.byteLength - 44) / 32_000 : bytes.byteLength / 4_000
  return { hash: createHash('sha256').update(bytes).digest('hex'), bytes, seconds, fields }
}

const isWav = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'RIFF'

function truncate(response: ServerResponse, right: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(right) })
  response.write(right.slice(0, right.length / 2), () => response.destroy())
}

function drip(response: ServerResponse, right: string): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  let sent = 0
  const timer = setInterval(() => response.write(right[sent++ % right.length]!), 50)
  response.once('close', () => clearInterval(timer))
}
