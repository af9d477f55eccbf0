import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Refused } from './dialect.ts'
import type { LlmFault } from './faults.ts'
import type { Pace } from './pace.ts'

export interface Reply {
  contentType: string
  /** The events of a stream, or the one body. */
  parts: readonly string[]
  pace: Pace
}

export function sendJson(response: ServerResponse, { status, body }: Refused): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Sends a reply, and breaks off where the fault has it. */
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
      // What has not been read when a connection breaks is lost.
      await wait(20)
      return void response.destroy()
    default:
      await writeAtPace(response, parts, pace)
      response.end()
  }
}

const firstHalf = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.byteLength / 2)

/** Writes parts evenly over the span; one part alone comes at its end. Stops when nobody listens any more. */
async function writeAtPace(
  response: ServerResponse,
  parts: readonly (string | Uint8Array)[],
  { leadMs, spanMs }: Pace,
): Promise<void> {
  const startedAt = performance.now()
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const dueMs = (index: number) => leadMs + (parts.length === 1 ? spanMs : (spanMs * index) / (parts.length - 1))
  try {
    for (const [index, part] of parts.entries()) {
      const leftMs = startedAt + dueMs(index) - performance.now()
      if (leftMs > 0) await wait(leftMs, undefined, { signal: gone.signal })
      response.write(part)
    }
  } catch (error) {
    if (!gone.signal.aborted) throw error
  }
}
