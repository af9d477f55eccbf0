/** The address of a video at its second. */
export const videoAt = (videoId: string, startMs = 0): string => {
  const seconds = Math.floor(startMs / 1000)
  return `https://www.youtube.com/watch?v=${encodeURIComponent(videoId)}${seconds > 0 ? `&t=${seconds}s` : ''}`
}
