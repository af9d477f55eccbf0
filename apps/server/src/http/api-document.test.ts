import type { RouteDefinition } from '@recaps/contract/route'
import { featureDescriptions } from '@recaps/contract/routes'
import { emailPattern } from '@recaps/domain/email-address'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { apiDocument, contractRoutes } from './api-document.ts'

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  maxLength?: number
}
interface Operation {
  operationId: string
  tags: string[]
  security: object[]
  parameters?: { in: string; name: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

const document = apiDocument({ productName: 'Recaps', publicUrl: 'https://recaps.example' })
const paths = document.paths as unknown as Record<string, Record<string, Operation>>
const operationOf = ({ method, path }: RouteDefinition) => paths[path]![method.toLowerCase()]!
const nameOf = ({ method, path }: RouteDefinition) => `${method} ${path}`
const routes = contractRoutes()
const operations = routes.map(operationOf)

describe('the API document', () => {
  it('gives every operation a unique id, named after its call in the typed client', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(routes.length)
    expect(ids.filter(id => !/^[a-z]+[A-Z][A-Za-z]+$/.test(id))).toEqual([])
    expect(ids).toContain('summariesRequest')
    expect(operationOf(routes.find(({ path }) => path === '/api/users/profile-picture/upload-url')!).operationId).toBe(
      'usersPictureUploadUrlNested',
    )
  })

  it('declares for every operation whether it requires a session', () => {
    for (const route of routes)
      expect([nameOf(route), operationOf(route).security]).toEqual([
        nameOf(route),
        route.access === 'user' ? [{ bearer: [] }] : [],
      ])
    expect(routes.filter(({ access }) => access === 'public').length).toBeGreaterThan(20)
  })

  it('describes exactly the tags that operations use', () => {
    const described = new Map(document.tags?.map(({ name, description }) => [name, description]))
    expect([...described.keys()]).toEqual(Object.keys(featureDescriptions))
    expect(new Set(operations.flatMap(({ tags }) => tags))).toEqual(new Set(described.keys()))
    for (const text of described.values()) expect(text).toMatch(/^[A-Z].+\.$/)
  })

  it('names the schemas that several operations share, and makes none of them nullable', () => {
    const { schemas = {} } = document.components ?? {}
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['ErrorResponse', 'Summary', 'Schedule', 'Run', 'User']),
    )
    expect(Object.entries(schemas).filter(([, schema]) => [(schema as Schema).type].flat().includes('null'))).toEqual(
      [],
    )
    const { properties } = schemas.Schedule as Schema
    expect(properties!.lastRun).toEqual({ anyOf: [{ $ref: '#/components/schemas/Run' }, { type: 'null' }] })
    expect(JSON.stringify(document)).not.toContain('allOf')
  })

  it('contains no nullable query or path parameter', () => {
    const parameters = operations.flatMap(operation => operation.parameters ?? [])
    expect(parameters.length).toBeGreaterThan(50)
    expect(parameters.filter(({ schema }) => /null/.test(JSON.stringify(schema)))).toEqual([])
  })

  it('limits query parameters so that the longest request still fits into a URL of 12 KiB', () => {
    const tooLong = routes.flatMap(route => {
      const texts = (operationOf(route).parameters ?? []).filter(
        ({ in: location, schema }) => location === 'query' && isFreeText(schema),
      )
      // A character can need three bytes of UTF-8, each encoded as %XX. Tokens and cursors are ASCII.
      const lengthOf = ({ name, schema }: (typeof texts)[number]) =>
        name.length + 2 + (schema.maxLength ?? Number.POSITIVE_INFINITY) * (/^(page|cursor)$/.test(name) ? 1 : 9)
      const length = texts.map(lengthOf).reduce((sum, textLength) => sum + textLength, 200)
      return length > 12 * 1024 && !texts.every(({ name }) => name === 'url') ? [`${nameOf(route)}: ${length}`] : []
    })
    expect(tooLong).toEqual([])
  })
})

const isFreeText = (schema: Schema): boolean =>
  schema.type === 'string' && !('enum' in schema) && !('pattern' in schema)

