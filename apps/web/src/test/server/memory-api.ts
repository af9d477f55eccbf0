import { type FailureCode, failures, type Summary, type SummaryEvent } from '@recaps/contract'
import type { RouteDefinition } from '@recaps/contract/route'
import { routes } from '@recaps/contract/routes'
import type { ZodType } from 'zod'
import { HandlerFailure, type Handlers } from './handler.ts'
import { createHandlers } from './handlers.ts'
import { createWorld, type World } from './world.ts'

export interface MemoryApi {
  world: World
  /** Answers a request according to the contract; unknown paths get a 404. */
  handle(request: Request): Promise<Response>
  /** Changes a summary and publishes the event. */
  change(id: number, change: Partial<Summary>): void
  /** Makes a route fail until `repair`: with a failure code, or with the response of a function. */
  break(route: string, fault: Fault): void
  repair(route: string): void
  /** Names of all calls so far, such as `summaries.request`. */
  calls: string[]
  /** Closes all event streams, like a server restart. */
  closeStreams(): void
}

/** An in-memory server generated from the contract. Requests and responses are validated by its schemas. */
export function createMemoryApi(world: World = createWorld()): MemoryApi {
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const faults = new Map<string, Fault>()
  const calls: string[] = []
  const publish = (event: SummaryEvent) => {
    for (const stream of streams) stream.enqueue(encode(`event: summary\ndata: ${JSON.stringify(event)}\n\n`))
  }
  const change = (id: number, changes: Partial<Summary>) => {
    const summary = world.summaries.get(id)
    if (!summary) throw new Error(`No summary ${id}`)
    Object.assign(summary, changes, { updatedAt: new Date(world.now()).toISOString() })
    const { state, audio, stage, progress, code, error, refundable, deleted } = summary
    publish({ id, state, audio, stage, progress, code, error, refundable, deleted })
  }
  const handlers: Handlers = createHandlers(world, change)

  const answer = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    if (url.pathname.startsWith('/uploads/')) return storeUpload(world, faults.get('upload'), request, url.pathname)
    if (/^\/(audio|thumbnails)\//.test(url.pathname)) return serveFile(faults.get('file'))
    const found = findRoute(request.method, url.pathname)
    if (!found) return refuse('not_found')
    calls.push(found.name)
    const fault = faults.get(found.name)
    if (typeof fault === 'function') return fault()
    if (fault) return refuse(fault)
    const token = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? ''
    const user = world.tokens.get(token)
    if (found.route.access === 'user' && !user) return refuse('unauthorized')
    if (found.name === 'summaries.events') return openStream(streams)
    return respond(found, request, url, {
      handlers,
      userId: user ?? 0,
      token,
      onLeft() {
        world.abortedAnswers++
      },
    })
  }

  return {
    world,
    change,
    calls,
    async handle(request) {
      const response = await answer(request)
      if (response.type !== 'error') response.headers.set('Date', new Date(world.now()).toUTCString())
      return response
    },
    // Cloned, because a body can be read only once and the function may return the same response to several calls.
    break: (route, fault) =>
      void faults.set(route, typeof fault === 'function' ? async () => (await fault()).clone() : fault),
    repair: route => void faults.delete(route),
    closeStreams() {
      for (const stream of streams) stream.close()
      streams.clear()
    },
  }
}

type Fault = FailureCode | (() => Response | Promise<Response>)

/** The storage behind upload URLs; tests break it under the name `upload`. */
async function storeUpload(world: World, fault: Fault | undefined, request: Request, path: string): Promise<Response> {
  if (fault) return typeof fault === 'function' ? fault() : refuse(fault)
  const { byteLength: bytes } = await request.arrayBuffer()
  world.uploads.set(path, { type: request.headers.get('content-type') ?? '', bytes })
  return new Response(null, { status: 204 })
}

/** Every audio file and picture, with the same content; tests break them under the name `file`. */
async function serveFile(fault: Fault | undefined): Promise<Response> {
  if (fault) return typeof fault === 'function' ? fault() : refuse(fault)
  const bytes = new Uint8Array(2_000_000)
  return new Response(bytes, { headers: { 'Content-Type': 'audio/mpeg', 'Content-Length': String(bytes.length) } })
}

interface RouteMatch {
  name: string
  route: RouteDefinition
  params: Record<string, string>
}

function findRoute(method: string, path: string): RouteMatch | null {
  for (const [feature, verbs] of Object.entries(routes)) {
    for (const [verb, route] of Object.entries(verbs as Record<string, RouteDefinition>)) {
      const pattern = new RegExp(`^${route.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`)
      const match = route.method === method && pattern.exec(path)
      if (match) return { name: `${feature}.${verb}`, route, params: { ...match.groups } }
    }
  }
  return null
}

interface Caller {
  handlers: Handlers
  userId: number
  token: string
  /** Called when the client aborts a streamed response. */
  onLeft(): void
}

async function respond(
  { name, route, params }: RouteMatch,
  request: Request,
  url: URL,
  caller: Caller,
): Promise<Response> {
  const handler = caller.handlers[name]
  if (!handler) throw new Error(`No handler for ${name}`)
  const raw = route.consumes ? new Uint8Array(await request.arrayBuffer()) : await request.json().catch(() => undefined)
  const parsed = {
    params: route.params?.safeParse(params),
    query: route.query?.safeParse(Object.fromEntries(url.searchParams)),
    body: route.body?.safeParse(raw),
  }
  const wrong = Object.values(parsed).find(part => part && !part.success)
  if (wrong) return refuse('invalid_request', wrong.error?.issues[0]?.message)
  try {
    const { status = Number(Object.keys(route.responses)[0]), body } = await handler({
      params: parsed.params?.data,
      query: parsed.query?.data ?? {},
      body: route.consumes ? raw : parsed.body?.data,
      userId: caller.userId,
      token: caller.token,
    })
    const schema = route.responses[status]
    if (schema === undefined) throw new Error(`${name} may not answer ${status}`)
    if (schema === null) return new Response(null, { status })
    if (route.stream) return streamParts(schema, body as AsyncIterable<unknown>, caller.onLeft)
    return Response.json(schema.parse(body), { status })
  } catch (error) {
    if (error instanceof HandlerFailure) return refuse(error.code, error.message)
    throw error
  }
}

function refuse(code: FailureCode, sentence: string = failures[code].sentence): Response {
  return Response.json({ error: sentence, code, requestId: 'test' }, { status: failures[code].status })
}

function streamParts(schema: ZodType, parts: AsyncIterable<unknown>, onLeft: () => void): Response {
  const reader = parts[Symbol.asyncIterator]()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await reader.next()
      if (done) controller.close()
      else controller.enqueue(encode(`data: ${JSON.stringify(schema.parse(value))}\n\n`))
    },
    cancel() {
      onLeft()
      void reader.return?.()
    },
  })
  // Chunked, so that a dropped connection is not mistaken for the end of the response.
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream', 'Transfer-Encoding': 'chunked' } })
}

function openStream(streams: Set<ReadableStreamDefaultController<Uint8Array>>): Response {
  let stream: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      stream = controller
      streams.add(controller)
      controller.enqueue(encode(': hello\n\n'))
    },
    cancel: () => void streams.delete(stream),
  })
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
}

const encode = (text: string) => new TextEncoder().encode(text)
