import type { TimedToken, Wav } from '@recaps/speech'
import type { OutboundRequest, OutboundResponse } from '../outbound/fetch.ts'

export type SpeechRequest = Pick<OutboundRequest, 'url' | 'headers'> & { body: string }

/** Builds the requests for one kind of speech service and reads its responses. */
export interface SpeechProtocol {
  provider: 'openai' | 'kokoro' | 'elevenlabs'
  model: string
  request(text: string, voice: string): SpeechRequest
  /** Requests another audio format, for services that refuse the usual one. */
  requestOtherFormat?(text: string, voice: string): SpeechRequest
  /** Throws `FailedCall` for an unusable response. `timedWords` is empty if the service returns no times. */
  read(response: OutboundResponse): Promise<{ audio: Wav; timedWords: TimedToken[] }>
  /** Fetches display names by voice id, if the service has them. */
  voiceNames?: {
    request: Pick<OutboundRequest, 'url' | 'headers'>
    read(response: OutboundResponse): Map<string, string>
  }
}

export interface SpeechServiceAddress {
  /** Undefined: the public URL of the provider. */
  url: string | undefined
  key: string | undefined
  /** Undefined: the default of the provider. */
  model: string | undefined
}

export const jsonHeaders = { 'content-type': 'application/json' }
export const bearer = (key: string | undefined): Record<string, string> =>
  key ? { authorization: `Bearer ${key}` } : {}
