import {
  alignWordTimes,
  plainText,
  type SpeakOptions,
  type SpokenSentence,
  spokenText,
  type TimedToken,
  toMono,
  trimSilence,
  type Voice,
  type Wav,
} from '@recaps/speech'
import type { OutboundFetch, OutboundResponse } from '../outbound/fetch.ts'
import { type CallLimiter, pause } from './call-limiter.ts'
import { FailedCall, type FailedCallReason, toFailedCall, unusable } from './failed-call.ts'
import type { SpeechProtocol, SpeechRequest } from './protocol.ts'

/** State and settings shared by all voices of one service. */
export interface SpeechService {
  protocol: SpeechProtocol
  fetch: OutboundFetch
  limiter: CallLimiter
  /** Time limit of one call. */
  timeoutMs: number
  /** How long the service is not called after it failed. */
  failurePauseMs: number
  /** Pause before the first retry; doubles for each further retry. */
  firstPauseMs: number
  /** Time of `performance.now()` until which the service is not called. */
  pausedUntil: number
  /** The service refused the usual audio format and accepted the other one. */
  needsOtherFormat?: boolean
}

/** Part of the cache key. Raise it when trimming or word timing changes. */
const version = 2

const maxAttempts: Record<FailedCallReason, number> = { busy: 4, late: 2, unusable: 2, refused: 1, resting: 1 }
/** A longer Retry-After fails the sentence. */
const maxWaitMs = 30_000

/** Makes one call per sentence, and retries if that may help. Rejects with `FailedCall` or the signal's abort reason. */
export function remoteVoice(service: SpeechService, voice: string, address: string): Voice {
  const { protocol, limiter } = service

  async function callOnce(text: string, signal: AbortSignal | undefined): Promise<SpokenSentence> {
    const plain = plainText(text)
    const expected = expectedDuration(plain, spokenText(text))
    const send = (request: SpeechRequest) =>
      service.fetch({
        ...request,
        method: 'POST',
        deadlineMs: service.timeoutMs,
        maxBytes: maxResponseBytes(expected),
        ...(signal ? { signal } : {}),
      })
    const requestOther = protocol.requestOtherFormat
    let response = await send(
      service.needsOtherFormat && requestOther ? requestOther(plain, voice) : protocol.request(plain, voice),
    )
    if (requestOther && !service.needsOtherFormat && refusesFormat(response)) {
      response = await send(requestOther(plain, voice))
      service.needsOtherFormat = response.status === 200
    }
    const { audio, timedWords } = await protocol.read(response)
    return toSentence(text, expected, audio, timedWords)
  }

  async function callWithRetries(text: string, { signal, save }: SpeakOptions): Promise<SpokenSentence> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await limiter.run(async () => {
          throwIfPaused(service)
          const sentence = await callOnce(text, signal)
          await save?.(sentence)
          return sentence
        }, signal)
      } catch (error) {
        if (signal?.aborted) throw signal.reason
        const failed = toFailedCall(error)
        const pauseMs = failed.waitMs ?? service.firstPauseMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2)
        if (attempt >= maxAttempts[failed.reason] || pauseMs > maxWaitMs) throw pauseAfterFailure(service, failed)
        if (failed.waitMs !== undefined) limiter.pauseFor(failed.waitMs)
        await pause(pauseMs, signal)
      }
    }
  }

  return {
    id: `${protocol.provider}@${address}/${protocol.model}/${voice}/${version}`,
    speak: async (text, options = {}) =>
      spokenText(text) === '' ? silence(text) : await callWithRetries(text, options),
  }
}

/** Stops calling a failed service for a while. Otherwise every sentence of every summary would wait for the same failure. */
function pauseAfterFailure(service: SpeechService, failed: FailedCall): FailedCall {
  if (failed.reason === 'busy' || failed.reason === 'late')
    service.pausedUntil =
      performance.now() + Math.max(service.failurePauseMs, Math.min(failed.waitMs ?? 0, 10 * service.failurePauseMs))
  return failed
}

function throwIfPaused({ pausedUntil }: SpeechService): void {
  if (performance.now() < pausedUntil) throw new FailedCall('resting', 'not called, because it failed a moment ago')
}

/** Detected from the error message, which names the rejected format. */
const refusesFormat = ({ status, body }: OutboundResponse): boolean =>
  [400, 415, 422].includes(status) && /format|\bwav\b/i.test(Buffer.from(body).toString('utf8'))

/** For text without anything to pronounce; needs no call. */
function silence(text: string): SpokenSentence {
  const words = text.trim().split(/\s+/).filter(Boolean)
  return {
    text,
    pcm: new Int16Array(7_200),
    sampleRate: 24_000,
    words: words.map(word => ({ text: word, startMs: 0, endMs: 0 })),
  }
}

/** Faster than any speaker: shorter audio is truncated. Not checked for short texts, whose duration varies too much. */
const maxLettersPerSecond = 32
const shortTextLetters = 20
/** Audio with a lower peak (−54 dBFS) is silence. */
const minPeak = 66
/** Rounded word times may end slightly after the audio. */
const toleranceMs = 250

/** Plausible duration of a spoken text. */
interface DurationRange {
  minSeconds: number
  maxSeconds: number
}

/** Uses the shorter and the longer of the written and the spelled-out text, because voices read numbers differently. */
function expectedDuration(plain: string, spoken: string): DurationRange {
  const [fewestLetters, mostLetters] = [Math.min(plain.length, spoken.length), Math.max(plain.length, spoken.length)]
  // Slow voices read seven letters per second, so 0.3 s per letter is generous.
  return {
    minSeconds: fewestLetters > shortTextLetters ? fewestLetters / maxLettersPerSecond : 0,
    maxSeconds: 3 + 0.3 * mostLetters,
  }
}

/** Enough for 48 kHz stereo with 32-bit samples, or for 16-bit samples in Base64 with word times. */
const maxResponseBytes = ({ maxSeconds }: DurationRange): number => Math.ceil(maxSeconds * 384_000) + 256 * 1024

/** Rejects audio that cannot be speech of this text. */
function toSentence(text: string, expected: DurationRange, audio: Wav, timedWords: TimedToken[]): SpokenSentence {
  const { pcm, sampleRate } = toMono({ text, ...audio, words: [] })
  if (!(sampleRate >= 8_000 && sampleRate <= 48_000)) throw unusable(`unsupported sample rate: ${sampleRate} Hz`)
  if (!pcm.some(sample => Math.abs(sample) >= minPeak)) throw unusable('the audio is silent')
  const durationMs = (pcm.length * 1000) / sampleRate
  if (durationMs > expected.maxSeconds * 1000) throw unusable('the audio is far too long for the text')
  const wordsEndMs = timedWords.reduce((latest, token) => Math.max(latest, token.endMs), 0)
  if (wordsEndMs > durationMs + toleranceMs) throw unusable('the audio ends before its words')
  const sentence = trimSilence({ text, pcm, sampleRate, words: alignWordTimes(text, timedWords) })
  if (sentence.pcm.length / sampleRate < expected.minSeconds) throw unusable('the audio is too short for the text')
  return sentence
}
