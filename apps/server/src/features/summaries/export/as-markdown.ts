import type { Summarizer } from '../../../ports/summarizer.ts'
import type { ExportableSummary } from './exportable-summary.ts'

/** The text with a link from each sentence to its moment in the video, followed by the source. */
export function asMarkdown({ title, channel, videoUrl, content }: ExportableSummary, summarizer: Summarizer): string {
  const source = videoUrl ? `[${literal(title)}](${videoUrl})` : literal(title)
  const text = summarizer.markdown(content, videoUrl ? { videoUrl } : { times: true })
  return `${text}\n\n---\n\nA summary of ${source}${channel ? ` by ${literal(channel)}` : ''}.\n`
}

/** CommonMark 2.4: a backslash before any ASCII punctuation makes it literal. */
const literal = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, '\\$&')
