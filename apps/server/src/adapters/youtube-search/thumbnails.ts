import type { SearchResult } from '../../ports/youtube-search.ts'

/** The three pictures that every video has, whatever it was given besides. */
export const videoThumbnails = (videoId: string): SearchResult['thumbnails'] => ({
  default: `https://i.ytimg.com/vi/${videoId}/default.jpg`,
  medium: `https://i.ytimg.com/vi/${videoId}/mqdefault.jpg`,
  high: `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`,
})

/** A channel's picture in three sizes, from any one of them; empty strings where it has none. */
export const channelThumbnails = (url: string | undefined): SearchResult['thumbnails'] => {
  const secure = url?.replace(/^(?:http:)?\/\//, 'https://') ?? ''
  // The server scales to the size that stands in the address: `=s88-c-k-…`.
  const sized = (pixels: number) => secure.replace(/=s\d+(?=-|$)/, `=s${pixels}`)
  return { default: sized(88), medium: sized(240), high: sized(800) }
}
