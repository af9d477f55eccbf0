import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, json } from './answer.ts'
import { type Fault, type FaultRegistry, faultyAnswer, shortenCaptions } from './faults.ts'
import { type FakeRequest, parseQuestion, type Question, questionKey } from './question.ts'

export interface RequestLog {
  /** Keys of all questions, in order. */
  requests: string[]
  /** Cookie headers of all requests that had one. */
  cookies: string[]
  /** Keys of requests without an answer. Tests must leave this list empty. */
  unknown: string[]
  /** Number of 304 answers. */
  unchanged: number
  /** Bytes received and sent over all connections, including headers. */
  readonly traffic: { in: number; out: number }
}

export interface FakeServerDeps {
  port: number
  hostname: string
  answer: (question: Question, request: FakeRequest) => Answer | undefined
  faults: FaultRegistry
  log: Omit<RequestLog, 'traffic'>
  /** Handlers of `POST /_fake/<name>` by name; they get the parsed body. */
  controls: Readonly<Record<string, (body: unknown) => unknown>>
}

/** A running server. */
export interface RunningServer {
  url: string
  traffic(): RequestLog['traffic']
  close(): Promise<void>
}

/** Serves `answer` over HTTP, with faults. `/_fake/…` controls a fake that runs in another process. */
export const serveFake = async (deps: FakeServerDeps): Promise<RunningServer> => {
  const sockets = new Set<Socket>()
  const closed = { in: 0, out: 0 }
  const traffic = () =>
    [...sockets].reduce(
      (sum, socket) => ({ in: sum.in + socket.bytesRead, out: sum.out + socket.bytesWritten }),
      closed,
    )
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
      closed.in += socket.bytesRead
      closed.out += socket.bytesWritten
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

type HandlerDeps = FakeServerDeps & Pick<RunningServer, 'traffic'>

const handle = async (deps: HandlerDeps, incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
  const request = await readRequest(incoming)
  if (request.url.pathname.startsWith('/_fake/')) return send(response, incoming, await control(deps, request), deps)
  const question = parseQuestion(request)
  const key = questionKey(question)
  deps.log.requests.push(key)
  if (incoming.headers.cookie) deps.log.cookies.push(incoming.headers.cookie)
  const fault = deps.faults.take(key, incoming.headers)
  if (fault?.kind === 'hang') return
  if (fault?.kind === 'delay') await sleep(fault.ms)
  const complete = (fault && faultyAnswer(fault)) ?? deps.answer(question, request)
  const answer = complete && fault?.kind === 'shortened' ? shortenCaptions(complete, fault.share) : complete
  if (answer === undefined) deps.log.unknown.push(key)
  const sent = answer ?? json({ error: { code: 504, message: `The YouTube fake has no answer for ${key}` } }, 504)
  if (fault?.kind === 'cut') cut(response, sent)
  else send(response, incoming, sent, deps)
}

const send = (response: ServerResponse, incoming: IncomingMessage, answer: Answer, { log }: FakeServerDeps): void => {
  const { method } = incoming
  const body = Buffer.from(answer.body)
  const isUnchanged = hasSameValidator(incoming, answer)
  if (isUnchanged) log.unchanged += 1
  response.writeHead(isUnchanged ? 304 : answer.status, {
    'content-type': answer.contentType,
    'content-length': isUnchanged ? 0 : body.byteLength,
    ...answer.headers,
  })
  response.end(isUnchanged || method === 'HEAD' ? undefined : body)
}

/** Whether the client already has this answer. An ETag takes precedence over Last-Modified. */
const hasSameValidator = (
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

const control = async (
  { faults, log, controls, traffic }: HandlerDeps,
  { method, url, body }: FakeRequest,
): Promise<Answer> => {
  if (url.pathname === '/_fake/register' && method === 'GET') return json({ ...log, traffic: traffic() })
  const handler = controls[url.pathname.slice('/_fake/'.length)]
  if (handler && method === 'POST') return json({ done: true, ...(await (handler(JSON.parse(body)) as object)) })
  if (url.pathname !== '/_fake/faults') return json({ error: 'unknown control' }, 404)
  if (method === 'DELETE') faults.clear()
  else {
    const { key, fault } = JSON.parse(body) as { key: string; fault: Fault }
    faults.inject(key, fault)
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
  const originalHost = incoming.headers['x-original-host']
  return {
    method: incoming.method ?? 'GET',
    url: new URL(incoming.url ?? '/', 'http://fake'),
    host: typeof originalHost === 'string' ? originalHost : (incoming.headers.host ?? ''),
    body: Buffer.concat(chunks).toString('utf8'),
    from: (incoming.socket.remoteAddress ?? '').replace('::ffff:', ''),
    visitorId: String(incoming.headers['x-goog-visitor-id'] ?? ''),
    range: incoming.headers.range ?? '',
  }
}
