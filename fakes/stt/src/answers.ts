import { joinWords, type Line } from './line.ts'

/** The form fields that decide how the transcript is returned. */
export interface TranscriptOptions {
  format: string
  granularities: readonly string[]
}

const joinText = (lines: readonly Line[]) => lines.map(line => joinWords(line)).join(' ')

/** OpenAI's answer to `/v1/audio/transcriptions`. */
export function openAiAnswer(
  lines: readonly Line[],
  seconds: number,
  { format, granularities }: TranscriptOptions,
): string {
  if (format !== 'verbose_json') return JSON.stringify({ text: joinText(lines) })
  const segments = lines.map((line, id) => ({
    id,
    seek: 0,
    start: line.start,
    end: line.end,
    text: ` ${joinWords(line)}`,
    tokens: [],
    temperature: 0,
    avg_logprob: -0.2,
    compression_ratio: 1.4,
    no_speech_prob: 0.01,
  }))
  // OpenAI returns the words without punctuation, in a list of their own.
  const words = lines.flatMap(line => line.words.map(one => ({ ...one, word: one.word.replace(/[.,;:!?]/g, '') })))
  return JSON.stringify({
    task: 'transcribe',
    language: 'english',
    duration: seconds,
    text: joinText(lines),
    ...(granularities.length === 0 || granularities.includes('segment') ? { segments } : {}),
    ...(granularities.includes('word') ? { words } : {}),
  })
}

/** The answer of whisper.cpp's server to `/inference`: its `words` are tokens, some of them parts of words. */
export function whisperCppAnswer(lines: readonly Line[], seconds: number, { format }: TranscriptOptions): string {
  if (format !== 'verbose_json') return JSON.stringify({ text: joinText(lines) })
  const segments = lines.map((line, id) => ({
    id,
    text: ` ${joinWords(line)}`,
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
    text: joinText(lines),
    segments,
    detected_language: 'english',
    detected_language_probability: 0.99,
  })
}
