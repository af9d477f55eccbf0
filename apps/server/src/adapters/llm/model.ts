import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'
import { Agent, fetch as undiciFetch } from 'undici'

export interface ModelConfig {
  provider: 'openai' | 'anthropic' | 'google'
  url: string | undefined
  key: string | undefined
  model: string
}

/** Opens a model of one of the three providers, or of a server with a compatible API. */
export function openModel({ provider, url, key, model }: ModelConfig): LanguageModel {
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

/** Far more than the few thousand tokens of an answer. */
const maxBytes = 4 * 1024 * 1024

/**
 * Like fetch, but limits the response to `maxBytes`, rejects redirects, and has no timeout of its own: a model on a small machine may
 * take minutes until its first byte, so the caller sets the limit.
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
          if (bytes > maxBytes) controller.error(new Error(`The model answered with more than ${maxBytes} bytes`))
          else controller.enqueue(chunk)
        },
      }),
    )
    const { status, statusText, headers } = response
    return new Response((bounded ?? null) as ReadableStream | null, { status, statusText, headers: [...headers] })
  }) as typeof fetch
}
