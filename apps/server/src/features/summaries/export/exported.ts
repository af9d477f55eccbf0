import type { SummaryContent, SummarySentence, Timing } from '@recaps/contract/summary-content'
import { shownText } from '@recaps/domain/plain-text'

/** A summary on its way into a file. */
export interface Exported {
  title: string
  channel: string
  /** Null for an uploaded file: then times are named, and lead nowhere. */
  videoUrl: string | null
  videoId: string
  madeAt: Date
  content: SummaryContent
  /** When its sentences are heard; null where there is no audio. */
  timings: Timing[] | null
}

/** The same without control characters and signs that turn the reading direction, which a reader of a file cannot see. */
export function shown(exported: Exported): Exported {
  const { content } = exported
  const sentence = (one: SummarySentence): SummarySentence => ({ ...one, text: shownText(one.text) })
  return {
    ...exported,
    title: shownText(exported.title) || 'Untitled',
    channel: shownText(exported.channel),
    content: {
      ...content,
      headline: shownText(content.headline),
      inThreePoints: content.inThreePoints.map(sentence),
      sections: content.sections.map(section => ({
        ...section,
        title: shownText(section.title),
        sentences: section.sentences.map(sentence),
      })),
    },
  }
}

/** The second a sentence rests on. */
export const citedMs = ({ cites }: SummarySentence, otherwise = 0): number => cites[0]?.startMs ?? otherwise

export const momentUrl = (videoUrl: string, ms: number): string => `${videoUrl}&t=${Math.floor(ms / 1000)}s`

export const leftOutNote = ({ coverage: { leftOut } }: SummaryContent): string | null =>
  leftOut === 0
    ? null
    : `Shortened: ${leftOut} more ${leftOut === 1 ? 'sentence was' : 'sentences were'} left out to fit the length asked for.`
