import { readFileSync } from 'node:fs'
import { ApiError, invalidRequest } from '../errors.ts'
import type { FormFields, FormValue } from './form.ts'
import type { Shape, Shapes } from './shape.ts'

const { requests, shapes } = JSON.parse(
  readFileSync(new URL('../generated/requests.json', import.meta.url), 'utf8'),
) as Shapes

/** Converts form values to the types that the SDK declares. Throws an `ApiError` for unknown or invalid parameters. */
export function validateParams(request: string, form: FormFields): object {
  const shape = requests[request]
  if (shape === undefined) throw new Error(`No shape for ${request}. Add it to generate.ts and run that file.`)
  return parseValue(shape, form, '') as object
}

function parseValue(index: number, value: FormValue, path: string): unknown {
  const shape = shapes[index]!
  if (typeof shape === 'string') return parseText(shape, value, path)
  if ('any' in shape) return parseUnion(shape.any, value, path)
  if ('one' in shape) return parseChoice(shape.one, value, path)
  if ('list' in shape) return parseList(shape.list, value, path)
  if ('map' in shape) return parseMap(shape.map, value, path)
  return parseFields(shape, value, path)
}

function parseText(type: Shape & string, value: FormValue, path: string): unknown {
  if (typeof value !== 'string') throw invalidRequest(`Invalid ${type}: ${path}`, { param: path })
  switch (type) {
    case 'string':
      if (value !== '') return value
      throw invalidRequest(
        `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a parameter; however '${path}' cannot be unset. You should remove '${path}' from your request or supply a non-empty value.`,
        { code: 'parameter_invalid_empty', param: path },
      )
    case 'number':
      if (/^-?\d+(\.\d+)?$/.test(value)) return Number(value)
      throw invalidRequest(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: path })
    case 'boolean':
      if (value === 'true' || value === 'false') return value === 'true'
      throw invalidRequest(`Invalid boolean: ${value}`, { param: path })
    case 'null':
      if (value === '') return null
      throw invalidRequest(`Invalid value: ${value}`, { param: path })
  }
}

/** Order in which the members of a union are tried: narrow types first, because every value is also valid text. */
const rank = (index: number): number => {
  const shape = shapes[index]!
  if (typeof shape === 'string') return ['null', 'boolean', 'number', 'string'].indexOf(shape)
  return 'one' in shape ? 0 : 1
}

function parseUnion(choices: readonly number[], value: FormValue, path: string): unknown {
  let bestError: unknown
  for (const choice of choices.toSorted((a, b) => rank(a) - rank(b)))
    try {
      return parseValue(choice, value, path)
    } catch (error) {
      // Report the error of the member that resembles the value: `items[0][foo]` rather than "must be an empty string".
      if (!bestError || resembles(choice, value)) bestError = error
    }
  throw bestError
}

function resembles(index: number, value: FormValue): boolean {
  const shape = shapes[index]!
  if (typeof value === 'string') return typeof shape === 'string' || ('one' in shape && shape.one.length > 1)
  if (Array.isArray(value)) return typeof shape === 'object' && 'list' in shape
  return typeof shape === 'object' && ('fields' in shape || 'map' in shape)
}

function parseChoice(choices: readonly string[], value: FormValue, path: string): unknown {
  if (typeof value === 'string' && choices.includes(value)) return value
  const last = choices.at(-1)
  const list = choices.length > 1 ? `${choices.slice(0, -1).join(', ')}, or ${last}` : last
  throw invalidRequest(`Invalid ${path}: must be one of ${list}`, { param: path })
}

function parseList(item: number, value: FormValue, path: string): unknown {
  if (!Array.isArray(value)) throw invalidRequest(`Invalid array`, { param: path })
  return value.map((each, index) => parseValue(item, each, `${path}[${index}]`))
}

function parseMap(item: number, value: FormValue, path: string): unknown {
  if (typeof value === 'string' || Array.isArray(value)) throw invalidRequest('Invalid hash', { param: path })
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, each === '' ? '' : parseValue(item, each, `${path}[${name}]`)]),
  )
}

function parseFields(shape: Extract<Shape, { fields: object }>, value: FormValue, path: string): unknown {
  if (typeof value === 'string' || Array.isArray(value)) throw invalidRequest('Invalid object', { param: path })
  const pathTo = (name: string) => (path === '' ? name : `${path}[${name}]`)
  const unknown = Object.keys(value).find(name => !Object.hasOwn(shape.fields, name))
  if (unknown !== undefined)
    throw new ApiError(400, {
      type: 'invalid_request_error',
      code: 'parameter_unknown',
      message: `Received unknown parameter: ${pathTo(unknown)}`,
      param: pathTo(unknown),
    })
  const missing = shape.required?.find(name => !(name in value))
  if (missing)
    throw invalidRequest(`Missing required param: ${pathTo(missing)}.`, {
      code: 'parameter_missing',
      param: pathTo(missing),
    })
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, parseValue(shape.fields[name]!, each, pathTo(name))]),
  )
}
