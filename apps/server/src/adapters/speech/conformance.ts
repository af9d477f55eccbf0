import type { SummaryContent } from '@recaps/contract/summary-content'
import { measureLoudness } from '@recaps/speech'
import { MPEGDecoder } from 'mpg123-decoder'
import { expect, it } from 'vitest'
import { ProviderError } from '../../errors.ts'
import type { Speech, SpeechTask, SpokenSummary } from '../../ports/speech.ts'

/** A speech adapter under test, and what the tests can observe of it. */
export interface SpeechUnderTest {
  speech: Speech
  timesWords: boolean
  /** Number of requests to the service so far; undefined for voices without a service. */
  countRequests?(): number
}

/** Has numbers, dashes, an emoji that is not pronounced, and a sentence that occurs twice. */
const repeated = 'Trees cool the street.'
const sentences = [repeated, 'In 2019, planting one — just one 🙂 — cost $4.2 million a year.', 'Who waters them?']

export const speechTask: SpeechTask = {
  content: contentOf('Cities need shade.', [repeated], [{ title: 'Why it matters', sentences }]),
  title: 'Trees in cities',
  artist: 'Plain Bench',
  picture: null,
}

/** Tests that every kind of voice has to pass. They use the first voice that `make` offers. */
export function speechConformance(make: () => Promise<SpeechUnderTest>): void {
  const options = { signal: new AbortController().signal, onProgress: () => {} }
  let spoken: SpokenSummary | undefined
  let subject: SpeechUnderTest
  const speakOnce = async () => {
    subject ??= await make()
    spoken ??= await subject.speech.speak(speechTask, subject.speech.voices[0]!, options)
    return { ...subject, spoken }
  }

  it('produces a mono MP3 that decodes to exactly the reported duration', async () => {
    const { spoken } = await speakOnce()
    const { samples, sampleRate } = await decodeMp3(spoken.mp3)
    expect(sampleRate).toBe(48_000)
    expect(Math.round(samples.length / 48)).toBe(spoken.durationMs)
    expect(spoken.timings.at(-1)!.endMs).toBe(spoken.durationMs)
  })

  it('times every spoken sentence and title in written order and without gaps', async () => {
    const { timings } = (await speakOnce()).spoken
    expect(timings.map(({ section, sentence }) => [section, sentence])).toEqual([
      ...[0, 1].map(sentence => [-1, sentence]),
      ...[-1, 0, 1, 2].map(sentence => [0, sentence]),
    ])
    for (const [index, { startMs, endMs }] of timings.entries()) {
      expect(startMs).toBe(timings[index - 1]?.endMs ?? 0)
      expect(endMs).toBeGreaterThan(startMs)
    }
  })

  it('times spoken words in order and within their sentence, or not at all', async () => {
    const { spoken, timesWords } = await speakOnce()
    for (const { words, startMs, endMs } of spoken.timings) {
      expect(words.length > 0).toBe(timesWords)
      let last = startMs
      for (const word of words) {
        expect(word.startMs).toBeGreaterThanOrEqual(last)
        expect(word.endMs).toBeGreaterThanOrEqual(word.startMs)
        last = word.endMs
      }
      expect(last).toBeLessThanOrEqual(endMs)
    }
    if (!timesWords) return
    const { words } = spoken.timings[4]!
    expect(words.map(word => word.text)).toEqual(sentences[1]!.split(' '))
    const silent = words.filter(word => word.startMs === word.endMs).map(word => word.text)
    expect(silent).toEqual(['—', '🙂', '—'])
  })

  it('normalizes the loudness of speech to −19 LUFS', async () => {
    const { spoken } = await speakOnce()
    const { samples } = await decodeMp3(spoken.mp3)
    expect(Math.abs(measureLoudness(samples, 48_000) + 19)).toBeLessThan(1)
    expect(Math.abs(spoken.loudness + 19)).toBeLessThan(1)
  })

  it('pauses for 0.4 to 1.4 s between sentences, independent of the silence that a voice leaves', async () => {
    const { spoken } = await speakOnce()
    const { samples } = await decodeMp3(spoken.mp3)
    const [, second, title] = spoken.timings
    const quietBefore = (ms: number) => {
      let at = ms * 48
      while (at > 0 && Math.abs(samples[at - 1]!) < 0.01) at--
      return ms - at / 48
    }
    for (const { endMs } of [second!, title!]) {
      expect(quietBefore(endMs)).toBeGreaterThan(400)
      expect(quietBefore(endMs)).toBeLessThan(1400)
    }
  })

  it('synthesizes a repeated sentence only once', async () => {
    const { countRequests } = await speakOnce()
    if (countRequests) expect(countRequests()).toBe(5)
  })

  it('speaks a single sentence as a sample of the voice', async () => {
    const { speech } = await speakOnce()
    const { samples } = await decodeMp3(await speech.say('This is how I sound.', speech.voices[0]!, options))
    expect(samples.length / 48_000).toBeGreaterThan(1.5)
    expect(samples.length / 48_000).toBeLessThan(6)
  })

  it('stops speaking at speakOnce and rejects with the abort reason', async () => {
    const { speech } = await speakOnce()
    const reason = new Error('the process stops')
    const abortedBefore = speech.speak(speechTask, speech.voices[0]!, { ...options, signal: AbortSignal.abort(reason) })
    await expect(abortedBefore).rejects.toBe(reason)
    const stop = new AbortController()
    const long = { ...speechTask, content: contentOf('Many.', [], [{ title: 'All', sentences: manySentences() }]) }
    const abortSoon = () => setTimeout(() => stop.abort(reason), 50)
    const speaking = speech.speak(long, speech.voices[0]!, { signal: stop.signal, onProgress: abortSoon })
    const startedAt = performance.now()
    await expect(speaking).rejects.toBe(reason)
    expect(performance.now() - startedAt).toBeLessThan(3_000)
  })

  it('offers the built-in voices, and one of them as the fallback voice', async () => {
    const { speech } = await speakOnce()
    const ids = speech.voices.map(voice => voice.id)
    expect(ids).toEqual(expect.arrayContaining(['rms', 'slt']))
    expect(new Set(speech.voices.map(voice => voice.key)).size).toBe(ids.length)
    expect(speech.fallbackVoice.provider).toBe('built-in')
    expect(ids).toContain(speech.fallbackVoice.id)
  })

  it('refuses to speak with a voice that is no longer configured', async () => {
    const { speech } = await speakOnce()
    const gone = { id: 'gone', name: 'Gone', provider: 'openai', key: 'gone' } as const
    await expect(speech.speak(speechTask, gone, options)).rejects.toSatisfy(
      error => error instanceof ProviderError && error.code === 'voice_failed',
    )
  })
}

