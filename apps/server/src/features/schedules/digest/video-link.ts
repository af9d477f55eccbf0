/** URL of a YouTube video at a position, rounded down to seconds. */
export const videoUrlAt = (videoId: string, startMs = 0): string => {
  const seconds = Math.floor(startMs / 1000)
  return `https://www.youtube.com/watch?v=${encodeURIComponent(videoId)}${seconds > 0 ? `&t=${seconds}s` : ''}`
}
