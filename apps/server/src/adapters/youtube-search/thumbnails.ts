import type { SearchResult } from '../../ports/youtube-search.ts'

/** The three thumbnails that every video has. */
export const videoThumbnails = (videoId: string): SearchResult['thumbnails'] => ({
  default: `https://i.ytimg.com/vi/${videoId}/default.jpg`,
  medium: `https://i.ytimg.com/vi/${videoId}/mqdefault.jpg`,
  high: `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`,
})

/** A channel's picture in three sizes, derived from the URL of any size; empty strings if it has none. */
export const channelThumbnails = (url: string | undefined): SearchResult['thumbnails'] => {
  const secure = url?.replace(/^(?:http:)?\/\//, 'https://') ?? ''
  // The image server scales to the size in the URL: `=s88-c-k-…`.
  const sized = (pixels: number) => secure.replace(/=s\d+(?=-|$)/, `=s${pixels}`)
  return { default: sized(88), medium: sized(240), high: sized(800) }
}
