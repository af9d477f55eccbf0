import type { Context } from 'hono'
import parseJson from 'secure-json-parse'
import { AppError } from '../errors.ts'
import type { BodyLimiter } from './body-limiter.ts'
import type { ServedEnv } from './serve.ts'

const maxDepth = 32

/** Reads a body of at most `maxBytes`, regardless of its `Content-Length`. */
export const readBytes = (c: Context, maxBytes: number, tooBig: () => AppError): Promise<Uint8Array> =>
  (c.get('openBodies') as BodyLimiter).limitRead(c, () => readAll(incomingBody(c).stream(maxBytes, tooBig)))

const readAll = async (stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> =>
  Buffer.concat(await Array.fromAsync(stream))

/** A body that is still arriving. Its first bytes can be inspected before it is streamed. */
export interface IncomingBody {
  /** The first bytes; fewer if the body is shorter. */
  start(bytes: number): Promise<Uint8Array>
  /** Removes the time limit, as long as the body arrives at a minimum rate. */
  allowLong(): void
  /** The complete body, including its start. */
  stream(maxBytes: number, tooBig: () => AppError): AsyncGenerator<Uint8Array>
}

export function incomingBody(c: Context): IncomingBody {
  if (c.req.header('content-encoding'))
    throw new AppError('invalid_request', 'Compressed request bodies are not accepted.')
  const chunks = received(c)
  let buffered: Uint8Array = new Uint8Array()

  async function* stream(maxBytes: number, tooBig: () => AppError) {
    if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooBig()
    let size = buffered.byteLength
    if (size > maxBytes) throw tooBig()
    if (size > 0) yield buffered
    for await (const chunk of chunks) {
      size += chunk.byteLength
      if (size > maxBytes) throw tooBig()
      yield chunk
    }
  }

  return {
    async start(bytes) {
      while (buffered.byteLength < bytes) {
        const next = await chunks.next()
        if (next.done) break
        buffered = Buffer.concat([buffered, next.value])
      }
      return buffered.subarray(0, bytes)
    },
    allowLong: () => (c.env as Partial<ServedEnv> | undefined)?.allowLongBody?.(),
    stream,
  }
}

/** Reports a client that disconnects as an invalid request, not as a server error. */
async function* received(c: Context): AsyncGenerator<Uint8Array> {
  try {
    yield* c.req.raw.body ?? []
  } catch {
    throw new AppError('invalid_request', 'The request body was cut off.')
  }
}

const defaultMaxBytes = 100 * 1024

/** Parses a JSON body without `__proto__`, at most 32 levels deep. Returns undefined for an empty body. */
export async function readJson(c: Context, maxBytes = defaultMaxBytes): Promise<unknown> {
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
