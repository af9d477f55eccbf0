import { parse } from 'secure-json-parse'
import type { z } from 'zod'

/** What a model said, read as JSON of a form; a reason in its place when it cannot be. */
export type ReadAnswer<T> = { ok: true; value: T } | { ok: false; reason: string }

/**
 * Reads the JSON in an answer. Models think aloud before it, fence it in, or talk around it, and none of that is a fault;
 * JSON that is cut short or has another form is.
 */
export function readAnswer<T>(text: string, schema: z.ZodType<T>): ReadAnswer<T> {
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
  const spoken = text.replace(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gi, '')
  const from = spoken.indexOf('{')
  if (from < 0) return null
  const to = spoken.lastIndexOf('}')
  return spoken.slice(from, to > from ? to + 1 : undefined)
}
