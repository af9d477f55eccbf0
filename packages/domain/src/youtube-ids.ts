/** YouTube ids and the URLs built from them. Separate from the link parsers, which pages that only show links don't need. */

/** Whether the text has the format of a video id: eleven characters of base64url. The video may not exist. */
export const isVideoId = (text: string): boolean => /^[\w-]{11}$/.test(text)

/** Whether the text has the format of a channel id: `UC` and 22 characters of base64url. */
export const isChannelId = (text: string): boolean => /^UC[\w-]{22}$/.test(text)

/** URL of a video, optionally with a start time (rounded down to whole seconds). */
export const watchUrl = (videoId: string, atMs = 0): string => {
  const seconds = Math.floor(atMs / 1000)
  return `https://www.youtube.com/watch?v=${videoId}${seconds > 0 ? `&t=${seconds}s` : ''}`
}

/** URL of the 480 × 360 thumbnail that every video has. */
export const thumbnailSourceUrl = (videoId: string): string => `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`

export const channelUrl = (channelId: string): string => `https://www.youtube.com/channel/${channelId}`
