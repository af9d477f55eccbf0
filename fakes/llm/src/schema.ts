/** The subset of JSON Schema, and of Google's variant, that is sent to language models. */
export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  minItems?: number
  maxItems?: number
  enum?: unknown[]
  const?: unknown
  minimum?: number
  minLength?: number
  anyOf?: Schema[]
  oneOf?: Schema[]
  $ref?: string
  $defs?: Record<string, Schema>
  definitions?: Record<string, Schema>
}

/** Fits a value to a schema, as structured decoding does: unknown fields are dropped, missing required ones added. */
export function fitToSchema(value: unknown, schema: Schema, root = schema): unknown {
  const { properties, items, maxItems } = resolve(schema, root)
  if (properties && isObject(value)) {
    const present = Object.entries(properties).filter(([name]) => name in value)
    const fitted = Object.fromEntries(present.map(([name, form]) => [name, fitToSchema(value[name], form, root)]))
    return { ...(smallestValue(schema, root) as object), ...fitted }
  }
  if (items && Array.isArray(value)) return value.slice(0, maxItems).map(item => fitToSchema(item, items, root))
  return value
}

/** The smallest value that matches a schema. */
export function smallestValue(schema: Schema, root = schema): unknown {
  const form = resolve(schema, root)
  if ('const' in form) return form.const
  if (form.enum) return form.enum[0]
  switch (typeOf(form)) {
    case 'object':
      return Object.fromEntries(
        (form.required ?? []).map(name => [name, smallestValue(form.properties?.[name] ?? {}, root)]),
      )
    case 'array':
      return Array.from({ length: form.minItems ?? 0 }, () => smallestValue(form.items ?? {}, root))
    case 'number':
    case 'integer':
      return Math.ceil(form.minimum ?? 0)
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return 'nothing'.padEnd(form.minLength ?? 0, '.')
  }
}

/** Error text for a schema that strict mode rejects: open objects and, with `mustRequireAll`, optional fields. */
export function strictSchemaError(
  schema: Schema,
  mustRequireAll: boolean,
  at: readonly string[] = [],
): string | undefined {
  const names = Object.keys(schema.properties ?? {})
  if (typeOf(schema) === 'object') {
    if (schema.additionalProperties !== false)
      return `In context=(${at.join(', ')}), 'additionalProperties' is required to be supplied and to be false.`
    const missing = names.find(name => !schema.required?.includes(name))
    if (mustRequireAll && missing)
      return `In context=(${at.join(', ')}), 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`
  }
  const children: [string, Schema][] = [
    ...Object.entries(schema.properties ?? {}),
    ...(schema.items ? [['items', schema.items] as [string, Schema]] : []),
    ...Object.entries(schema.$defs ?? schema.definitions ?? {}),
    ...(schema.anyOf ?? []).map((form, index): [string, Schema] => [`anyOf ${index}`, form]),
  ]
  for (const [name, form] of children) {
    const problem = strictSchemaError(form, mustRequireAll, [...at, `'${name}'`])
    if (problem) return problem
  }
  return undefined
}

function resolve(schema: Schema, root: Schema): Schema {
  const [, name] = /^#\/(?:\$defs|definitions)\/(.+)$/.exec(schema.$ref ?? '') ?? []
  const form = name ? (root.$defs ?? root.definitions)?.[name] : (schema.anyOf ?? schema.oneOf)?.[0]
  return form ? resolve(form, root) : schema
}

function typeOf({ type, properties }: Schema): string | undefined {
  const first = Array.isArray(type) ? type[0] : type
  return first?.toLowerCase() ?? (properties ? 'object' : undefined)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
