import { toClock } from '@recaps/domain/duration'
import { citedMs, type Exported, leftOutNote } from './exported.ts'

const columns = 78

/** For reading anywhere: lines of at most 78 characters, and the moment of every sentence in brackets behind it. */
export function asText({ title, channel, videoUrl, content }: Exported): string {
  const note = leftOutNote(content)
  const blocks = [
    wrap([title, channel && `by ${channel}`].filter(Boolean).join(' ')),
    ...(videoUrl ? [videoUrl] : []),
    wrap(content.headline),
    ...heading('In three points', content.inThreePoints.length),
    ...content.inThreePoints.map(point => wrap(`${point.text} [${toClock(citedMs(point))}]`, '- ', '  ')),
    ...content.sections.flatMap(section => [
      ...heading(`${section.title} [${toClock(section.startMs)}]`, section.sentences.length),
      wrap(section.sentences.map(one => `${one.text} [${toClock(citedMs(one, section.startMs))}]`).join(' ')),
    ]),
    ...(note ? [wrap(note)] : []),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

const heading = (title: string, below: number): string[] => {
  if (below === 0) return []
  const wrapped = wrap(title)
  return [`${wrapped}\n${'-'.repeat(Math.max(...wrapped.split('\n').map(line => line.length)))}`]
}

/** Breaks between words; a word longer than a line stands alone on one. */
function wrap(text: string, first = '', others = ''): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const start = lines.length === 0 ? first : others
    if (line !== '' && [...`${start}${line} ${word}`].length > columns) {
      lines.push(start + line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  lines.push((lines.length === 0 ? first : others) + line)
  return lines.join('\n')
}
