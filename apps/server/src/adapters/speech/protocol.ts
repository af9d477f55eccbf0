import type { HeardToken, Wav } from '@recaps/speech'
import type { OutboundAnswer, OutboundRequest } from '../outbound/fetch.ts'

export type SpeechRequest = Pick<OutboundRequest, 'url' | 'headers'> & { body: string }

/** How one kind of service is asked to say a sentence, and how its answer is read. */
export interface Protocol {
  /** What the operator sees it called. */
  provider: 'openai' | 'kokoro' | 'elevenlabs'
  /** Asked where none is named. */
  model: string
  request(text: string, voice: string): SpeechRequest
  /** The same for a service that refuses the form of sound. */
  requestOtherForm?(text: string, voice: string): SpeechRequest
  /** Throws `FailedCall` for what is no right answer. `heard` is empty where the service tells no times. */
  read(answer: OutboundAnswer): Promise<{ sound: Wav; heard: HeardToken[] }>
  /** What the service calls a voice, for services that tell. */
  namesOfVoices?: {
    request: Pick<OutboundRequest, 'url' | 'headers'>
    read(answer: OutboundAnswer): Map<string, string>
  }
}

export interface ServiceAddress {
  /** Undefined: the public address of the provider. */
  url: string | undefined
  key: string | undefined
  /** Undefined: the usual one of the provider. */
  model: string | undefined
}

export const jsonHeaders = { 'content-type': 'application/json' }
export const bearer = (key: string | undefined): Record<string, string> =>
  key ? { authorization: `Bearer ${key}` } : {}
