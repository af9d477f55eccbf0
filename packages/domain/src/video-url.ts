import { safeDecode } from './parse-url.ts'
import { type PastedUrl, parsePastedUrl, pasteTokens, pathSegments } from './pasted-url.ts'
import { isVideoId } from './youtube-ids.ts'

export { isVideoId, thumbnailSourceUrl, watchUrl } from './youtube-ids.ts'

/** Why pasted text is not a video. `no_video` is a YouTube page without a video: home, search, a feed, a post. */
export type VideoLinkError =
  | 'empty'
  | 'not_a_link'
  | 'not_youtube'
  | 'playlist'
  | 'channel'
  | 'clip'
  | 'no_video'
  | 'malformed_id'

export interface VideoReference {
  videoId: string
  /** Start time in the link, in milliseconds. */
  startMs?: number
}

export type VideoLink = ({ kind: 'video' } & VideoReference) | { kind: 'refused'; reason: VideoLinkError }

/**
 * Finds the video in pasted text: a YouTube URL of any form or a bare id, with or without text around it. If there are
 * several, the first video wins; use `parseVideoLinks` for all of them.
 */
export const parseVideoLink = (text: string): VideoLink => {
  const links = findLinks(text)
  const video = links.find(link => link.kind === 'video')
  if (video !== undefined) return video
  const bestRefusal = links.find(link => link.kind === 'refused' && link.reason !== 'not_youtube') ?? links[0]
  if (bestRefusal !== undefined) return bestRefusal
  return refused(text.trim() === '' ? 'empty' : 'not_a_link')
}

/** Finds all videos in pasted text, in order and without duplicates, and the reasons why other links are not videos. */
export const parseVideoLinks = (text: string): { videos: VideoReference[]; refused: VideoLinkError[] } => {
  const videos = new Map<string, VideoReference>()
  const reasons: VideoLinkError[] = []
  for (const link of findLinks(text)) {
    if (link.kind === 'refused') reasons.push(link.reason)
    else if (!videos.has(link.videoId)) videos.set(link.videoId, reference(link))
  }
  return { videos: [...videos.values()], refused: reasons }
}

const refused = (reason: VideoLinkError): VideoLink => ({ kind: 'refused', reason })

const reference = ({ videoId, startMs }: VideoReference): VideoReference =>
  startMs === undefined ? { videoId } : { videoId, startMs }

const findLinks = (text: string): VideoLink[] => {
  const tokens = pasteTokens(text)
  const links = tokens.map(parsePastedUrl)
  // Eleven letters in running text are a word. On their own, or in a list of ids and links, they are an id.
  const isList = tokens.every((token, at) => links[at] !== null || isBareId(token))
  return tokens.flatMap((token, at) => {
    const link = links[at]
    if (link) return [readVideo(link)]
    return isList ? [{ kind: 'video' as const, videoId: token }] : []
  })
}

/**
 * An id encodes 64 bits in eleven base64 digits, so its last digit is one of sixteen. That distinguishes most words
 * (`information`) from ids. It is not required of text that cannot be a word, because only YouTube knows which ids exist.
 */
const isBareId = (token: string): boolean =>
  isVideoId(token) && (idEnd.test(token) || !/^[A-Z]?[a-z]+(?:-[A-Z]?[a-z]+)*$/.test(token))

const idEnd = /[AEIMQUYcgkosw048]$/

const readVideo = (address: PastedUrl): VideoLink => {
  if (address.kind === 'elsewhere') return refused('not_youtube')
  const { url, host } = address
  const [page = '', second = ''] = pathSegments(url)
  const name = page.toLowerCase()
  if (host === 'image') return picturePages.has(name) ? withId(second, url) : refused('no_video')
  if (idPages.has(name) && idStart.test(second) && !listPages.has(second)) return withId(second, url)
  const idParameter = findIdParameter(url)
  if (idParameter !== null) return withId(idParameter, url)
  const isShortId = host === 'short' && page !== '' && page !== 'playlist' && !page.startsWith('@')
  if (isShortId) return withId(page, url)
  return host === 'mirror' ? readMirror(url) : readPage(page, second, url)
}

