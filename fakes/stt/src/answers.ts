import { type Line, textOf } from './line.ts'

/** What is asked about a sound, beside the sound. */
export interface Asked {
  format: string
  granularities: readonly string[]
}

const whole = (lines: readonly Line[]) => lines.map(line => textOf(line)).join(' ')

/** As OpenAI answers `/v1/audio/transcriptions`. */
export function openAiAnswer(lines: readonly Line[], seconds: number, { format, granularities }: Asked): string {
  if (format !== 'verbose_json') return JSON.stringify({ text: whole(lines) })
  const segments = lines.map((line, id) => ({
    id,
    seek: 0,
    start: line.start,
    end: line.end,
    text: ` ${textOf(line)}`,
    tokens: [],
    temperature: 0,
    avg_logprob: -0.2,
    compression_ratio: 1.4,
    no_speech_prob: 0.01,
  }))
  // Its words have no signs, and stand beside the segments.
  const words = lines.flatMap(line => line.words.map(one => ({ ...one, word: one.word.replace(/[.,;:!?]/g, '') })))
  return JSON.stringify({
    task: 'transcribe',
    language: 'english',
    duration: seconds,
    text: whole(lines),
    ...(granularities.length === 0 || granularities.includes('segment') ? { segments } : {}),
    ...(granularities.includes('word') ? { words } : {}),
  })
}

/** As the server of whisper.cpp answers `/inference`: its words are tokens, of which some are parts of words. */
export function whisperCppAnswer(lines: readonly Line[], seconds: number, { format }: Asked): string {
  if (format !== 'verbose_json') return JSON.stringify({ text: whole(lines) })
  const segments = lines.map((line, id) => ({
    id,
    text: ` ${textOf(line)}`,
    start: line.start,
    end: line.end,
    tokens: [],
    words: line.words.flatMap(({ word, start, end }) => {
      const token = (part: string, from: number) => ({ word: part, start: from, end, t_dtw: -1, probability: 0.9 })
      if (word.length < 8) return [token(` ${word}`, start)]
      return [token(` ${word.slice(0, 4)}`, start), token(word.slice(4), (start + end) / 2)]
    }),
    temperature: 0,
    avg_logprob: -0.2,
    no_speech_prob: 0.01,
  }))
  return JSON.stringify({
    task: 'transcribe',
    language: 'english',
    duration: seconds,
    text: whole(lines),
    segments,
    detected_language: 'english',
    detected_language_probability: 0.99,
  })
}
