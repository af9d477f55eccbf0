import {
  type HeardToken,
  mono,
  plainText,
  type SpeakOptions,
  type SpokenSentence,
  spokenText,
  trimSilence,
  type Voice,
  type Wav,
  wordTimes,
} from '@recaps/speech'
import type { OutboundAnswer, OutboundFetch } from '../outbound/fetch.ts'
import { type CallGate, pause } from './call-gate.ts'
import { asFailedCall, FailedCall, type FailedCallReason, unusable } from './failed-call.ts'
import type { Protocol, SpeechRequest } from './protocol.ts'

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
  /** It has refused the form of sound that is asked for first, and answered in the other. */
  knowsOtherFormOnly?: boolean
}

/** To be raised with how sound is cut and words are placed here. */
const version = 2

const tries: Record<FailedCallReason, number> = { busy: 4, late: 2, unusable: 2, refused: 1, resting: 1 }
/** Told to wait for longer than this, we do without. */
const longestWaitMs = 30_000

/** One voice of a service: one call for each sentence, tried again where that may help. Rejects with `FailedCall`, or the reason of the signal. */
export function remoteVoice(service: Service, voice: string, address: string): Voice {
  const { protocol, gate } = service

  async function ask(text: string, signal: AbortSignal | undefined): Promise<SpokenSentence> {
    const plain = plainText(text)
    const expected = expectedOf(plain, spokenText(text))
    const send = (request: SpeechRequest) =>
      service.fetch({
        ...request,
        method: 'POST',
        deadlineMs: service.timeoutMs,
        maxBytes: mostBytes(expected),
        ...(signal ? { signal } : {}),
      })
    const other = protocol.requestOtherForm
    let answer = await send(service.knowsOtherFormOnly && other ? other(plain, voice) : protocol.request(plain, voice))
    if (other && !service.knowsOtherFormOnly && refusesForm(answer)) {
      answer = await send(other(plain, voice))
      service.knowsOtherFormOnly = answer.status === 200
    }
    const { sound, heard } = await protocol.read(answer)
    return sentenceOf(text, expected, sound, heard)
  }

  async function askAgain(text: string, { signal, keep }: SpeakOptions): Promise<SpokenSentence> {
    for (let tried = 1; ; tried++) {
      try {
        return await gate.pass(async () => {
          refuseResting(service)
          const said = await ask(text, signal)
          await keep?.(said)
          return said
        }, signal)
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
    speak: async (text, options = {}) => (spokenText(text) === '' ? silence(text) : await askAgain(text, options)),
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

/** Servers name what they do not like about a request. */
const refusesForm = ({ status, body }: OutboundAnswer): boolean =>
  [400, 415, 422].includes(status) && /format|\bwav\b/i.test(Buffer.from(body).toString('utf8'))

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

/** Nobody speaks so fast: less sound was cut off. Of short texts too little is known. */
const mostLettersASecond = 32
const fewLetters = 20
/** −54 dBFS at the loudest moment is no speech. */
const quietestPeak = 66
/** Words may end a little after the sound, by rounding. */
const toleranceMs = 250

/** How long the sound of a text may be, seconds. */
interface Expected {
  atLeast: number
  atMost: number
}

/** From the text as it is written and as it may be spelled out, whichever is further off: voices read figures each in their own way. */
function expectedOf(plain: string, spoken: string): Expected {
  const [fewest, most] = [Math.min(plain.length, spoken.length), Math.max(plain.length, spoken.length)]
  // Slow readers say seven letters a second.
  return { atLeast: fewest > fewLetters ? fewest / mostLettersASecond : 0, atMost: 3 + 0.3 * most }
}

/** As sound of 48 kHz in two channels of 32 bits, or of 16 bits in Base64 with times. */
const mostBytes = ({ atMost }: Expected): number => Math.ceil(atMost * 384_000) + 256 * 1024

/** The sentence in the answer, if it may be one of this text. */
function sentenceOf(text: string, expected: Expected, sound: Wav, heard: HeardToken[]): SpokenSentence {
  const { pcm, sampleRate } = mono({ text, ...sound, words: [] })
  if (!(sampleRate >= 8_000 && sampleRate <= 48_000)) throw unusable(`the sound has ${sampleRate} samples a second`)
  if (!pcm.some(sample => Math.abs(sample) >= quietestPeak)) throw unusable('nothing is heard')
  const durationMs = (pcm.length * 1000) / sampleRate
  if (durationMs > expected.atMost * 1000) throw unusable('the sound is far too long for the text')
  const heardUntilMs = heard.reduce((latest, token) => Math.max(latest, token.endMs), 0)
  if (heardUntilMs > durationMs + toleranceMs) throw unusable('the sound ends before its words')
  const said = trimSilence({ text, pcm, sampleRate, words: wordTimes(text, heard) })
  if (said.pcm.length / sampleRate < expected.atLeast) throw unusable('the sound is too short for the text')
  return said
}
