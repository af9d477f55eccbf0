import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, json } from './answer.ts'
import { type Fault, type FaultRegister, faultyAnswer, shortened } from './faults.ts'
import { type FakeRequest, keyOf, type Question, questionOf } from './question.ts'

export interface Register {
  /** Keys of all questions, in order. */
  requests: string[]
  /** The cookies that came with requests, of those that had some. */
  cookies: string[]
  /** Keys of what nobody could answer. A test that leaves one here fails. */
  unknown: string[]
  /** How often was answered that nothing has changed. */
  unchanged: number
  /** Bytes of whole connections, their heads included: what came in and what went out. */
  readonly traffic: { in: number; out: number }
}

export interface FakeServerDeps {
  port: number
  hostname: string
  answer: (question: Question, request: FakeRequest) => Answer | undefined
  faults: FaultRegister
  register: Omit<Register, 'traffic'>
  /** What steers the fake beside its faults, by the last part of its path. */
  levers: Readonly<Record<string, (asked: unknown) => unknown>>
}

/** A served fake and what has gone over its connections. */
export interface Serving {
  url: string
  traffic(): Register['traffic']
  close(): Promise<void>
}

/** Serves `answer` over HTTP, with faults. `/_fake/…` steers a fake that runs as a program of its own. */
export const serveFake = async (deps: FakeServerDeps): Promise<Serving> => {
  const sockets = new Set<Socket>()
  const ended = { in: 0, out: 0 }
  const traffic = () =>
    [...sockets].reduce((sum, socket) => ({ in: sum.in + socket.bytesRead, out: sum.out + socket.bytesWritten }), ended)
  const server = createServer((request, response) => {
    handle({ ...deps, traffic }, request, response).catch(error => {
      console.error(error)
      response.destroy()
    })
  })
  server.on('connection', socket => {
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      ended.in += socket.bytesRead
      ended.out += socket.bytesWritten
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(deps.port, deps.hostname, resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${deps.hostname}:${port}`,
    traffic,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Handling = FakeServerDeps & Pick<Serving, 'traffic'>

const handle = async (deps: Handling, incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
  const request = await readRequest(incoming)
  if (request.url.pathname.startsWith('/_fake/')) return send(response, incoming, await steer(deps, request), deps)
  const question = questionOf(request)
  const key = keyOf(question)
  deps.register.requests.push(key)
  if (incoming.headers.cookie) deps.register.cookies.push(incoming.headers.cookie)
  const fault = deps.faults.take(key, incoming.headers)
  if (fault?.kind === 'hang') return
  if (fault?.kind === 'delay') await sleep(fault.ms)
  const right = (fault && faultyAnswer(fault)) ?? deps.answer(question, request)
  const answer = right && fault?.kind === 'shortened' ? shortened(right, fault.share) : right
  if (answer === undefined) deps.register.unknown.push(key)
  const sent = answer ?? json({ error: { code: 504, message: `The fake does not know ${key}` } }, 504)
  if (fault?.kind === 'cut') cut(response, sent)
  else send(response, incoming, sent, deps)
}

const send = (
  response: ServerResponse,
  incoming: IncomingMessage,
  answer: Answer,
  { register }: FakeServerDeps,
): void => {
  const { method } = incoming
  const body = Buffer.from(answer.body)
  const known = isKnown(incoming, answer)
  if (known) register.unchanged += 1
  response.writeHead(known ? 304 : answer.status, {
    'content-type': answer.contentType,
    'content-length': known ? 0 : body.byteLength,
    ...answer.headers,
  })
  response.end(known || method === 'HEAD' ? undefined : body)
}

/** Whether the asker has said to have just this. An ETag counts before an instant. */
const isKnown = (
  { headers }: IncomingMessage,
  { headers: { etag, 'last-modified': modified } = {} }: Answer,
): boolean =>
  etag === undefined
    ? modified !== undefined && headers['if-modified-since'] === modified
    : headers['if-none-match'] === etag

const cut = (response: ServerResponse, answer: Answer): void => {
  const body = Buffer.from(answer.body)
  response.writeHead(answer.status, { 'content-type': answer.contentType, 'content-length': body.byteLength })
  response.write(body.subarray(0, Math.floor(body.byteLength / 2)), () => response.destroy())
}

const steer = async (
  { faults, register, levers, traffic }: Handling,
  { method, url, body }: FakeRequest,
): Promise<Answer> => {
  if (url.pathname === '/_fake/register' && method === 'GET') return json({ ...register, traffic: traffic() })
  const lever = levers[url.pathname.slice('/_fake/'.length)]
  if (lever && method === 'POST') return json({ done: true, ...(await (lever(JSON.parse(body)) as object)) })
  if (url.pathname !== '/_fake/faults') return json({ error: 'no such lever' }, 404)
  if (method === 'DELETE') faults.clear()
  else {
    const { key, fault } = JSON.parse(body) as { key: string; fault: Fault }
    faults.lay(key, fault)
  }
  return json({ done: true })
}

const MAX_BODY_BYTES = 1024 * 1024

const readRequest = async (incoming: IncomingMessage): Promise<FakeRequest> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    size += (chunk as Buffer).byteLength
    if (size <= MAX_BODY_BYTES) chunks.push(chunk as Buffer)
  }
  const meant = incoming.headers['x-original-host']
  return {
    method: incoming.method ?? 'GET',
    url: new URL(incoming.url ?? '/', 'http://fake'),
    host: typeof meant === 'string' ? meant : (incoming.headers.host ?? ''),
    body: Buffer.concat(chunks).toString('utf8'),
    from: (incoming.socket.remoteAddress ?? '').replace('::ffff:', ''),
    visitorId: String(incoming.headers['x-goog-visitor-id'] ?? ''),
    range: incoming.headers.range ?? '',
  }
}
