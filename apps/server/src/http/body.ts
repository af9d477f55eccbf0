import type { Context } from 'hono'
import parseJson from 'secure-json-parse'
import { AppError } from '../errors.ts'

const maxDepth = 32

/** Reads at most `maxBytes` of the request, whatever its headers claim. */
export async function readBytes(c: Context, maxBytes: number, tooBig: () => AppError): Promise<Uint8Array> {
  if (c.req.header('content-encoding'))
    throw new AppError('invalid_request', 'Compressed request bodies are not accepted.')
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooBig()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of received(c)) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooBig()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** What arrives of the body. That the caller goes away in the middle of it is no failure of ours. */
async function* received(c: Context): AsyncGenerator<Uint8Array> {
  try {
    yield* c.req.raw.body ?? []
  } catch {
    throw new AppError('invalid_request', 'The request ended before it was whole.')
  }
}

const usualBytes = 100 * 1024

/** A JSON body of at most `maxBytes` without `__proto__`, at most 32 levels deep; undefined when there is none. */
export async function readJson(c: Context, maxBytes = usualBytes): Promise<unknown> {
  const bytes = await readBytes(c, maxBytes, () => new AppError('too_large'))
  if (bytes.byteLength === 0) return undefined
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? ''))
    throw new AppError('invalid_request', 'The body must be sent as application/json.')
  const text = new TextDecoder().decode(bytes)
  if (depthOf(text) > maxDepth) throw new AppError('invalid_request', 'The request is nested too deeply.')
  try {
    return parseJson.parse(text, { protoAction: 'error', constructorAction: 'error' })
  } catch {
    throw new AppError('invalid_request', 'The body is not valid JSON.')
  }
}

/** The deepest nesting of brackets outside strings, found without recursion. */
function depthOf(json: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let i = 0; i < json.length; i++) {
    const character = json.charCodeAt(i)
    if (inString) {
      if (character === 0x5c) i++
      else if (character === 0x22) inString = false
    } else if (character === 0x22) inString = true
    else if (character === 0x7b || character === 0x5b) deepest = Math.max(deepest, ++depth)
    else if (character === 0x7d || character === 0x5d) depth--
  }
  return deepest
}