const idPages = new Set(['shorts', 'embed', 'v', 'vi', 'e', 'live', 'video', 'w', 'watch'])
/** Path segments with the length of an id in the position of an id. */
const listPages = new Set(['videoseries', 'live_stream'])
const picturePages = new Set(['vi', 'vi_webp', 'an_webp', 'vi_lc', 'sb'])
const channelPages = new Set(['channel', 'c', 'user', 'u'])
const idStart = /^\s*(?:3D)?[\w-]{11}(?![\w-])/

/** The first id parameter with a valid id, or else the first id parameter. */
const findIdParameter = (url: URL): string | null => {
  const values = idParameters
    .flatMap(name => [...url.searchParams.getAll(name), hashParameter(url, name)])
    .filter(text => text !== null)
  const escaped = new URLSearchParams(safeDecode(url.search)).get('v')
  return values.find(text => idStart.test(text)) ?? values[0] ?? escaped
}

const idParameters = ['v', 'V', 'video_id', 'videoid', 'videoId', 'video_ids']

/** On other sites, only URLs that certainly point to a YouTube video are accepted. */
const readMirror = (url: URL): VideoLink => {
  const parts = pathSegments(url)
  const [page = ''] = parts
  if (/^\/(?:api\/v1\/videos|streams|latest_version|listen)\b/.test(url.pathname))
    return withId(url.searchParams.get('id') ?? parts.at(-1)!, url)
  // Some of the site's own pages have names as long as an id, such as `preferences`.
  if (parts.length === 1 && isVideoId(page) && idEnd.test(page) && /[A-Z\d_-]/.test(page)) return withId(page, url)
  if (page === 'playlist') return refused('playlist')
  return refused(page.startsWith('@') || /^(?:channel|c|user)$/.test(page) ? 'channel' : 'not_youtube')
}

const readPage = (page: string, second: string, url: URL): VideoLink => {
  const name = page.toLowerCase()
  if (name === 'embed' && second === 'live_stream') return refused('channel')
  if (name === 'embed' && second === 'videoseries') return refused('playlist')
  if (idPages.has(name) && second !== '') return withId(second, url)
  if (name === 'clip') return refused('clip')
  if (name === 'playlist' || url.searchParams.has('list')) return refused('playlist')
  if (page.startsWith('@') || channelPages.has(name)) return refused('channel')
  return refused(name === 'watch' ? 'malformed_id' : 'no_video')
}

/**
 * Accepts an id followed by other characters (`dQw4w9WgXcQ&t=5`, `dQw4w9WgXcQ?x`), but not one that is too long. Mails encode
 * `=` as `=3D`.
 */
const withId = (text: string, url: URL): VideoLink => {
  const videoId = /^\s*(?:3D)?([\w-]{11})(?![\w-])/.exec(text.slice(0, 64))?.[1]
  if (videoId === undefined) return refused('malformed_id')
  const startMs = readStart(url)
  return startMs === undefined ? { kind: 'video', videoId } : { kind: 'video', videoId, startMs }
}

const readStart = (url: URL): number | undefined => {
  for (const name of ['t', 'start', 'time_continue']) {
    const text = url.searchParams.get(name) ?? hashParameter(url, name)
    const startMs = text === null ? undefined : readOffset(text)
    if (startMs !== undefined) return startMs
  }
  return undefined
}

/** Reads parameters from the hash: `#t=90`, and the historical `watch#!v=…`. */
const hashParameter = (url: URL, name: string): string | null =>
  new URLSearchParams(url.hash.slice(Math.max(1, url.hash.indexOf('?') + 1)).replace(/^!/, '')).get(name)

const DAY_S = 86_400

/** Parses `90`, `90s`, `1m30s`, `1h2m3s`, `1:30` or `1:02:03` into milliseconds; undefined if invalid or more than a day. */
const readOffset = (text: string): number | undefined => {
  const value = text.slice(0, 16).toLowerCase()
  const clock = /^(?:(\d{1,2}):)?(\d{1,3}):(\d{2})$/.exec(value)
  const units = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,5})(?:\.\d{1,3})?s?)?$/.exec(value)
  const parts = clock ?? units
  if (parts === null || value === '') return undefined
  const [hours, minutes, seconds] = parts.slice(1).map(part => Number(part ?? 0))
  const total = (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)
  return total <= DAY_S ? total * 1000 : undefined
}
