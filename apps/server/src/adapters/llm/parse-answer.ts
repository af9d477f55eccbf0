import { parse } from 'secure-json-parse'
import type { z } from 'zod'

/** The parsed answer of a model, or the reason why it is unusable. */
export type ParsedAnswer<T> = { ok: true; value: T } | { ok: false; reason: string }

/**
 * Parses the JSON object in an answer. Text around it, such as reasoning or code fences, is ignored; truncated JSON or another structure
 * is not accepted. Reasons are sent back to the model.
 */
export function parseAnswer<T>(text: string, schema: z.ZodType<T>): ParsedAnswer<T> {
  const json = jsonIn(text)
  if (json === null)
    return { ok: false, reason: text.trim() === '' ? 'The answer is empty.' : 'It holds no JSON object.' }
  let value: unknown
  try {
    value = parse(json, null, { protoAction: 'remove', constructorAction: 'remove' })
  } catch {
    return { ok: false, reason: 'The JSON is not valid, or it is cut short.' }
  }
  const read = schema.safeParse(value)
  if (read.success) return { ok: true, value: read.data }
  const [issue] = read.error.issues
  return { ok: false, reason: `At ${issue?.path.join('.') || 'the top'}: ${issue?.message ?? 'wrong form'}.` }
}

function jsonIn(text: string): string | null {
  const answer = text.replace(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gi, '')
  const from = answer.indexOf('{')
  if (from < 0) return null
  const to = answer.lastIndexOf('}')
  return answer.slice(from, to > from ? to + 1 : undefined)
}
