/** Ids of YouTube and the addresses made of them. Apart from the readers of links, which pages that show a link do not need. */

/** True for the form of a YouTube video id: eleven characters of base64url. Whether the video exists is not known. */
export const isVideoId = (text: string): boolean => /^[\w-]{11}$/.test(text)

/** True for the form of a channel id: `UC` and 22 characters of base64url. */
export const isChannelId = (text: string): boolean => /^UC[\w-]{22}$/.test(text)

/** The address of a video, at a moment of it when one is given (whole seconds, rounded down). */
export const watchUrl = (videoId: string, atMs = 0): string => {
  const seconds = Math.floor(atMs / 1000)
  return `https://www.youtube.com/watch?v=${videoId}${seconds > 0 ? `&t=${seconds}s` : ''}`
}

/** Where YouTube keeps the 480 × 360 picture that every video has. */
export const thumbnailSourceUrl = (videoId: string): string => `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`

/** The page of a channel on YouTube. */
export const channelUrl = (channelId: string): string => `https://www.youtube.com/channel/${channelId}`
