import type { ServerResponse } from 'node:http'
import type { DialectName } from './dialect.ts'
import type { LlmFault } from './faults.ts'

/** One request that asked for words. */
export interface LlmCall {
  dialect: DialectName
  /** `free` where the prompt names none, or could not be read. */
  task: string
  model: string
  streamed: boolean
  promptTokens: number
  completionTokens: number
  /** The status answered; 0 where there was none. */
  status: number
  fault?: LlmFault['kind']
  /** Milliseconds since 1970. */
  startedAt: number
  /** Absent while it runs. */
  endedAt?: number
  body: unknown
}

/** What was asked so far, and how much of it at the same time. */
export function callRegister() {
  const calls: LlmCall[] = []
  let running = 0
  let most = 0
  return {
    calls,
    atOnce: () => most,
    /** A call runs until its answer is out or its caller has hung up. */
    begin(dialect: DialectName, response: ServerResponse): LlmCall {
      const call: LlmCall = { ...unread, dialect, startedAt: Date.now() }
      calls.push(call)
      running += 1
      most = Math.max(most, running)
      // Whoever asked may go on from here, before a busy stand-in hears that its answer is away.
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

const unread = {
  task: 'free',
  model: '',
  streamed: false,
  promptTokens: 0,
  completionTokens: 0,
  status: 0,
  body: undefined,
}
