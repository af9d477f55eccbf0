import type { Timing } from '@recaps/contract/summary-content'
import { citationStartMs, type ExportableSummary } from './exportable-summary.ts'

interface Cue {
  startMs: number
  endMs: number
  text: string
}

/** Minimum time a cue is shown, so that it can be read. */
const minimumMs = 1_000

/**
 * WebVTT. With audio, titles and sentences are timed to the audio; without, each sentence is timed to the video moment
 * it cites.
 */
export function asVtt(exported: ExportableSummary): string {
  const { timings, title } = exported
  const [note, cues] = timings
    ? ['Timed to the summary audio.', audioCues(exported, timings)]
    : ['Timed to the video: each sentence appears at the moment it cites.', videoCues(exported)]
  const blocks = cues.map(cue => `${clock(cue.startMs)} --> ${clock(cue.endMs)}\n${escaped(cue.text)}`)
  return `${[`WEBVTT ${escaped(title)}`, `NOTE ${note}`, ...blocks].join('\n\n')}\n`
}

function audioCues({ content }: ExportableSummary, timings: readonly Timing[]): Cue[] {
  const { headline, inThreePoints, sections } = content
  const opening = [headline, ...inThreePoints.map(point => point.text)]
  return timings.flatMap(({ section, sentence, startMs, endMs }) => {
    const spoken = sections[section]
    const text = section < 0 ? opening[sentence] : sentence < 0 ? spoken?.title : spoken?.sentences[sentence]?.text
    return text ? [{ startMs, endMs: Math.max(endMs, startMs + 1), text }] : []
  })
}

/** WebVTT requires cues in order of their start times. They may overlap, as citations do. */
function videoCues({ content }: ExportableSummary): Cue[] {
  const cues = content.sections.flatMap(section =>
    section.sentences.map(sentence => {
      const startMs = citationStartMs(sentence, section.startMs)
      return { startMs, endMs: Math.max(sentence.cites[0]?.endMs ?? 0, startMs + minimumMs), text: sentence.text }
    }),
  )
  return cues.sort((a, b) => a.startMs - b.startMs)
}

const clock = (ms: number): string => {
  const pad = (value: number) => String(value).padStart(2, '0')
  const seconds = Math.floor(ms / 1000)
  return `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}.${String(Math.floor(ms % 1000)).padStart(3, '0')}`
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
