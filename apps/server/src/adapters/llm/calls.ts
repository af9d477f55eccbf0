import { setTimeout as wait } from 'node:timers/promises'
import { APICallError, generateText, type LanguageModel, NoObjectGeneratedError, Output, streamText } from 'ai'
import type { z } from 'zod'
import { ProviderError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import { retryAfterMs } from '../outbound/retry-after.ts'
import { readAnswer } from './answers.ts'
import type { Slots } from './slots.ts'

/** What calls of a model took: tokens as its server counts them. */
export interface Spent {
  calls: number
  tokensIn: number
  tokensOut: number
}

export interface Question<T> {
  system: string
  prompt: string
  schema: z.ZodType<T>
  /** Most tokens of the answer. */
  maxTokens: number
  signal: AbortSignal
  /** Called before each call to the model. What it throws ends the question. */
  beforeCall?: (() => Promise<void>) | undefined
  /** Called for every call that was answered, also one whose answer could not be used. */
  onSpent(spent: Spent): void
  /** Why an answer of the right form may not be used all the same; null when it may. */
  refuse?(text: string): string | null
}

/** Asks a language model for JSON of a form. */
export interface Asking {
  /**
   * Throws `ProviderError('engine_failed')`: `retryable` when the server could not be reached or was too busy, and not when it
   * refused, or could not give the form even when asked again.
   */
  ask<T>(question: Question<T>): Promise<T>
  /** The answer as it grows; ends when it is whole, and throws as `ask` does. Nothing is asked twice. */
  stream<T>(question: Question<T>): AsyncIterable<unknown>
}

export interface AskingDeps {
  model: LanguageModel
  slots: Slots
  clock: Clock
  timeoutMs: number
  /** Pauses before a call is made again that was put off or failed on its way; as many tries as there are pauses. */
  pausesMs?: readonly number[]
}

const usualPausesMs = [500, 1_500, 4_000, 8_000]
/** Who asks for more patience than this is not waited for. */
const longestPauseMs = 60_000
/** A server that let one call hang may let the next one too: two of them are as long as a job may wait. */
const mostTimeouts = 2

export function createAsking(deps: AskingDeps): Asking {
  const { model, clock, timeoutMs, pausesMs = usualPausesMs } = deps

  /** One call over the wire, tried again while that may help. */
  async function call(question: Question<unknown>, prompt: string): Promise<string> {
    let timeouts = 0
    for (let tries = 0; ; tries++) {
      let deadline: AbortSignal | undefined
      let isAsked = false
      try {
        return await deps.slots.run(async () => {
          await question.beforeCall?.()
          isAsked = true
          deadline = AbortSignal.timeout(timeoutMs)
          return await once(question, prompt, deadline)
        }, question.signal)
      } catch (error) {
        question.signal.throwIfAborted()
        if (!isAsked) throw error
        const isTimeout = deadline?.aborted === true
        if (isTimeout) timeouts++
        const pauseMs = pausesMs[tries]
        const failure = failureOf(error, isTimeout)
        if (!failure.retryable || pauseMs === undefined || timeouts >= mostTimeouts) throw failure
        const askedForMs = askedToWait(error, clock.now()) ?? 0
        if (askedForMs > longestPauseMs) throw failure
        // Not all of those that were put off together come back together.
        await wait(Math.max(askedForMs, pauseMs * (0.75 + 0.5 * Math.random())), undefined, { signal: question.signal })
      }
    }
  }

  async function once(
    { system, schema, maxTokens, signal, onSpent }: Question<unknown>,
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
      onSpent(spentOf(usage))
      return text
    } catch (error) {
      if (!NoObjectGeneratedError.isInstance(error)) throw error
      onSpent(spentOf(error.usage))
      if (error.finishReason === 'content-filter') throw refused('the model refuses to answer', error)
      return error.text ?? ''
    }
  }

  return {
    async ask(question) {
      let prompt = question.prompt
      for (let repairs = 0; ; repairs++) {
        const text = await call(question, prompt)
        const read = readAnswer(text, question.schema)
        const reason = read.ok ? (question.refuse?.(text) ?? null) : read.reason
        if (read.ok && reason === null) return read.value
        if (repairs > 0) throw refused(`no usable answer: ${reason}`)
        prompt = `${question.prompt}\n\n${again(reason ?? '')}`
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
        question.onSpent(spentOf(await result.usage))
        const read = readAnswer(await result.text, schema)
        if (!read.ok) throw refused(`no usable answer: ${read.reason}`)
      } catch (error) {
        signal.throwIfAborted()
        throw error instanceof ProviderError ? error : failureOf(failed ?? error, deadline.aborted)
      }
    },
  }
}

/** The answer itself is not shown again: what is wrong with it may be what it was talked into. */
const again = (reason: string): string =>
  `You have answered this before, and the answer could not be used. ${reason} Answer again: one whole JSON object of the form that is described, and nothing else.`

interface Usage {
  inputTokens?: number | undefined
  outputTokens?: number | undefined
}

const spentOf = (usage: Usage | undefined): Spent => ({
  calls: 1,
  tokensIn: usage?.inputTokens ?? 0,
  tokensOut: usage?.outputTokens ?? 0,
})

const refused = (detail: string, cause?: unknown) =>
  new ProviderError({ provider: 'llm', code: 'engine_failed', retryable: false, detail, cause })

function failureOf(error: unknown, isTimeout: boolean): ProviderError {
  if (error instanceof ProviderError) return error
  const status = APICallError.isInstance(error) ? error.statusCode : undefined
  const detail = isTimeout ? 'no answer in time' : status ? `status ${status}` : describe(error)
  const isOurs = status !== undefined && status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status)
  return new ProviderError({ provider: 'llm', code: 'engine_failed', retryable: !isOurs, detail, cause: error })
}

function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return 'not reached'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}

const askedToWait = (error: unknown, now: Date): number | null =>
  APICallError.isInstance(error) ? retryAfterMs(error.responseHeaders?.['retry-after'], now) : null
