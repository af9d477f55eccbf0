import type { Summary } from '@recaps/contract'
import { visibleText } from '@recaps/domain/plain-text'
import { videoTitle } from '../video-title.ts'
import { texts } from './texts.ts'

/** The complete summary as plain text for pasting, with the title, channel and URL first. No markup and no hard line breaks. */
export function plainSummary({
  videoInfo,
  content,
}: Pick<Summary, 'videoInfo'> & { content: NonNullable<Summary['content']> }): string {
  const source = [videoTitle(videoInfo), videoInfo.channel].map(visibleText).filter(Boolean)
  const points = content.inThreePoints.map(({ text }) => `- ${visibleText(text)}`)
  const blocks = [
    [...source, ...(videoInfo.videoUrl ? [videoInfo.videoUrl] : [])],
    [visibleText(content.headline)],
    points.length > 0 ? [texts.points, ...points] : [],
    ...content.sections.map(({ title, sentences }) => [
      visibleText(title),
      sentences.map(({ text }) => visibleText(text)).join(' '),
    ]),
  ]
  return blocks
    .filter(block => block.length > 0)
    .map(block => block.join('\n'))
    .join('\n\n')
}
