import { readFileSync } from 'node:fs'
import { ApiError, invalid } from '../errors.ts'
import type { FormFields, FormValue } from './form.ts'
import type { Shape, Shapes } from './shape.ts'

const { requests, shapes } = JSON.parse(
  readFileSync(new URL('../generated/requests.json', import.meta.url), 'utf8'),
) as Shapes

/** Gives each text of a form the type that the SDK's declarations ask for, and refuses what they do not know. */
export function validated(request: string, form: FormFields): object {
  const shape = requests[request]
  if (shape === undefined) throw new Error(`No shape of ${request}; see generate.ts`)
  return typed(shape, form, '') as object
}

function typed(index: number, value: FormValue, where: string): unknown {
  const shape = shapes[index]!
  if (typeof shape === 'string') return typedText(shape, value, where)
  if ('any' in shape) return typedAny(shape.any, value, where)
  if ('one' in shape) return typedChoice(shape.one, value, where)
  if ('list' in shape) return typedList(shape.list, value, where)
  if ('map' in shape) return typedMap(shape.map, value, where)
  return typedFields(shape, value, where)
}

function typedText(type: Shape & string, value: FormValue, where: string): unknown {
  if (typeof value !== 'string') throw invalid(`Invalid ${type}: ${where}`, { param: where })
  switch (type) {
    case 'string':
      if (value !== '') return value
      throw invalid(
        `You passed an empty string for '${where}'. We assume empty values are an attempt to unset a parameter; however '${where}' cannot be unset. You should remove '${where}' from your request or supply a non-empty value.`,
        { code: 'parameter_invalid_empty', param: where },
      )
    case 'number':
      if (/^-?\d+(\.\d+)?$/.test(value)) return Number(value)
      throw invalid(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: where })
    case 'boolean':
      if (value === 'true' || value === 'false') return value === 'true'
      throw invalid(`Invalid boolean: ${value}`, { param: where })
    case 'null':
      if (value === '') return null
      throw invalid(`Invalid value: ${value}`, { param: where })
  }
}

/** What each kind takes from the next one when several would fit: a number may be text, text is never a number by chance. */
const rank = (index: number): number => {
  const shape = shapes[index]!
  if (typeof shape === 'string') return ['null', 'boolean', 'number', 'string'].indexOf(shape)
  return 'one' in shape ? 0 : 1
}

function typedAny(choices: readonly number[], value: FormValue, where: string): unknown {
  let refusal: unknown
  for (const choice of choices.toSorted((a, b) => rank(a) - rank(b)))
    try {
      return typed(choice, value, where)
    } catch (error) {
      // The refusal of what looks alike says the most: `items[0][foo]` rather than "must be an empty string".
      if (!refusal || looksAlike(choice, value)) refusal = error
    }
  throw refusal
}

function looksAlike(index: number, value: FormValue): boolean {
  const shape = shapes[index]!
  if (typeof value === 'string') return typeof shape === 'string' || ('one' in shape && shape.one.length > 1)
  if (Array.isArray(value)) return typeof shape === 'object' && 'list' in shape
  return typeof shape === 'object' && ('fields' in shape || 'map' in shape)
}

function typedChoice(choices: readonly string[], value: FormValue, where: string): unknown {
  if (typeof value === 'string' && choices.includes(value)) return value
  const last = choices.at(-1)
  const list = choices.length > 1 ? `${choices.slice(0, -1).join(', ')}, or ${last}` : last
  throw invalid(`Invalid ${where}: must be one of ${list}`, { param: where })
}

function typedList(item: number, value: FormValue, where: string): unknown {
  if (!Array.isArray(value)) throw invalid(`Invalid array`, { param: where })
  return value.map((each, index) => typed(item, each, `${where}[${index}]`))
}

function typedMap(item: number, value: FormValue, where: string): unknown {
  if (typeof value === 'string' || Array.isArray(value)) throw invalid('Invalid hash', { param: where })
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, each === '' ? '' : typed(item, each, `${where}[${name}]`)]),
  )
}

function typedFields(shape: Extract<Shape, { fields: object }>, value: FormValue, where: string): unknown {
  if (typeof value === 'string' || Array.isArray(value)) throw invalid('Invalid object', { param: where })
  const pathTo = (name: string) => (where === '' ? name : `${where}[${name}]`)
  const unknown = Object.keys(value).find(name => !Object.hasOwn(shape.fields, name))
  if (unknown !== undefined)
    throw new ApiError(400, {
      type: 'invalid_request_error',
      code: 'parameter_unknown',
      message: `Received unknown parameter: ${pathTo(unknown)}`,
      param: pathTo(unknown),
    })
  const absent = shape.required?.find(name => !(name in value))
  if (absent)
    throw invalid(`Missing required param: ${pathTo(absent)}.`, { code: 'parameter_missing', param: pathTo(absent) })
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, typed(shape.fields[name]!, each, pathTo(name))]),
  )
}
