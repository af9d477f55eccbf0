import type { SummaryContent, SummarySentence, Timing } from '@recaps/contract/summary-content'
import { shownText } from '@recaps/domain/plain-text'

/** The content of a summary to export as a file. */
export interface Exported {
  title: string
  channel: string
  /** Null for an uploaded file: then times are shown without links. */
  videoUrl: string | null
  videoId: string
  madeAt: Date
  content: SummaryContent
  /** Audio timings of the sentences; null without audio. */
  timings: Timing[] | null
}

/** Removes control characters and bidirectional formatting characters, which are invisible in a file. */
export function shown(exported: Exported): Exported {
  const { content } = exported
  const clean = (sentence: SummarySentence): SummarySentence => ({ ...sentence, text: shownText(sentence.text) })
  return {
    ...exported,
    title: shownText(exported.title) || 'Untitled',
    channel: shownText(exported.channel),
    content: {
      ...content,
      headline: shownText(content.headline),
      inThreePoints: content.inThreePoints.map(clean),
      sections: content.sections.map(section => ({
        ...section,
        title: shownText(section.title),
        sentences: section.sentences.map(clean),
      })),
    },
  }
}

/** Start of the first passage that the sentence cites, in milliseconds. */
export const citedMs = ({ cites }: SummarySentence, fallback = 0): number => cites[0]?.startMs ?? fallback

export const momentUrl = (videoUrl: string, ms: number): string => `${videoUrl}&t=${Math.floor(ms / 1000)}s`

export const leftOutNote = ({ coverage: { leftOut } }: SummaryContent): string | null =>
  leftOut === 0
    ? null
    : `Shortened: ${leftOut} more ${leftOut === 1 ? 'sentence was' : 'sentences were'} left out to fit the requested length.`