export async function decodeMp3(mp3: Uint8Array): Promise<{ samples: Float32Array; sampleRate: number }> {
  const decoder = new MPEGDecoder({ enableGapless: true })
  await decoder.ready
  const { channelData, sampleRate, errors } = decoder.decode(mp3)
  decoder.free()
  if (errors.length > 0) throw new Error(`the MP3 has errors: ${errors[0]!.message}`)
  return { samples: channelData[0]!, sampleRate }
}

const manySentences = () => Array.from({ length: 200 }, (_, i) => `Sentence number ${i} goes on for a while.`)

function contentOf(
  headline: string,
  points: string[],
  sections: { title: string; sentences: string[] }[],
): SummaryContent {
  const sentence = (text: string) => ({ text, cites: [], support: 'verified' as const })
  return {
    headline,
    inThreePoints: points.map(sentence),
    sections: sections.map(({ title, sentences }) => ({
      title,
      startMs: 0,
      endMs: 1000,
      sentences: sentences.map(sentence),
    })),
    coverage: { durationMs: 1000, readMs: 1000, read: [], represented: [], notEnglish: [], leftOut: 0 },
    support: { verified: 0, total: 0 },
    promotion: { totalMs: 0, spans: [] },
    engine: 'test',
    version: '1',
    language: 'en',
    transcript: { kind: 'manual', quality: 'good' },
    cut: false,
  }
}
