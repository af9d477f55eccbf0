import { toClock } from '@recaps/domain/duration'
import { citationStartMs, type ExportableSummary, shortenedNote } from './exportable-summary.ts'

const columns = 78

/** Plain text in lines of at most 78 characters, with the cited time in brackets after each sentence. */
export function asText({ title, channel, videoUrl, content }: ExportableSummary): string {
  const note = shortenedNote(content)
  const blocks = [
    wrap([title, channel && `by ${channel}`].filter(Boolean).join(' ')),
    ...(videoUrl ? [videoUrl] : []),
    wrap(content.headline),
    ...heading('Key points', content.inThreePoints.length),
    ...content.inThreePoints.map(point => wrap(`${point.text} [${toClock(citationStartMs(point))}]`, '- ', '  ')),
    ...content.sections.flatMap(section => [
      ...heading(`${section.title} [${toClock(section.startMs)}]`, section.sentences.length),
      wrap(
        section.sentences
          .map(sentence => `${sentence.text} [${toClock(citationStartMs(sentence, section.startMs))}]`)
          .join(' '),
      ),
    ]),
    ...(note ? [wrap(note)] : []),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

const heading = (title: string, contentLength: number): string[] => {
  if (contentLength === 0) return []
  const wrapped = wrap(title)
  return [`${wrapped}\n${'-'.repeat(Math.max(...wrapped.split('\n').map(line => line.length)))}`]
}

/** Breaks lines between words. A word longer than a line gets its own line. */
function wrap(text: string, first = '', rest = ''): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const start = lines.length === 0 ? first : rest
    if (line !== '' && [...`${start}${line} ${word}`].length > columns) {
      lines.push(start + line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  lines.push((lines.length === 0 ? first : rest) + line)
  return lines.join('\n')
}
