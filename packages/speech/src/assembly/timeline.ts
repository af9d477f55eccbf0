import type { Chapter } from '../mp3/id3.ts'
import { toMono } from '../sound/mono.ts'
import type { SpokenSentence, WordTiming } from '../spoken-sentence.ts'
import { type Script, type ScriptLine, scriptLines } from './script.ts'

/** Pauses in ms. Those around titles are longer, so that listeners notice the structure. */
export type Pauses = {
  start: number
  betweenSentences: number
  betweenSections: number
  afterTitle: number
  end: number
}

export const PAUSES: Pauses = { start: 250, betweenSentences: 450, betweenSections: 1100, afterTitle: 700, end: 600 }

/** When a line is spoken. Lines are contiguous: a line includes the pause after it. */
export type LineTiming = {
  section: number | null
  text: string
  startMs: number
  endMs: number
  words: WordTiming[]
} & ({ kind: 'title' } | { kind: 'sentence'; sentence: number })

export type Timeline = {
  /** `at`: where the clip begins, in output samples. */
  clips: { at: number; pcm: Int16Array<ArrayBuffer>; sampleRate: number }[]
  /** Total length in output samples. */
  length: number
  timings: LineTiming[]
  chapters: Chapter[]
}

/** Computes where every line of a spoken script begins and ends. */
export function buildTimeline(script: Script<SpokenSentence>, outputRate: number, pauses: Pauses = PAUSES): Timeline {
  const lines = scriptLines(script).map(line => ({ ...line, content: toMono(line.content) }))
  const toMs = (samples: number) => Math.round((samples * 1000) / outputRate)
  const toSamples = (ms: number) => Math.round((ms * outputRate) / 1000)

  const clips: Timeline['clips'] = []
  let at = 0
  for (const [index, line] of lines.entries()) {
    at += toSamples(pauseBefore(line, lines[index - 1], pauses))
    clips.push({ at, pcm: line.content.pcm, sampleRate: line.content.sampleRate })
    at += Math.ceil((line.content.pcm.length * outputRate) / line.content.sampleRate)
  }
  const length = at + toSamples(lines.length > 0 ? pauses.end : pauses.start)

  const timings = lines.map((line, index): LineTiming => {
    const offset = toMs(clips[index]!.at)
    const kind = line.kind === 'title' ? { kind: line.kind } : { kind: line.kind, sentence: line.sentence }
    return {
      ...kind,
      section: line.section,
      text: line.content.text,
      startMs: index === 0 ? 0 : offset,
      endMs: toMs(clips[index + 1]?.at ?? length),
      words: line.content.words.map(word => ({ ...word, startMs: word.startMs + offset, endMs: word.endMs + offset })),
    }
  })
  return { clips, length, timings, chapters: buildChapters(script.title, timings) }
}

function pauseBefore(line: ScriptLine<unknown>, previous: ScriptLine<unknown> | undefined, pauses: Pauses): number {
  if (!previous) return pauses.start
  if (line.section !== previous.section) return pauses.betweenSections
  return previous.kind === 'title' ? pauses.afterTitle : pauses.betweenSentences
}

/** One chapter per section with a title. Anything before the first one becomes a chapter named after the script. */
function buildChapters(title: string, timings: LineTiming[]): Chapter[] {
  const starts = timings
    .filter(timing => timing.kind === 'title')
    .map(({ text, startMs }) => ({ title: text, startMs }))
  if (starts.length === 0) return []
  if (starts[0]!.startMs > 0) starts.unshift({ title, startMs: 0 })
  return starts.map((start, index) => ({ ...start, endMs: starts[index + 1]?.startMs ?? timings.at(-1)!.endMs }))
}
