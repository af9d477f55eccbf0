import { parseVideoLinks, type VideoLinkRefusal } from '@recaps/domain/video-url'

/** What stands in the box. */
export type Input =
  | { kind: 'nothing' }
  | { kind: 'videos'; videoIds: readonly string[]; leftOut: number }
  | { kind: 'words'; query: string }
  | { kind: 'wrong_link'; reason: Exclude<VideoLinkRefusal, 'empty' | 'not_a_link'> }

/** The most links that are taken at once. */
export const mostLinks = 20

export function readInput(text: string): Input {
  const { videos, refused } = parseVideoLinks(text)
  if (videos.length > 0) {
    const videoIds = videos.slice(0, mostLinks).map(video => video.videoId)
    return { kind: 'videos', videoIds, leftOut: videos.length - videoIds.length }
  }
  for (const reason of refused) {
    if (reason !== 'empty' && reason !== 'not_a_link') return { kind: 'wrong_link', reason }
  }
  const query = text.trim().replace(/\s+/g, ' ')
  return query.length < 2 ? { kind: 'nothing' } : { kind: 'words', query }
}

/** Mirrors the server's limit, so that a large file is refused before it is sent. */
export const largestUploadBytes = 5 * 1024 * 1024

/** As the contract has it. */
export const longestFocus = 200
