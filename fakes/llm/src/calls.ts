import type { ServerResponse } from 'node:http'
import type { DialectName } from './dialect.ts'
import type { LlmFault } from './faults.ts'

/** One completion request. */
export interface LlmCall {
  dialect: DialectName
  /** `free` if the prompt names no task or could not be parsed. */
  task: string
  model: string
  streamed: boolean
  promptTokens: number
  completionTokens: number
  /** Status of the answer; 0 without an answer. */
  status: number
  fault?: LlmFault['kind']
  /** Milliseconds since 1970. */
  startedAt: number
  /** Absent while the call is in progress. */
  endedAt?: number
  body: unknown
}

/** Records all calls and the highest number of parallel ones. */
export function createCallRecorder() {
  const calls: LlmCall[] = []
  let running = 0
  let maxRunning = 0
  return {
    calls,
    maxConcurrent: () => maxRunning,
    /** A call runs until its answer is sent or the client disconnects. */
    begin(dialect: DialectName, response: ServerResponse): LlmCall {
      const call: LlmCall = { ...initialValues, dialect, startedAt: Date.now() }
      calls.push(call)
      running += 1
      maxRunning = Math.max(maxRunning, running)
      // The client may continue from here, before a busy event loop delivers the `close` event.
      response.once('prefinish', () => {
        call.endedAt = Date.now()
      })
      response.once('close', () => {
        running -= 1
        call.endedAt ??= Date.now()
        call.status = response.headersSent ? response.statusCode : 0
      })
      return call
    },
  }
}

const initialValues = {
  task: 'free',
  model: '',
  streamed: false,
  promptTokens: 0,
  completionTokens: 0,
  status: 0,
  body: undefined,
}