/** Valid and invalid values that are tried in every field. */
const values: unknown[] = [
  ...[undefined, null, true, false, 0, -1, 1, 2.5, 7, 250, 1e6, 1e10, 1e16],
  ...[
    '',
    '     ',
    'x',
    'no address',
    'a@b',
    'reader@mail.example',
    'pro',
    'youtube-pro',
    'youtube-free',
    'free',
    'usd',
    'web',
  ],
  ...['digest', 'daily', 'youtube', 'card', 'short', 'good', 'none', '/login', '/tabs/history', '//elsewhere.example'],
  ...['image/png', 'text/html', 'https://youtu.be/AbCdEfGhIjK', 'Europe/Oslo', '2027-03-01T08:30:00Z', '2027-03-01'],
  ...['1', '07', 'A'.repeat(43), `UC${'b'.repeat(22)}`, 'day', 'yearly', 'md', 'known', 'newest', 'unread', 'request'],
  ...[65, 101, 129, 201, 256, 257, 501, 1025, 2049, 8193, 10_001, 20_001].map(length => 'y'.repeat(length)),
  ...[[], [1], ['1'], [null], Array(101).fill(1), Array(1_001).fill(1), Array(501).fill('z')],
  ...[{}, { digest: true }, { digest: 'yes' }, { minMinutes: 1 }, { minMinutes: 0.5 }, { maxPerChannel: 16 }],
  [
    {
      id: 'UCx',
      title: 'Weather',
      description: '',
      thumbnails: { default: 'a', medium: 'b', high: 'c' },
    },
  ],
]

const ajv = new Ajv2020({
  strict: false,
  formats: {
    'idn-email': (text: string) => z.email({ pattern: emailPattern }).safeParse(text).success,
    'date-time': (text: string) => z.iso.datetime({ offset: true }).safeParse(text).success,
  },
})
const accepts = (schema: Schema) =>
  ajv.compile<unknown>({ ...schema, components: document.components } as Record<string, unknown>)

/** A valid request according to the document: for each required field the first value that it allows. */
function example({ properties = {}, required = [], anyOf = [] }: Schema): Record<string, unknown> {
  const [first = {}] = anyOf
  return Object.fromEntries(
    [...required, ...(first.required ?? [])].map(name => {
      const isAllowed = accepts({ allOf: [properties[name] ?? {}, first.properties?.[name] ?? {}] } as Schema)
      return [name, values.find(value => value !== undefined && value !== null && isAllowed(value))]
    }),
  )
}

/** Describes the requests that either the document or the contract allows, but not both. */
const findDifferences = <Sent>(
  requests: Sent[],
  contract: z.ZodType,
  isAllowed: (request: Sent) => boolean,
): string[] =>
  requests
    .filter(request => contract.safeParse(request).success !== isAllowed(request))
    .map(
      request =>
        `${isAllowed(request) ? 'only the document' : 'only the contract'} allows ${JSON.stringify(request).slice(0, 120)}`,
    )

describe('the API document and the contract', () => {
  const bodies = routes.flatMap(route => {
    const schema = operationOf(route).requestBody?.content['application/json']?.schema
    return route.body && schema ? [{ name: nameOf(route), contract: route.body, schema }] : []
  })

  it.each(bodies)('allow the same request bodies for $name', ({ contract, schema }) => {
    const isAllowed = accepts(schema)
    const valid = example(schema)
    expect([valid, contract.safeParse(valid).success, isAllowed(valid)]).toEqual([valid, true, true])
    const fields = Object.keys({
      ...schema.properties,
      ...Object.assign({}, ...(schema.anyOf ?? []).map(s => s.properties)),
    })
    const candidates = [...values, ...fields.flatMap(field => values.map(value => ({ ...valid, [field]: value })))]
    const sent = candidates.map(body => JSON.parse(JSON.stringify(body ?? null)) as unknown)
    expect(findDifferences(sent, contract, isAllowed)).toEqual([])
  })

  const queries = routes.flatMap(route => {
    const parameters = (operationOf(route).parameters ?? []).filter(({ in: location }) => location === 'query')
    return route.query ? [{ name: nameOf(route), contract: route.query, parameters }] : []
  })

  it.each(queries)('allow the same query parameters for $name', ({ contract, parameters }) => {
    const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]))
    const required = parameters.filter(parameter => parameter.required).map(({ name }) => name)
    const isAllowed = accepts({ type: 'object', properties, required })
    const texts = values
      .filter(value => typeof value !== 'object')
      .map(value => (value === undefined ? value : String(value)))
    const withNumbers = (query: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries(query).map(([name, text]) => [
          name,
          properties[name]!.type === 'integer' && text !== '' ? Number(text) : text,
        ]),
      )
    const valid = Object.fromEntries(
      required.map(name => [name, texts.find(text => text !== undefined && accepts(properties[name]!)(text))]),
    )
    const candidates = parameters.flatMap(({ name }) => texts.map(text => ({ ...valid, [name]: text })))
    const sent = candidates.map(query => JSON.parse(JSON.stringify(query)) as Record<string, unknown>)
    expect(findDifferences(sent, contract, query => isAllowed(withNumbers(query)))).toEqual([])
  })
})
