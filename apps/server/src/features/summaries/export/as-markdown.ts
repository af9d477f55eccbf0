import type { Summarizer } from '../../../ports/summarizer.ts'
import type { Exported } from './exported.ts'

/** The text with a link to the second of every sentence, below a line that says of which video. */
export function asMarkdown({ title, channel, videoUrl, content }: Exported, summarizer: Summarizer): string {
  const source = videoUrl ? `[${literal(title)}](${videoUrl})` : literal(title)
  const text = summarizer.markdown(content, videoUrl ? { videoUrl } : { times: true })
  return `${text}\n\n---\n\nA summary of ${source}${channel ? ` by ${literal(channel)}` : ''}.\n`
}

/** Any ASCII punctuation means itself behind a backslash (CommonMark 2.4). */
const literal = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, '\\$&')
