import { setTimeout as wait } from 'node:timers/promises'
import { APICallError, generateText, type LanguageModel, NoObjectGeneratedError, Output, streamText } from 'ai'
import type { z } from 'zod'
import { ProviderError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import { retryAfterMs } from '../outbound/retry-after.ts'
import { parseAnswer } from './parse-answer.ts'
import type { TaskLimiter } from './task-limiter.ts'

/** Calls of a model and their tokens, as its server counts them. */
export interface LlmUsage {
  calls: number
  tokensIn: number
  tokensOut: number
}

export interface LlmQuestion<T> {
  system: string
  prompt: string
  schema: z.ZodType<T>
  /** Limit for the answer. */
  maxTokens: number
  signal: AbortSignal
  /** Called before each call to the model. If it throws, the question fails with that error. */
  beforeCall?: (() => Promise<void>) | undefined
  /** Called for every answered call, including those whose answer is unusable. */
  onUsage(spent: LlmUsage): void
  /** Returns why an answer of the right structure must not be used, or null. */
  refuse?(text: string): string | null
}

/** Asks a language model for structured JSON. */
export interface LlmClient {
  /**
   * Throws `ProviderError('engine_failed')`: `retryable` if the server is unreachable, failing or overloaded; not `retryable` if it refuses
   * the request, or its answer is unusable even after a second attempt.
   */
  ask<T>(question: LlmQuestion<T>): Promise<T>
  /** Yields the answer as it grows and throws like `ask`, but makes a single attempt. */
  stream<T>(question: LlmQuestion<T>): AsyncIterable<unknown>
}

export interface LlmClientDeps {
  model: LanguageModel
  limiter: TaskLimiter
  clock: Clock
  timeoutMs: number
  /** Pauses before retries; their number is the number of retries. */
  pausesMs?: readonly number[]
}

const defaultPausesMs = [500, 1_500, 4_000, 8_000]
/** A longer Retry-After fails the call. */
const maxPauseMs = 60_000
/** A server that hangs once may hang again, and a job cannot wait for more than two timeouts. */
const maxTimeouts = 2

export function createLlmClient(deps: LlmClientDeps): LlmClient {
  const { model, clock, timeoutMs, pausesMs = defaultPausesMs } = deps

  /** Calls the model, with retries if they may help. */
  async function callWithRetries(question: LlmQuestion<unknown>, prompt: string): Promise<string> {
    let timeouts = 0
    for (let tries = 0; ; tries++) {
      let deadline: AbortSignal | undefined
      let hasStarted = false
      try {
        return await deps.limiter.run(async () => {
          await question.beforeCall?.()
          hasStarted = true
          deadline = AbortSignal.timeout(timeoutMs)
          return await callOnce(question, prompt, deadline)
        }, question.signal)
      } catch (error) {
        question.signal.throwIfAborted()
        if (!hasStarted) throw error
        const isTimeout = deadline?.aborted === true
        if (isTimeout) timeouts++
        const pauseMs = pausesMs[tries]
        const failure = failureOf(error, isTimeout)
        if (!failure.retryable || pauseMs === undefined || timeouts >= maxTimeouts) throw failure
        const retryAfter = requestedWaitMs(error, clock.now()) ?? 0
        if (retryAfter > maxPauseMs) throw failure
        // Random, so that calls that failed together are not retried together.
        await wait(Math.max(retryAfter, pauseMs * (0.75 + 0.5 * Math.random())), undefined, { signal: question.signal })
      }
    }
  }

  async function callOnce(
    { system, schema, maxTokens, signal, onUsage }: LlmQuestion<unknown>,
    prompt: string,
    deadline: AbortSignal,
  ) {
    const abortSignal = AbortSignal.any([signal, deadline])
    try {
      const { text, usage } = await generateText({
        ...{ model, instructions: system, prompt, maxOutputTokens: maxTokens, abortSignal },
        temperature: 0,
        maxRetries: 0,
        output: Output.object({ schema }),
      })
      onUsage(spentOf(usage))
      return text
    } catch (error) {
      if (!NoObjectGeneratedError.isInstance(error)) throw error
      onUsage(spentOf(error.usage))
      if (error.finishReason === 'content-filter') throw unusable('the model refused to answer', error)
      return error.text ?? ''
    }
  }

  return {
    async ask(question) {
      let prompt = question.prompt
      for (let repairs = 0; ; repairs++) {
        const text = await callWithRetries(question, prompt)
        const read = parseAnswer(text, question.schema)
        const reason = read.ok ? (question.refuse?.(text) ?? null) : read.reason
        if (read.ok && reason === null) return read.value
        if (repairs > 0) throw unusable(`no usable answer: ${reason}`)
        prompt = `${question.prompt}\n\n${repairPrompt(reason ?? '')}`
      }
    },

    async *stream(question) {
      const deadline = AbortSignal.timeout(timeoutMs)
      const { system, prompt, schema, maxTokens, signal } = question
      let failed: unknown
      try {
        const result = streamText({
          ...{ model, instructions: system, prompt, maxOutputTokens: maxTokens, maxRetries: 0, temperature: 0 },
          abortSignal: AbortSignal.any([signal, deadline]),
          output: Output.object({ schema }),
          onError: ({ error }) => {
            failed = error
          },
        })
        for await (const partial of result.partialOutputStream) yield partial
        if (failed !== undefined) throw failed
        question.onUsage(spentOf(await result.usage))
        const read = parseAnswer(await result.text, schema)
        if (!read.ok) throw unusable(`no usable answer: ${read.reason}`)
      } catch (error) {
        signal.throwIfAborted()
        throw error instanceof ProviderError ? error : failureOf(failed ?? error, deadline.aborted)
      }
    },
  }
}

/** Does not quote the unusable answer, because an injected instruction may have caused it. */
const repairPrompt = (reason: string): string =>
  `You have answered this before, and the answer could not be used. ${reason} Answer again: one whole JSON object of the form that is described, and nothing else.`

interface Usage {
  inputTokens?: number | undefined
  outputTokens?: number | undefined
}

const spentOf = (usage: Usage | undefined): LlmUsage => ({
  calls: 1,
  tokensIn: usage?.inputTokens ?? 0,
  tokensOut: usage?.outputTokens ?? 0,
})

const unusable = (detail: string, cause?: unknown) =>
  new ProviderError({ provider: 'llm', code: 'engine_failed', retryable: false, detail, cause })

function failureOf(error: unknown, isTimeout: boolean): ProviderError {
  if (error instanceof ProviderError) return error
  const status = APICallError.isInstance(error) ? error.statusCode : undefined
  const detail = isTimeout ? 'timed out' : status ? `HTTP ${status}` : describe(error)
  const isPermanent = status !== undefined && status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status)
  return new ProviderError({ provider: 'llm', code: 'engine_failed', retryable: !isPermanent, detail, cause: error })
}

function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return 'unknown error'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}

const requestedWaitMs = (error: unknown, now: Date): number | null =>
  APICallError.isInstance(error) ? retryAfterMs(error.responseHeaders?.['retry-after'], now) : null
