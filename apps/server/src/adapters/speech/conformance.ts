import type { SummaryContent } from '@recaps/contract/summary-content'
import { measureLoudness } from '@recaps/speech'
import { MPEGDecoder } from 'mpg123-decoder'
import { expect, it } from 'vitest'
import { ProviderError } from '../../errors.ts'
import type { Speech, SpeechTask, SpokenSummary } from '../../ports/speech.ts'

/** What is tried, and what can be seen of it from outside. */
export interface TriedSpeech {
  speech: Speech
  /** Whether words are timed. */
  timesWords: boolean
  /** How often somebody outside was asked so far; undefined for a voice that asks nobody. */
  asked?(): number
}

/** Numbers, a dash, a word of no sound and a sentence that stands there twice. */
const twice = 'Trees cool the street.'
const sentences = [twice, 'In 2019, planting one — just one 🙂 — cost $4.2 million a year.', 'Who waters them?']

export const task: SpeechTask = {
  content: contentOf('Cities need shade.', [twice], [{ title: 'Why it matters', sentences }]),
  title: 'Trees in cities',
  artist: 'Plain Bench',
  picture: null,
}

/** What every voice does, whoever speaks in it. Its first voice is the one that is tried. */
export function speechConformance(make: () => Promise<TriedSpeech>): void {
  const quietly = { signal: new AbortController().signal, onProgress: () => {} }
  let spoken: SpokenSummary | undefined
  let tried: TriedSpeech
  const once = async () => {
    tried ??= await make()
    spoken ??= await tried.speech.speak(task, tried.speech.voices[0]!, quietly)
    return { ...tried, spoken }
  }

  it('gives an MP3 of one channel that decodes to exactly the duration it tells', async () => {
    const { spoken } = await once()
    const { samples, sampleRate } = await decoded(spoken.mp3)
    expect(sampleRate).toBe(48_000)
    expect(Math.round(samples.length / 48)).toBe(spoken.durationMs)
    expect(spoken.timings.at(-1)!.endMs).toBe(spoken.durationMs)
  })

  it('times every sentence and title in written order, one after the other', async () => {
    const { timings } = (await once()).spoken
    expect(timings.map(({ section, sentence }) => [section, sentence])).toEqual([
      ...[0, 1].map(sentence => [-1, sentence]),
      ...[-1, 0, 1, 2].map(sentence => [0, sentence]),
    ])
    for (const [index, { startMs, endMs }] of timings.entries()) {
      expect(startMs).toBe(timings[index - 1]?.endMs ?? 0)
      expect(endMs).toBeGreaterThan(startMs)
    }
  })

  it('times words inside their sentence and in order, or not at all', async () => {
    const { spoken, timesWords } = await once()
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

  it('is as loud as every other: −19 LUFS', async () => {
    const { spoken } = await once()
    const { samples } = await decoded(spoken.mp3)
    expect(Math.abs(measureLoudness(samples, 48_000) + 19)).toBeLessThan(1)
    expect(Math.abs(spoken.loudness + 19)).toBeLessThan(1)
  })

  it('makes pauses of the same length between sentences, whatever silence a voice leaves', async () => {
    const { spoken } = await once()
    const { samples } = await decoded(spoken.mp3)
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

  it('says the same sentence once, though it is written twice', async () => {
    const { asked } = await once()
    if (asked) expect(asked()).toBe(5)
  })

  it('says one sentence for itself', async () => {
    const { speech } = await once()
    const { samples } = await decoded(await speech.say('This is how I sound.', speech.voices[0]!, quietly))
    expect(samples.length / 48_000).toBeGreaterThan(1.5)
    expect(samples.length / 48_000).toBeLessThan(6)
  })

  it('ends at once with the reason it is aborted for', async () => {
    const { speech } = await once()
    const reason = new Error('the process stops')
    const atStart = speech.speak(task, speech.voices[0]!, { ...quietly, signal: AbortSignal.abort(reason) })
    await expect(atStart).rejects.toBe(reason)
    const stop = new AbortController()
    const long = { ...task, content: contentOf('Many.', [], [{ title: 'All', sentences: manySentences() }]) }
    const abortSoon = () => setTimeout(() => stop.abort(reason), 50)
    const speaking = speech.speak(long, speech.voices[0]!, { signal: stop.signal, onProgress: abortSoon })
    const startedAt = performance.now()
    await expect(speaking).rejects.toBe(reason)
    expect(performance.now() - startedAt).toBeLessThan(3_000)
  })

  it('offers the built-in voices too, and one of them to stand in', async () => {
    const { speech } = await once()
    const ids = speech.voices.map(voice => voice.id)
    expect(ids).toEqual(expect.arrayContaining(['rms', 'slt']))
    expect(new Set(speech.voices.map(voice => voice.key)).size).toBe(ids.length)
    expect(speech.standIn.provider).toBe('built-in')
    expect(ids).toContain(speech.standIn.id)
  })

  it('refuses a voice that is not set up any more', async () => {
    const { speech } = await once()
    const gone = { id: 'gone', name: 'Gone', provider: 'openai', key: 'gone' } as const
    await expect(speech.speak(task, gone, quietly)).rejects.toSatisfy(
      error => error instanceof ProviderError && error.code === 'voice_failed',
    )
  })
}

export async function decoded(mp3: Uint8Array): Promise<{ samples: Float32Array; sampleRate: number }> {
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
