import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openAiAnswer, whisperCppAnswer } from './answers.ts'
import { type SttFault, wrongAnswers } from './faults.ts'
import type { Line } from './line.ts'
import { transcribeByPocketsphinx } from './pocketsphinx.ts'

export type { SttFault } from './faults.ts'
export { createLine, type Line } from './line.ts'
export { hasPocketsphinx } from './pocketsphinx.ts'

/** An uploaded audio file with its form fields. */
export interface SentAudio {
  /** SHA-256 of its bytes. */
  hash: string
  bytes: Uint8Array
  /** Duration; assumes WAV at 16 kHz or MP3 at 32 kbit/s, the two formats that are sent. */
  seconds: number
  fields: Record<string, string[]>
}

/** Transcribes an upload: pocketsphinx, or a script that knows the words. */
export type Transcribe = (upload: SentAudio) => Line[] | Promise<Line[]>

export interface FakeSttConfig {
  port?: number
  /** Pocketsphinx by default. */
  transcribe?: Transcribe
  /** Required API key; by default requests need none. */
  key?: string
}

export interface FakeStt {
  /** Base URL without a path. OpenAI's API is at `/v1`, whisper.cpp's at the root. */
  url: string
  /** All uploads so far, in order. */
  uploads: SentAudio[]
  /** Number of requests in progress, now and at most. */
  load: { now: number; most: number }
  fault(fault: SttFault): () => void
  close(): Promise<void>
}

/** Upload limit of OpenAI. */
const maxUploadBytes = 25 * 2 ** 20

/** Starts a fake speech-to-text service with the protocols of OpenAI and of whisper.cpp's server. */
export async function startFakeStt(config: FakeSttConfig = {}): Promise<FakeStt> {
  const { port = 0, transcribe = ({ bytes }) => transcribeByPocketsphinx(bytes), key } = config
  const uploads: SentAudio[] = []
  const load = { now: 0, most: 0 }
  let activeFault: { fault: SttFault; remaining: number } | undefined

  const takeFault = (): SttFault | undefined => {
    if (!activeFault || activeFault.remaining <= 0) return undefined
    activeFault.remaining--
    return activeFault.fault
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const respond = (status: number, body: string, type = 'application/json') =>
      void response.writeHead(status, { 'content-type': type }).end(body)
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    const isOpenAi = request.url === '/v1/audio/transcriptions'
    if (request.method !== 'POST' || !(isOpenAi || request.url === '/inference')) return respond(404, 'File Not Found')
    if (key !== undefined && request.headers.authorization !== `Bearer ${key}`)
      return respond(401, '{"error":{"message":"Incorrect API key provided","code":"invalid_api_key"}}')
    if (body.byteLength > maxUploadBytes)
      return respond(413, '{"error":{"message":"Maximum content size limit exceeded"}}')
    const upload = await readUpload(request, body)
    if (upload === null) return respond(400, '{"error":"no \'file\' field in the request"}')
    if (!isOpenAi && !isWav(upload.bytes)) return respond(400, '{"error":"failed to read WAV file"}')
    uploads.push(upload)
    const fault = takeFault()
    if (fault?.kind === 'hang') return
    if (fault?.kind === 'refuse') return void response.destroy()
    if (fault?.kind === 'status')
      return void response.writeHead(fault.status, fault.headers).end('{"error":{"message":"no"}}')
    const options = {
      format: upload.fields.response_format?.[0] ?? 'json',
      granularities: upload.fields['timestamp_granularities[]'] ?? [],
    }
    const lines = await transcribe(upload)
    const correct = (isOpenAi ? openAiAnswer : whisperCppAnswer)(lines, upload.seconds, options)
    if (fault?.kind === 'truncated') return truncate(response, correct)
    if (fault?.kind === 'drip') return drip(response, correct)
    const sent = fault ? wrongAnswers[fault.kind](correct) : { body: correct, type: 'application/json' }
    respond(200, sent.body, sent.type)
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
    uploads: uploads,
    load,
    fault(fault) {
      activeFault = { fault, remaining: fault.times ?? Number.POSITIVE_INFINITY }
      return () => {
        activeFault = undefined
      }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function readUpload(request: IncomingMessage, body: Buffer): Promise<SentAudio | null> {
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) return null
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const file = form.get('file')
  if (!(file instanceof Blob)) return null
  const bytes = new Uint8Array(await file.arrayBuffer())
  const fields: SentAudio['fields'] = {}
  for (const [name, value] of form) if (typeof value === 'string') fields[name] = [...(fields[name] ?? []), value]
  const seconds = isWav(bytes) ? (bytes.byteLength - 44) / 32_000 : bytes.byteLength / 4_000
  return { hash: createHash('sha256').update(bytes).digest('hex'), bytes, seconds, fields }
}

const isWav = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'RIFF'

function truncate(response: ServerResponse, correct: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(correct) })
  response.write(correct.slice(0, correct.length / 2), () => response.destroy())
}

function drip(response: ServerResponse, correct: string): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  let sent = 0
  const timer = setInterval(() => response.write(correct[sent++ % correct.length]!), 50)
  response.once('close', () => clearInterval(timer))
}
