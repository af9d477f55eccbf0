import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { ErrorAnswer } from './dialect.ts'
import type { LlmFault } from './faults.ts'
import type { Pace } from './pace.ts'

export interface Reply {
  contentType: string
  /** The events of a stream, or the complete body. */
  parts: readonly string[]
  pace: Pace
}

export function sendJson(response: ServerResponse, { status, body }: ErrorAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Sends a reply, interrupted as the fault requires. */
export async function send(
  response: ServerResponse,
  { parts, pace, contentType }: Reply,
  fault?: LlmFault,
): Promise<void> {
  const bytes = Buffer.from(parts.join(''))
  response.setHeader('content-type', contentType)
  switch (fault?.kind) {
    case 'drip':
      await writeAtPace(
        response,
        Array.from(bytes, byte => Uint8Array.of(byte)),
        pace,
      )
      return void response.end()
    case 'stall':
      return await writeAtPace(response, [firstHalf(bytes)], pace)
    case 'truncated':
      await writeAtPace(response, [firstHalf(bytes)], pace)
      if (fault.by !== 'break') return void response.end()
      // Data that the client has not read when the connection breaks is lost.
      await wait(20)
      return void response.destroy()
    default:
      await writeAtPace(response, parts, pace)
      response.end()
  }
}

const firstHalf = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.byteLength / 2)

/** Writes the parts evenly over `spanMs`; a single part is sent at the end. Stops when the client disconnects. */
async function writeAtPace(
  response: ServerResponse,
  parts: readonly (string | Uint8Array)[],
  { leadMs, spanMs }: Pace,
): Promise<void> {
  const startedAt = performance.now()
  const disconnected = new AbortController()
  response.once('close', () => disconnected.abort())
  const dueMs = (index: number) => leadMs + (parts.length === 1 ? spanMs : (spanMs * index) / (parts.length - 1))
  try {
    for (const [index, part] of parts.entries()) {
      const waitMs = startedAt + dueMs(index) - performance.now()
      if (waitMs > 0) await wait(waitMs, undefined, { signal: disconnected.signal })
      response.write(part)
    }
  } catch (error) {
    if (!disconnected.signal.aborted) throw error
  }
}
