import { readFileSync } from 'node:fs'
import { type Answer, bytes, html, json } from './answer.ts'
import { dataApiAnswer } from './data-api.ts'
import { embedPage } from './pages/embed.ts'
import { watchPage } from './pages/watch.ts'
import type { Question } from './question.ts'
import type { Catalogue } from './source.ts'

/** Builds answers from a catalogue: pages, pictures, oEmbed and the Data API. */
export const catalogueAnswer = (source: Catalogue, question: Question): Answer | undefined => {
  switch (question.op) {
    case 'oembed':
      return oembed(source, question.videoId)
    case 'iframe_api':
      return bytes('text/javascript', '')
    case 'watch': {
      const video = source.video(question.videoId)
      return html(video ? watchPage(video) : missingPage)
    }
    case 'embed': {
      const video = source.video(question.videoId)
      return video && html(embedPage(video))
    }
    case 'thumbnail': {
      // Recorded searches list many videos that were not recorded themselves.
      return picture(source.video(question.videoId)?.picturePath ?? neutralPicture)
    }
    case 'avatar': {
      const channelId = /(UC[\w-]{22})/.exec(question.path)?.[1] ?? ''
      return picture(source.channel({ channelId })?.picturePath ?? neutralAvatar)
    }
    case 'data':
      return dataApiAnswer(source, question)
    default:
      return undefined
  }
}

/** YouTube answers 200 even if the video does not exist. */
const missingPage = '<!DOCTYPE html><html lang="en"><head><title>YouTube</title></head><body></body></html>'

/** For videos and channels without a recorded picture. */
const neutralPicture = new URL('pages/neutral.jpg', import.meta.url)
const neutralAvatar = new URL('pages/neutral-avatar.jpg', import.meta.url)

const picture = (path: string | URL): Answer => ({
  ...bytes('image/jpeg', readFileSync(path)),
  headers: { 'cache-control': 'public, max-age=7200' },
})

const oembed = (source: Catalogue, videoId: string): Answer | undefined => {
  const video = source.video(videoId)
  if (video === undefined) return undefined
  if (video.privacy === 'private') return bytes('text/plain', 'Unauthorized', 401)
  return json({
    title: video.title,
    author_name: video.channel,
    author_url: `https://www.youtube.com/channel/${video.channelId}`,
    type: 'video',
    height: 113,
    width: 200,
    version: '1.0',
    provider_name: 'YouTube',
    provider_url: 'https://www.youtube.com/',
    thumbnail_height: 360,
    thumbnail_width: 480,
    thumbnail_url: `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`,
    html: `<iframe width="200" height="113" src="https://www.youtube.com/embed/${videoId}?feature=oembed"></iframe>`,
  })
}
