import { type Address, pasteTokens, pathParts, readAddress } from './youtube-address.ts'

/** Why a pasted text is not a video. `no_video` is a page of YouTube without one: home, search, a feed, a post. */
export type VideoLinkRefusal =
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
  /** Where the link asks to start, in milliseconds. */
  startMs?: number
}

export type VideoLink = ({ kind: 'video' } & VideoReference) | { kind: 'refused'; reason: VideoLinkRefusal }

/** True for the form of a YouTube video id: eleven characters of base64url. Whether the video exists is not known. */
export const isVideoId = (text: string): boolean => /^[\w-]{11}$/.test(text)

/**
 * The one video that a pasted text means: an address in any of YouTube's forms, or a bare id, with or without words
 * around it. Where several are pasted, the first video wins; use `parseVideoLinks` for all of them.
 */
export const parseVideoLink = (text: string): VideoLink => {
  const found = linksIn(text)
  const video = found.find(link => link.kind === 'video')
  if (video !== undefined) return video
  const told = found.find(link => link.kind === 'refused' && link.reason !== 'not_youtube') ?? found[0]
  if (told !== undefined) return told
  return refused(text.trim() === '' ? 'empty' : 'not_a_link')
}

/** Every video of a pasted text in order, each once, and the links in it that are none. */
export const parseVideoLinks = (text: string): { videos: VideoReference[]; refused: VideoLinkRefusal[] } => {
  const videos = new Map<string, VideoReference>()
  const reasons: VideoLinkRefusal[] = []
  for (const link of linksIn(text)) {
    if (link.kind === 'refused') reasons.push(link.reason)
    else if (!videos.has(link.videoId)) videos.set(link.videoId, reference(link))
  }
  return { videos: [...videos.values()], refused: reasons }
}

/** The address of a video, at a moment of it when one is given (whole seconds, rounded down). */
export const watchUrl = (videoId: string, atMs = 0): string => {
  const seconds = Math.floor(atMs / 1000)
  return `https://www.youtube.com/watch?v=${videoId}${seconds > 0 ? `&t=${seconds}s` : ''}`
}

/** Where YouTube keeps the 480 × 360 picture that every video has. */
export const thumbnailSourceUrl = (videoId: string): string => `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`

const refused = (reason: VideoLinkRefusal): VideoLink => ({ kind: 'refused', reason })

const reference = ({ videoId, startMs }: VideoReference): VideoReference =>
  startMs === undefined ? { videoId } : { videoId, startMs }

const linksIn = (text: string): VideoLink[] => {
  const tokens = pasteTokens(text)
  const links = tokens.map(readAddress)
  // Eleven letters in running prose are a word; alone, or in a list of ids and links, they are an id.
  const isList = tokens.every((token, at) => links[at] !== null || isBareId(token))
  return tokens.flatMap((token, at) => {
    const link = links[at]
    if (link) return [readVideo(link)]
    return isList ? [{ kind: 'video' as const, videoId: token }] : []
  })
}

/**
 * An id encodes 64 bits in eleven base64 digits, so its last digit is one of sixteen. That tells most
 * words (`information`) from an id; other ids are not held to it, because only YouTube can say what does not exist.
 */
const isBareId = (token: string): boolean =>
  isVideoId(token) && (/[AEIMQUYcgkosw048]$/.test(token) || !/^[A-Z]?[a-z]+(?:-[A-Z]?[a-z]+)*$/.test(token))

const readVideo = (address: Address): VideoLink => {
  if (address.kind === 'elsewhere') return refused('not_youtube')
  const { url, host } = address
  const [page = '', second = ''] = pathParts(url)
  const named = url.searchParams.get('v') ?? url.searchParams.get('V') ?? hashParameter(url, 'v')
  if (host === 'image') return /^(?:vi|vi_webp|an_webp)$/.test(page) ? withId(second, url) : refused('no_video')
  if (named !== null && !pagesOfIds.has(page.toLowerCase())) return withId(named, url)
  const isShortId = host === 'short' && page !== '' && page !== 'playlist' && !page.startsWith('@')
  return isShortId ? withId(page, url) : readPage(page, second, url)
}

const pagesOfIds = new Set(['shorts', 'embed', 'v', 'vi', 'e', 'live', 'video'])
const pagesOfChannels = new Set(['channel', 'c', 'user'])

const readPage = (page: string, second: string, url: URL): VideoLink => {
  const name = page.toLowerCase()
  if (name === 'embed' && second === 'live_stream') return refused('channel')
  if (name === 'embed' && second === 'videoseries') return refused('playlist')
  if (pagesOfIds.has(name) && second !== '') return withId(second, url)
  if (name === 'watch' && second !== '') return withId(second, url)
  if (name === 'clip') return refused('clip')
  if (name === 'playlist' || url.searchParams.has('list')) return refused('playlist')
  if (page.startsWith('@') || pagesOfChannels.has(name)) return refused('channel')
  return refused(name === 'watch' ? 'malformed_id' : 'no_video')
}

/** Takes an id that may have rubbish behind it (`dQw4w9WgXcQ&t=5`, `dQw4w9WgXcQ?x`), but not one that is too long. */
const withId = (text: string, url: URL): VideoLink => {
  const videoId = /^\s*([\w-]{11})(?![\w-])/.exec(text.slice(0, 64))?.[1]
  if (videoId === undefined) return refused('malformed_id')
  const startMs = startOf(url)
  return startMs === undefined ? { kind: 'video', videoId } : { kind: 'video', videoId, startMs }
}

const startOf = (url: URL): number | undefined => {
  for (const name of ['t', 'start', 'time_continue']) {
    const text = url.searchParams.get(name) ?? hashParameter(url, name)
    const startMs = text === null ? undefined : readOffset(text)
    if (startMs !== undefined) return startMs
  }
  return undefined
}

/** `#t=90`, and `/#/watch?v=…` as the first phone site had it. */
const hashParameter = (url: URL, name: string): string | null =>
  new URLSearchParams(url.hash.slice(Math.max(1, url.hash.indexOf('?') + 1))).get(name)

const DAY_S = 86_400

/** `90`, `90s`, `1m30s`, `1h2m3s`, `1:30`, `1:02:03`, in milliseconds; nonsense and more than a day are no offset. */
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
