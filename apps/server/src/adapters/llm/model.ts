import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'
import { Agent, fetch as undiciFetch } from 'undici'

export interface ModelWish {
  provider: 'openai' | 'anthropic' | 'google'
  url: string | undefined
  key: string | undefined
  model: string
}

/** A model of one of the three providers, or of any server that speaks as one of them does. */
export function openModel({ provider, url, key, model }: ModelWish): LanguageModel {
  const shared = { fetch: boundedFetch(), ...(url ? { baseURL: url } : {}), ...(key ? { apiKey: key } : {}) }
  switch (provider) {
    case 'anthropic':
      return createAnthropic(shared)(model)
    case 'google':
      return createGoogleGenerativeAI(shared)(model)
    case 'openai':
      return createOpenAICompatible({
        ...shared,
        name: 'openai',
        baseURL: url ?? 'https://api.openai.com/v1',
        includeUsage: true,
        supportsStructuredOutputs: true,
      })(model)
  }
}

/** An answer has a few thousand tokens; whoever sends more than this has lost its way. */
const mostBytes = 4 * 1024 * 1024

/**
 * Like fetch, but an answer ends at `mostBytes`, nothing is followed elsewhere, and how long to wait is the caller's to say:
 * a model on a small machine may think for minutes before its first byte.
 */
function boundedFetch(): typeof fetch {
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 })
  return (async (input: string, init: object) => {
    const response = await undiciFetch(input, { ...init, dispatcher, redirect: 'error' })
    let bytes = 0
    const bounded = response.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.byteLength
          if (bytes > mostBytes) controller.error(new Error(`The model answered with more than ${mostBytes} bytes`))
          else controller.enqueue(chunk)
        },
      }),
    )
    const { status, statusText, headers } = response
    return new Response((bounded ?? null) as ReadableStream | null, { status, statusText, headers: [...headers] })
  }) as typeof fetch
}
