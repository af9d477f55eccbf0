import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Shape, Shapes } from './src/requests/shape.ts'

/**
 * Writes src/generated/requests.json: the types of all request parameters, from the SDK's declarations. Run it after updating
 * the SDK: `node fakes/stripe/generate.ts`. The declared enums are open; removing ` | OtherString` from a copy closes them.
 * The generator ships its own compiler, so npm fetches it for each run instead of installing it.
 */
const generator = 'ts-json-schema-generator@2.9.0'
const requests = [
  'BillingPortal.SessionCreateParams',
  'ChargeRetrieveParams',
  'CustomerCreateParams',
  'CustomerListParams',
  'CustomerRetrieveParams',
  'CustomerUpdateParams',
  'DisputeListParams',
  'DisputeRetrieveParams',
  'EphemeralKeyCreateParams',
  'EventListParams',
  'EventRetrieveParams',
  'InvoiceCreatePreviewParams',
  'InvoiceListParams',
  'InvoicePayParams',
  'InvoicePaymentListParams',
  'InvoiceRetrieveParams',
  'PaymentIntentConfirmParams',
  'PaymentIntentRetrieveParams',
  'PaymentMethodAttachParams',
  'PaymentMethodCreateParams',
  'PaymentMethodDetachParams',
  'PaymentMethodListParams',
  'PaymentMethodRetrieveParams',
  'PriceCreateParams',
  'PriceListParams',
  'PriceRetrieveParams',
  'ProductCreateParams',
  'ProductListParams',
  'ProductRetrieveParams',
  'RefundCreateParams',
  'RefundListParams',
  'RefundRetrieveParams',
  'SetupIntentConfirmParams',
  'SetupIntentCreateParams',
  'SetupIntentRetrieveParams',
  'SubscriptionCancelParams',
  'SubscriptionCreateParams',
  'SubscriptionListParams',
  'SubscriptionResumeParams',
  'SubscriptionRetrieveParams',
  'SubscriptionScheduleCreateParams',
  'SubscriptionScheduleReleaseParams',
  'SubscriptionScheduleRetrieveParams',
  'SubscriptionScheduleUpdateParams',
  'SubscriptionUpdateParams',
]

interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
}

const here = import.meta.dirname
const sdk = path.resolve(here, '../../node_modules/stripe')
const copy = mkdtempSync(path.join(tmpdir(), 'stripe-types-'))
try {
  const definitions = schemaOf(copy)
  const { shapes, shapeOf } = compactor(definitions)
  const byName = Object.fromEntries(requests.map(name => [name, shapeOf({ $ref: `#/definitions/${aliasOf(name)}` })]))
  const { version } = JSON.parse(readFileSync(path.join(sdk, 'package.json'), 'utf8')) as { version: string }
  const written = { origin: `Derived from the declarations of npm stripe ${version}, MIT, see NOTICE.`, version }
  const file = path.join(here, 'src/generated/requests.json')
  writeFileSync(file, `${JSON.stringify({ ...written, requests: byName, shapes } satisfies Shapes & typeof written)}\n`)
  console.log(`Wrote ${shapes.length} shapes, ${Math.round(readFileSync(file).byteLength / 1024)} KiB`)
} finally {
  rmSync(copy, { recursive: true })
}

function schemaOf(folder: string): Record<string, Schema> {
  cpSync(path.join(sdk, 'esm'), folder, { recursive: true, filter: file => !/\.(js|map)$/.test(file) })
  for (const file of globSync('**/*.d.ts', { cwd: folder })) {
    const text = readFileSync(path.join(folder, file), 'utf8')
    writeFileSync(path.join(folder, file), text.replaceAll(' | OtherString', ''))
  }
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
  const lines = requests.map(name => `export type ${aliasOf(name)} = Stripe.${name}`)
  writeFileSync(
    path.join(folder, 'requests.ts'),
    ["import type { Stripe } from './stripe.esm.node.js'", ...lines].join('\n'),
  )
  const options = { module: 'nodenext', moduleResolution: 'nodenext', strict: true, skipLibCheck: true, types: [] }
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['requests.ts'] }),
  )
  const schema = execFileSync(
    'npm',
    ['exec', '--yes', `--package=${generator}`, '--', 'ts-json-schema-generator', '--tsconfig', 'tsconfig.json'].concat(
      ['--path', 'requests.ts', '--type', '*', '--no-type-check', '--jsDoc', 'none'],
    ),
    { cwd: folder, maxBuffer: 1 << 28, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  )
  return (JSON.parse(schema) as { definitions: Record<string, Schema> }).definitions
}

function aliasOf(name: string): string {
  return `Requested${name.replace('.', '')}`
}

/** Stores equal shapes only once, even if the SDK names them differently. */
function compactor(definitions: Record<string, Schema>) {
  const shapes: Shape[] = []
  const indexes = new Map<string, number>()
  const visiting = new Set<string>()

  function shapeOf(schema: Schema): number {
    if (schema.$ref) {
      const name = decodeURIComponent(schema.$ref.replace('#/definitions/', ''))
      if (visiting.has(name)) throw new Error(`The type ${name} is recursive, which shapes cannot represent`)
      visiting.add(name)
      const shape = shapeOf(definitions[name]!)
      visiting.delete(name)
      return shape
    }
    return indexOf(toShape(schema))
  }

  function toShape(schema: Schema): Shape {
    if (schema.anyOf) return { any: flattenUnions(schema.anyOf.map(shapeOf)) }
    if (schema.const !== undefined) return { one: [String(schema.const)] }
    if (schema.enum) return { one: schema.enum.map(String) }
    if (Array.isArray(schema.type)) return { any: schema.type.map(type => shapeOf({ ...schema, type })) }
    switch (schema.type) {
      case 'string':
      case 'number':
      case 'boolean':
      case 'null':
        return schema.type
      case 'array':
        return { list: shapeOf(schema.items!) }
      case 'object':
        return toFieldsShape(schema)
      default:
        throw new Error(`No shape for ${JSON.stringify(schema)}`)
    }
  }

  function toFieldsShape(schema: Schema): Shape {
    if (typeof schema.additionalProperties === 'object') return { map: shapeOf(schema.additionalProperties) }
    // A decimal is a class with branded fields in the SDK, and a string on the wire.
    if (Object.keys(schema.properties ?? {}).some(name => name.startsWith('__@'))) return 'string'
    const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, shapeOf(field)])
    return { fields: Object.fromEntries(fields), ...(schema.required ? { required: schema.required } : {}) }
  }

  const flattenUnions = (each: number[]): number[] =>
    each.flatMap(index => {
      const shape = shapes[index]!
      return typeof shape === 'object' && 'any' in shape ? shape.any : [index]
    })

  function indexOf(shape: Shape): number {
    const text = JSON.stringify(shape)
    const index = indexes.get(text) ?? shapes.push(shape) - 1
    indexes.set(text, index)
    return index
  }

  return { shapes, shapeOf }
}
