import type { SummaryContent, SummarySentence, Timing } from '@recaps/contract/summary-content'
import { visibleText } from '@recaps/domain/plain-text'

/** The content of a summary to export as a file. */
export interface ExportableSummary {
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
export function sanitizeForExport(exported: ExportableSummary): ExportableSummary {
  const { content } = exported
  const clean = (sentence: SummarySentence): SummarySentence => ({ ...sentence, text: visibleText(sentence.text) })
  return {
    ...exported,
    title: visibleText(exported.title) || 'Untitled',
    channel: visibleText(exported.channel),
    content: {
      ...content,
      headline: visibleText(content.headline),
      inThreePoints: content.inThreePoints.map(clean),
      sections: content.sections.map(section => ({
        ...section,
        title: visibleText(section.title),
        sentences: section.sentences.map(clean),
      })),
    },
  }
}

/** Start of the first passage that the sentence cites, in milliseconds. */
export const citationStartMs = ({ cites }: SummarySentence, fallback = 0): number => cites[0]?.startMs ?? fallback

export const momentUrl = (videoUrl: string, ms: number): string => `${videoUrl}&t=${Math.floor(ms / 1000)}s`

export const shortenedNote = ({ coverage: { leftOut } }: SummaryContent): string | null =>
  leftOut === 0
    ? null
    : `Shortened: ${leftOut} more ${leftOut === 1 ? 'sentence was' : 'sentences were'} left out to fit the requested length.`
