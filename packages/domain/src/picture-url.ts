import { parseUrl } from './parse-url.ts'
/** Hosts of YouTube's pictures of videos and channels. */
export const pictureHosts: ReadonlySet<string> = new Set([
  'i.ytimg.com',
  ...Array.from({ length: 9 }, (_, index) => `i${index + 1}.ytimg.com`),
  'img.youtube.com',
  'yt3.ggpht.com',
  'yt3.googleusercontent.com',
  'lh3.googleusercontent.com',
])

/** Longer than any URL that YouTube uses. */
const MAX_CHARS = 1_000

/** Whether the text is a plain https URL of a YouTube picture, so it is safe to store and show to other users. */
export function isPictureUrl(text: string): boolean {
  const url = text.length > MAX_CHARS ? null : parseUrl(text)
  if (!url) return false
  const { protocol, host, username, password } = url
  return protocol === 'https:' && username === '' && password === '' && pictureHosts.has(host)
}
