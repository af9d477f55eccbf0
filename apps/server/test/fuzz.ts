import type { RouteDefinition } from '@recaps/contract/route'
import { errorResponse } from '@recaps/contract/schemas'
import { generatedChannelId } from '@recaps/fake-youtube'
import fc from 'fast-check'
import { z } from 'zod'
import { contractRoutes } from '../src/http/api-document.ts'
import type { TestServer } from './start-server.ts'

/** Violations of the contract that were found, and the number of answers by status. */
export interface FuzzOutcome {
  findings: string[]
  statuses: Record<string, number>
}

interface FuzzRequest {
  route: RouteDefinition
  path: string
  method: string
  headers: Record<string, string>
  body: string | undefined
}

/** An address in a different network for each request, so that rate limits per network do not hide other errors. */
const randomIp = () => `10.${randomInt(256)}.${randomInt(256)}.1`
const randomInt = (below: number) => Math.floor(Math.random() * below)

/** Sends valid and invalid requests to every route. Finds 5xx errors, malformed errors, and answers that do not match their schema. */
export async function fuzz(test: TestServer, requests: number, seed: number): Promise<FuzzOutcome> {
  const tokens = await Promise.all(Array.from({ length: 12 }, () => signIn(test)))
  const routes = contractRoutes().filter(route => route.path !== '/api/summaries/events')
  const valid = fc.sample(anyOf(routes, validRequest), { numRuns: Math.ceil(requests / 2), seed })
  const invalid = fc.sample(anyOf(routes, invalidRequest), { numRuns: Math.floor(requests / 2), seed: seed + 1 })
  const outcome: FuzzOutcome = { findings: [], statuses: {} }
  const queue = [...valid, ...invalid]
  const ask = async () => {
    for (let request = queue.pop(); request; request = queue.pop()) {
      // Ending a session would turn all later answers into 401.
      const token = endsSessions(request) ? 'nobody' : tokens[randomInt(tokens.length)]!
      const { status, finding } = await answerTo(test.url, request, token)
      outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1
      if (finding)
        outcome.findings.push(
          `seed ${seed}: ${request.method} ${request.path} ${request.body?.slice(0, 200)}: ${finding}`,
        )
    }
  }
  await Promise.all(Array.from({ length: 8 }, ask))
  return outcome
}

const endsSessions = ({ path }: FuzzRequest): boolean =>
  /^\/api\/(auth\/logout|users\/(password|sessions\/))/.test(path)

