import {
  type HeardToken,
  mono,
  plainText,
  type SpokenSentence,
  spokenText,
  trimSilence,
  type Voice,
  type Wav,
  wordTimes,
} from '@recaps/speech'
import type { OutboundFetch } from '../outbound/fetch.ts'
import { type CallGate, pause } from './call-gate.ts'
import { asFailedCall, FailedCall, type FailedCallReason, unusable } from './failed-call.ts'
import type { Protocol } from './protocol.ts'

/** What all voices of one service share. */
export interface Service {
  protocol: Protocol
  fetch: OutboundFetch
  gate: CallGate
  /** Time for one call. */
  timeoutMs: number
  /** How long it is left alone after it could not be had. */
  restMs: number
  /** Before it is asked for the second time; twice as long before each further one. */
  firstPauseMs: number
  /** Instant of `performance.now()` until which it is. */
  restsUntil: number
}

/** To be raised with how sound is cut and words are placed here. */
const version = 1

const tries: Record<FailedCallReason, number> = { busy: 4, late: 2, unusable: 2, refused: 1, resting: 1 }
/** Told to wait for longer than this, we do without. */
const longestWaitMs = 30_000

/** One voice of a service: one call for each sentence, tried again where that may help. Rejects with `FailedCall`, or the reason of the signal. */
export function remoteVoice(service: Service, voice: string, address: string): Voice {
  const { protocol, gate } = service

  async function ask(text: string, signal: AbortSignal | undefined): Promise<SpokenSentence> {
    const spoken = spokenText(text)
    const answer = await service.fetch({
      ...protocol.request(plainText(text), voice),
      method: 'POST',
      deadlineMs: service.timeoutMs,
      maxBytes: mostBytes(spoken),
      ...(signal ? { signal } : {}),
    })
    const { sound, heard } = protocol.read(answer)
    return sentenceOf(text, spoken, sound, heard)
  }

  async function askAgain(text: string, signal: AbortSignal | undefined): Promise<SpokenSentence> {
    for (let tried = 1; ; tried++) {
      try {
        const said = await gate.pass(() => {
          refuseResting(service)
          return ask(text, signal)
        }, signal)
        return said
      } catch (error) {
        if (signal?.aborted) throw signal.reason
        const failed = asFailedCall(error)
        const pauseMs = failed.waitMs ?? service.firstPauseMs * 2 ** (tried - 1) * (0.75 + Math.random() / 2)
        if (tried >= tries[failed.reason] || pauseMs > longestWaitMs) throw rested(service, failed)
        if (failed.waitMs !== undefined) gate.rest(failed.waitMs)
        await pause(pauseMs, signal)
      }
    }
  }

  return {
    id: `${protocol.provider}@${address}/${protocol.model}/${voice}/${version}`,
    speak: async (text, { signal } = {}) => (spokenText(text) === '' ? silence(text) : await askAgain(text, signal)),
  }
}

/** Who could not be had is left alone for a while: every sentence of every summary would find that out anew. */
function rested(service: Service, failed: FailedCall): FailedCall {
  if (failed.reason === 'busy' || failed.reason === 'late')
    service.restsUntil = performance.now() + Math.max(service.restMs, Math.min(failed.waitMs ?? 0, 10 * service.restMs))
  return failed
}

function refuseResting({ restsUntil }: Service): void {
  if (performance.now() < restsUntil) throw new FailedCall('resting', 'not asked: it failed a moment ago')
}

/** Nothing to say, and nobody to be asked. */
function silence(text: string): SpokenSentence {
  const words = text.trim().split(/\s+/).filter(Boolean)
  return {
    text,
    pcm: new Int16Array(7_200),
    sampleRate: 24_000,
    words: words.map(word => ({ text: word, startMs: 0, endMs: 0 })),
  }
}

/** Nobody speaks so fast: less sound was cut off. Slow readers take half as many letters a second as are usual, so this is far more. */
const mostLettersASecond = 32
const longestSeconds = (spoken: string): number => 3 + 0.3 * spoken.length
/** −54 dBFS at the loudest moment is no speech. */
const quietestPeak = 66
/** Words may end a little after the sound, by rounding. */
const toleranceMs = 250

/** As sound of 48 kHz in two channels, in Base64, with times. */
const mostBytes = (spoken: string): number => Math.ceil(longestSeconds(spoken) * 192_000 * 1.34) + 256 * 1024

/** The sentence in the answer, if it may be one of this text. */
function sentenceOf(text: string, spoken: string, sound: Wav, heard: HeardToken[]): SpokenSentence {
  const { pcm, sampleRate } = mono({ text, ...sound, words: [] })
  if (sampleRate < 8_000 || sampleRate > 48_000) throw unusable(`the sound has ${sampleRate} samples a second`)
  if (!pcm.some(sample => Math.abs(sample) >= quietestPeak)) throw unusable('nothing is heard')
  const durationMs = (pcm.length * 1000) / sampleRate
  if (durationMs > longestSeconds(spoken) * 1000) throw unusable('the sound is far too long for the text')
  const heardUntilMs = heard.reduce((latest, token) => Math.max(latest, token.endMs), 0)
  if (heardUntilMs > durationMs + toleranceMs) throw unusable('the sound ends before its words')
  const said = trimSilence({ text, pcm, sampleRate, words: wordTimes(text, heard) })
  const seconds = said.pcm.length / sampleRate
  if (spoken.length > 20 && spoken.length / seconds > mostLettersASecond)
    throw unusable('the sound is too short for the text')
  return said
}
