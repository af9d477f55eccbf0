import { parsedUrl } from './parsed-url.ts'
/** Where YouTube keeps pictures of videos and channels. */
export const pictureHosts: ReadonlySet<string> = new Set([
  'i.ytimg.com',
  ...Array.from({ length: 9 }, (_, index) => `i${index + 1}.ytimg.com`),
  'img.youtube.com',
  'yt3.ggpht.com',
  'yt3.googleusercontent.com',
  'lh3.googleusercontent.com',
])

/** Longer ones than any that YouTube writes. */
const MAX_CHARS = 1_000

/** Whether it is the plain https address of a picture at YouTube: what may be kept for others to load. */
export function isPictureAddress(text: string): boolean {
  const url = text.length > MAX_CHARS ? null : parsedUrl(text)
  if (!url) return false
  const { protocol, host, username, password } = url
  return protocol === 'https:' && username === '' && password === '' && pictureHosts.has(host)
}
