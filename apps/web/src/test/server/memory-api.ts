import { type FailureCode, failures, type Summary, type SummaryEvent } from '@recaps/contract'
import type { RouteDefinition } from '@recaps/contract/route'
import { routes } from '@recaps/contract/routes'
import type { ZodType } from 'zod'
import { type Handlers, Refusal } from './handler.ts'
import { createHandlers } from './handlers.ts'
import { createWorld, type World } from './world.ts'

export interface MemoryApi {
  world: World
  /** Answers a request as the contract says; for addresses it does not know, 404. */
  handle(request: Request): Promise<Response>
  /** Changes an entry and tells everybody who listens. */
  change(id: number, change: Partial<Summary>): void
  /** The next calls of a route end so, instead of being answered: a failure code, or a function for anything else. */
  break(route: string, fault: Fault): void
  mend(route: string): void
  /** Every call so far, as `summaries.request`. */
  calls: string[]
  /** Ends all event streams, as a restart of the server does. */
  dropStreams(): void
}

/** The server in memory, made from the contract: routes, requests and answers are all held to its schemas. */
export function createMemoryApi(world: World = createWorld()): MemoryApi {
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const faults = new Map<string, Fault>()
  const calls: string[] = []
  const tell = (event: SummaryEvent) => {
    for (const stream of streams) stream.enqueue(encode(`event: summary\ndata: ${JSON.stringify(event)}\n\n`))
  }
  const change = (id: number, changes: Partial<Summary>) => {
    const entry = world.summaries.get(id)
    if (!entry) throw new Error(`No entry ${id}`)
    Object.assign(entry, changes, { updatedAt: new Date(world.now()).toISOString() })
    const { state, audio, stage, progress, code, error, refundable, deleted } = entry
    tell({ id, state, audio, stage, progress, code, error, refundable, deleted })
  }
  const handlers: Handlers = createHandlers(world, change)

  const answer = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    if (url.pathname.startsWith('/uploads/')) return takeUpload(world, faults.get('upload'), request, url.pathname)
    if (/^\/(audio|thumbnails)\//.test(url.pathname)) return giveFile(faults.get('file'))
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
        world.answersLeft++
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
    // One answer may be given to several calls.
    break: (route, fault) =>
      void faults.set(route, typeof fault === 'function' ? async () => (await fault()).clone() : fault),
    mend: route => void faults.delete(route),
    dropStreams() {
      for (const stream of streams) stream.close()
      streams.clear()
    },
  }
}

type Fault = FailureCode | (() => Response | Promise<Response>)

/** The storage behind upload targets; tests break it under the name `upload`. */
async function takeUpload(world: World, fault: Fault | undefined, request: Request, path: string): Promise<Response> {
  if (fault) return typeof fault === 'function' ? fault() : refuse(fault)
  const { byteLength: bytes } = await request.arrayBuffer()
  world.uploads.set(path, { type: request.headers.get('content-type') ?? '', bytes })
  return new Response(null, { status: 204 })
}

/** Sound and pictures, all alike; tests break them under the name `file`. */
async function giveFile(fault: Fault | undefined): Promise<Response> {
  if (fault) return typeof fault === 'function' ? fault() : refuse(fault)
  const bytes = new Uint8Array(2_000_000)
  return new Response(bytes, { headers: { 'Content-Type': 'audio/mpeg', 'Content-Length': String(bytes.length) } })
}

interface Found {
  name: string
  route: RouteDefinition
  params: Record<string, string>
}

function findRoute(method: string, path: string): Found | null {
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
  /** Called when an answer that is given piece by piece is not waited for to its end. */
  onLeft(): void
}

async function respond({ name, route, params }: Found, request: Request, url: URL, caller: Caller): Promise<Response> {
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
    if (error instanceof Refusal) return refuse(error.code, error.message)
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
  // Said to come in chunks: the end of a connection that was broken off is then not taken for the end of the answer.
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream', 'Transfer-Encoding': 'chunked' } })
}

function openStream(streams: Set<ReadableStreamDefaultController<Uint8Array>>): Response {
  let mine: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      mine = controller
      streams.add(controller)
      controller.enqueue(encode(': hello\n\n'))
    },
    cancel: () => void streams.delete(mine),
  })
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
}

const encode = (text: string) => new TextEncoder().encode(text)
