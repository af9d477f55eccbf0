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
  it('names every operation once, after its call in the client of the contract', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(routes.length)
    expect(ids.filter(id => !/^[a-z]+[A-Z][A-Za-z]+$/.test(id))).toEqual([])
    expect(ids).toContain('summariesRequest')
    expect(operationOf(routes.find(({ path }) => path === '/api/users/profile-picture/upload-url')!).operationId).toBe(
      'usersPictureUploadUrlNested',
    )
  })

  it('says of every operation whether it needs a session', () => {
    for (const route of routes)
      expect([nameOf(route), operationOf(route).security]).toEqual([
        nameOf(route),
        route.access === 'user' ? [{ bearer: [] }] : [],
      ])
    expect(routes.filter(({ access }) => access === 'public').length).toBeGreaterThan(20)
  })

  it('describes every tag, and uses each', () => {
    const described = new Map(document.tags?.map(({ name, description }) => [name, description]))
    expect([...described.keys()]).toEqual(Object.keys(featureDescriptions))
    expect(new Set(operations.flatMap(({ tags }) => tags))).toEqual(new Set(described.keys()))
    for (const text of described.values()) expect(text).toMatch(/^[A-Z].+\.$/)
  })

  it('names the schemas that several calls share, and lets none of them be null by itself', () => {
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

  it('has no parameter that may be null: an address has no null', () => {
    const parameters = operations.flatMap(operation => operation.parameters ?? [])
    expect(parameters.length).toBeGreaterThan(50)
    expect(parameters.filter(({ schema }) => /null/.test(JSON.stringify(schema)))).toEqual([])
  })

  it('bounds all parameters of a call so that the longest ones fit into an address of 12 KiB together', () => {
    const tooLong = routes.flatMap(route => {
      const texts = (operationOf(route).parameters ?? []).filter(
        ({ in: at, schema }) => at === 'query' && isFree(schema),
      )
      // Three bytes of UTF-8, each of them as %XX; tokens and cursors are ASCII.
      const lengthOf = ({ name, schema }: (typeof texts)[number]) =>
        name.length + 2 + (schema.maxLength ?? Number.POSITIVE_INFINITY) * (/^(page|cursor)$/.test(name) ? 1 : 9)
      const length = texts.map(lengthOf).reduce((sum, each) => sum + each, 200)
      return length > 12 * 1024 && !texts.every(({ name }) => name === 'url') ? [`${nameOf(route)}: ${length}`] : []
    })
    expect(tooLong).toEqual([])
  })
})

const isFree = (schema: Schema): boolean => schema.type === 'string' && !('enum' in schema) && !('pattern' in schema)

/** What a client may send wrongly, or rightly, in any field. */
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

/** A request that the document allows: of each field the first value that it allows. */
function example({ properties = {}, required = [], anyOf = [] }: Schema): Record<string, unknown> {
  const [first = {}] = anyOf
  return Object.fromEntries(
    [...required, ...(first.required ?? [])].map(name => {
      const isAllowed = accepts({ allOf: [properties[name] ?? {}, first.properties?.[name] ?? {}] } as Schema)
      return [name, values.find(value => value !== undefined && value !== null && isAllowed(value))]
    }),
  )
}

/** Those that one of both allows alone, short enough to be read. */
const differing = <Sent>(sent: Sent[], contract: z.ZodType, isAllowed: (one: Sent) => boolean): string[] =>
  sent
    .filter(one => contract.safeParse(one).success !== isAllowed(one))
    .map(
      one =>
        `${isAllowed(one) ? 'only the document' : 'only the contract'} allows ${JSON.stringify(one).slice(0, 120)}`,
    )

describe('the document and the contract allow the same', () => {
  const bodies = routes.flatMap(route => {
    const schema = operationOf(route).requestBody?.content['application/json']?.schema
    return route.body && schema ? [{ name: nameOf(route), contract: route.body, schema }] : []
  })

  it.each(bodies)('in the body of $name', ({ contract, schema }) => {
    const isAllowed = accepts(schema)
    const right = example(schema)
    expect([right, contract.safeParse(right).success, isAllowed(right)]).toEqual([right, true, true])
    const fields = Object.keys({
      ...schema.properties,
      ...Object.assign({}, ...(schema.anyOf ?? []).map(s => s.properties)),
    })
    const tried = [...values, ...fields.flatMap(field => values.map(value => ({ ...right, [field]: value })))]
    const sent = tried.map(body => JSON.parse(JSON.stringify(body ?? null)) as unknown)
    expect(differing(sent, contract, isAllowed)).toEqual([])
  })

  const queries = routes.flatMap(route => {
    const parameters = (operationOf(route).parameters ?? []).filter(({ in: at }) => at === 'query')
    return route.query ? [{ name: nameOf(route), contract: route.query, parameters }] : []
  })

  it.each(queries)('in the query of $name', ({ contract, parameters }) => {
    const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]))
    const required = parameters.filter(one => one.required).map(({ name }) => name)
    const isAllowed = accepts({ type: 'object', properties, required })
    const texts = values
      .filter(value => typeof value !== 'object')
      .map(value => (value === undefined ? value : String(value)))
    const asSchemas = (query: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries(query).map(([name, text]) => [
          name,
          properties[name]!.type === 'integer' && text !== '' ? Number(text) : text,
        ]),
      )
    const right = Object.fromEntries(
      required.map(name => [name, texts.find(text => text !== undefined && accepts(properties[name]!)(text))]),
    )
    const tried = parameters.flatMap(({ name }) => texts.map(text => ({ ...right, [name]: text })))
    const sent = tried.map(query => JSON.parse(JSON.stringify(query)) as Record<string, unknown>)
    expect(differing(sent, contract, query => isAllowed(asSchemas(query)))).toEqual([])
  })
})
