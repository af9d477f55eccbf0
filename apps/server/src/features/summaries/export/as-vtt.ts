import type { Timing } from '@recaps/contract/summary-content'
import { citedMs, type Exported } from './exported.ts'

interface Cue {
  startMs: number
  endMs: number
  text: string
}

/** Shorter than this, nobody reads it. */
const shortestMs = 1_000

/** WebVTT: with audio its words as they are heard, titles too; without, every sentence at the moment of the video it rests on. */
export function asVtt(exported: Exported): string {
  const { timings, title } = exported
  const [note, cues] = timings
    ? ['Timed to the audio of the summary.', heardCues(exported, timings)]
    : ['Timed to the video: each sentence stands at the moment it rests on.', citedCues(exported)]
  const blocks = cues.map(cue => `${clock(cue.startMs)} --> ${clock(cue.endMs)}\n${plain(cue.text)}`)
  return `${[`WEBVTT ${plain(title)}`, `NOTE ${note}`, ...blocks].join('\n\n')}\n`
}

function heardCues({ content }: Exported, timings: readonly Timing[]): Cue[] {
  const { headline, inThreePoints, sections } = content
  const opening = [headline, ...inThreePoints.map(point => point.text)]
  return timings.flatMap(({ section, sentence, startMs, endMs }) => {
    const spoken = sections[section]
    const text = section < 0 ? opening[sentence] : sentence < 0 ? spoken?.title : spoken?.sentences[sentence]?.text
    return text ? [{ startMs, endMs: Math.max(endMs, startMs + 1), text }] : []
  })
}

/** Cues of a file stand in the order of their beginnings; these may overlap, since sentences do. */
function citedCues({ content }: Exported): Cue[] {
  const cues = content.sections.flatMap(section =>
    section.sentences.map(one => {
      const startMs = citedMs(one, section.startMs)
      return { startMs, endMs: Math.max(one.cites[0]?.endMs ?? 0, startMs + shortestMs), text: one.text }
    }),
  )
  return cues.sort((a, b) => a.startMs - b.startMs)
}

const clock = (ms: number): string => {
  const two = (value: number) => String(value).padStart(2, '0')
  const seconds = Math.floor(ms / 1000)
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${String(Math.floor(ms % 1000)).padStart(3, '0')}`
}

const plain = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
