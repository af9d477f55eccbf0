import type { Context } from 'hono'
import parseJson from 'secure-json-parse'
import { AppError } from '../errors.ts'
import type { OpenBodies } from './open-bodies.ts'
import type { ServedEnv } from './serve.ts'

const maxDepth = 32

/** Reads at most `maxBytes` of the request, whatever its headers claim. */
export const readBytes = (c: Context, maxBytes: number, tooBig: () => AppError): Promise<Uint8Array> =>
  (c.get('openBodies') as OpenBodies).reading(c, () => whole(arriving(c).stream(maxBytes, tooBig)))

const whole = async (stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> =>
  Buffer.concat(await Array.fromAsync(stream))

/** A body that is on its way: what it is can be told from its beginning before it is taken, at once or as it comes. */
export interface Arriving {
  /** Its first bytes; fewer when there are no more. */
  start(bytes: number): Promise<Uint8Array>
  /** Lets it take longer than other requests, as long as it keeps up a minimum rate. */
  allowLong(): void
  /** All of it, its beginning too. */
  stream(maxBytes: number, tooBig: () => AppError): AsyncGenerator<Uint8Array>
}

export function arriving(c: Context): Arriving {
  if (c.req.header('content-encoding'))
    throw new AppError('invalid_request', 'Compressed request bodies are not accepted.')
  const chunks = received(c)
  let begun: Uint8Array = new Uint8Array()

  async function* stream(maxBytes: number, tooBig: () => AppError) {
    if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooBig()
    let size = begun.byteLength
    if (size > maxBytes) throw tooBig()
    if (size > 0) yield begun
    for await (const chunk of chunks) {
      size += chunk.byteLength
      if (size > maxBytes) throw tooBig()
      yield chunk
    }
  }

  return {
    async start(bytes) {
      while (begun.byteLength < bytes) {
        const next = await chunks.next()
        if (next.done) break
        begun = Buffer.concat([begun, next.value])
      }
      return begun.subarray(0, bytes)
    },
    allowLong: () => (c.env as Partial<ServedEnv> | undefined)?.allowLongBody?.(),
    stream,
  }
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