async function signIn(test: TestServer): Promise<string> {
  const answer = await fetch(`${test.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': randomIp() },
    body: JSON.stringify({ email: `fuzz-${crypto.randomUUID()}@example.com`, password: 'correct horse battery' }),
  })
  return ((await answer.json()) as { token: string }).token
}

async function answerTo(
  url: string,
  request: FuzzRequest,
  token: string,
): Promise<{ status: number; finding: string | null }> {
  const answer = await fetch(url + request.path, {
    method: request.method,
    headers: { Authorization: `Bearer ${token}`, 'X-Forwarded-For': randomIp(), ...request.headers },
    ...(request.body === undefined || request.method === 'GET' ? {} : { body: request.body }),
    // Redirect targets are not part of the contract.
    redirect: 'manual',
    signal: AbortSignal.timeout(30_000),
  })
  const text = await answer.text()
  return { status: answer.status, finding: findingIn(request.route, answer, text) }
}

/** Returns what is wrong with an answer, or null. The contract allows 503, for failures of external services. Other 5xx are bugs. */
function findingIn(route: RouteDefinition, answer: Response, text: string): string | null {
  if (!answer.headers.get('x-request-id')) return `${answer.status} without X-Request-Id`
  if (answer.status >= 400) {
    const parsed = errorResponse.safeParse(parseJson(text))
    if (!parsed.success) return `${answer.status} ${text.slice(0, 200)}`
    if (parsed.data.requestId !== answer.headers.get('x-request-id'))
      return 'the requestId in the body differs from the header'
    return answer.status >= 500 && answer.status !== 503 ? `${answer.status} ${text}` : null
  }
  const schema = route.responses[answer.status]
  if (schema === undefined) return `${answer.status} is not in the contract`
  if (schema === null) return text === '' ? null : `a body with ${answer.status}`
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return route.produces ? null : 'not JSON'
  const parsed = schema.safeParse(parseJson(text))
  return parsed.success ? null : parsed.error.message
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const anyOf = (routes: RouteDefinition[], make: (route: RouteDefinition) => fc.Arbitrary<FuzzRequest>) =>
  fc.oneof(...routes.map(make))

function validRequest(route: RouteDefinition): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      id: fc.integer({ min: 1, max: 40 }),
      name: fc.constantFrom(generatedChannelId(1), 'a'.repeat(43), 'gRHHjJqI4qA'),
      query: route.query ? fromSchema(route.query) : fc.constant({}),
      body: route.body ? fromSchema(route.body) : fc.constant(undefined),
      file: fc.constantFrom('WEBVTT\n\n00:00.000 --> 00:09.000\none two three', 'plain words', ''),
      slash: fc.constantFrom('', '/'),
    })
    .map(
      ({ id, name, query, body, file, slash }): FuzzRequest => ({
        route,
        method: route.method,
        path: fillPath(route, placeholder => (placeholder === 'id' ? String(id) : name)) + slash + queryText(query),
        headers: route.body ? { 'Content-Type': 'application/json' } : {},
        body: route.consumes ? file : body === undefined ? undefined : JSON.stringify(body),
      }),
    )
}

const hostile = fc.constantFrom<unknown>(
  null,
  true,
  -1,
  0,
  1e308,
  9007199254740991,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '%00',
  '../../etc/passwd',
  "' or 1=1 --",
  '<script>',
  '\u202e',
  'x'.repeat(5000),
  [],
  {},
  [[[[]]]],
  { toString: 1 },
  { $ne: 1 },
)
const hostileId = fc.constantFrom(
  '0',
  '-1',
  '1e3',
  '0x1',
  'NaN',
  '99999999999999999999',
  '%00',
  '%E0%A4%A',
  "1'--",
  '1/2',
  '𝟙',
  '%20',
)
const brokenJson = fc.constantFrom(
  '{',
  '[',
  '{"a":',
  'null',
  '"text"',
  '1',
  '[]',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{}}}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  '{"a":1}{"b":2}',
  '\u0000',
  'x'.repeat(110_000),
)

/** The path with its placeholders filled in: ids, channels, tokens. */
const fillPath = (route: RouteDefinition, valueFor: (placeholder: string) => string) =>
  route.path.replaceAll(/\{(\w+)\}/g, (_, placeholder: string) => valueFor(placeholder))

/** A valid request with one part of it made invalid. */
function invalidRequest(route: RouteDefinition): fc.Arbitrary<FuzzRequest> {
  const field = fc.record({ at: fc.nat(), value: hostile })
  return validRequest(route)
    .chain(request =>
      fc.oneof(
        field.map(({ at, value }) => ({ ...request, body: corruptBody(request.body, at, value) })),
        field.map(({ at, value }) => ({ ...request, path: corruptQuery(route, request.path, at, textOf(value)) })),
        brokenJson.map(body => ({ ...request, body })),
        hostileId.map(id => ({ ...request, path: fillPath(route, () => id) })),
        fc.constantFrom('text/plain', 'application/x-www-form-urlencoded', '').map(type => ({
          ...request,
          headers: { 'Content-Type': type },
        })),
        fc
          .constantFrom('gzip', 'br')
          .map(coding => ({ ...request, headers: { ...request.headers, 'Content-Encoding': coding } })),
        fc
          .constantFrom('Bearer', 'Basic YTpi', 'Bearer x y', 'Bearer \u00ff', `Bearer ${'a'.repeat(5000)}`)
          .map(authorization => ({
            ...request,
            headers: { ...request.headers, Authorization: authorization },
          })),
        fc.constantFrom('PUT', 'PATCH', 'DELETE', 'OPTIONS').map(method => ({ ...request, method })),
      ),
    )
    .filter(request => request.method === route.method || !isAnotherRoute(request))
}

/** The same path with another method is another route, with its own schema. */
const isAnotherRoute = ({ method, path }: FuzzRequest): boolean =>
  contractRoutes().some(
    other => other.method === method && new RegExp(`^${other.path.replace(/\{\w+\}/, '[^/?]+')}/?(\\?|$)`).test(path),
  )

function corruptBody(body: string | undefined, at: number, value: unknown): string {
  const object = parseJson(body ?? '')
  if (typeof object !== 'object' || object === null) return JSON.stringify(value)
  const names = Object.keys(object)
  return JSON.stringify({ ...object, [names[at % (names.length || 1)] ?? 'unknown']: value })
}

function corruptQuery(route: RouteDefinition, path: string, at: number, value: string): string {
  const names = route.query instanceof z.ZodObject ? Object.keys(route.query.shape) : ['unknown']
  const [plain] = path.split('?')
  return `${plain}?${names[at % names.length]}=${encodeURIComponent(value.isWellFormed() ? value : 'x')}`
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function queryText(query: unknown): string {
  const pairs = Object.entries(query as object).filter(([, value]) => value !== null && value !== undefined)
  return pairs.length === 0
    ? ''
    : `?${new URLSearchParams(Object.fromEntries(pairs.map(([name, value]) => [name, String(value)])))}`
}

interface JsonSchema {
  type?: string
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  format?: string
}

/** Generates values that a schema accepts, from its JSON Schema. */
function fromSchema(schema: z.ZodType): fc.Arbitrary<unknown> {
  return valuesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
}

function valuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valuesOf))
  const { minimum = -1000, maximum = 1000, minLength = 0, maxLength = 60 } = schema
  switch (schema.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, part]) => [name, valuesOf(part)])),
        { requiredKeys: schema.required ?? [] },
      )
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}), { maxLength: 4 })
    case 'integer':
      return fc.integer({ min: Math.max(minimum, -1e9), max: Math.min(maximum, 1e9) })
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      if (schema.format === 'email') return fc.integer({ min: 0, max: 1e9 }).map(n => `fuzz${n}@example.com`)
      return fc.oneof(
        fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 60), unit: 'binary' }),
        fc.constantFrom('Sli7FA6EbqI', 'https://youtu.be/ryPGNFRu8mk', 'notavideo00', 'correct horse battery'),
      )
    default:
      return fc.constantFrom('1', 'youtube', null)
  }
}
