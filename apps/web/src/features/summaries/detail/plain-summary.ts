import type { Summary } from '@recaps/contract'
import { shownText } from '@recaps/domain/plain-text'
import { titleOf } from '../title.ts'
import { texts } from './texts.ts'

/** The complete summary as plain text for pasting, with the title, channel and URL first. No markup and no hard line breaks. */
export function plainSummary({
  videoInfo,
  content,
}: Pick<Summary, 'videoInfo'> & { content: NonNullable<Summary['content']> }): string {
  const source = [titleOf(videoInfo), videoInfo.channel].map(shownText).filter(Boolean)
  const points = content.inThreePoints.map(({ text }) => `- ${shownText(text)}`)
  const blocks = [
    [...source, ...(videoInfo.videoUrl ? [videoInfo.videoUrl] : [])],
    [shownText(content.headline)],
    points.length > 0 ? [texts.points, ...points] : [],
    ...content.sections.map(({ title, sentences }) => [
      shownText(title),
      sentences.map(({ text }) => shownText(text)).join(' '),
    ]),
  ]
  return blocks
    .filter(block => block.length > 0)
    .map(block => block.join('\n'))
    .join('\n\n')
}
