import { pasteTokens, pathParts, readAddress } from './youtube-address.ts'

/** What a text says about a channel. Only an id names it for good; the others must be resolved by YouTube. */
export type ChannelReference =
  | { by: 'id'; channelId: string }
  | { by: 'handle'; handle: string }
  | { by: 'custom'; name: string }
  | { by: 'user'; name: string }

export type ChannelLinkRefusal = 'empty' | 'not_a_link' | 'not_youtube' | 'not_a_channel' | 'malformed_id'

export type ChannelLink =
  | { kind: 'channel'; channel: ChannelReference }
  | { kind: 'refused'; reason: ChannelLinkRefusal }

/** True for the form of a channel id: `UC` and 22 characters of base64url. */
export const isChannelId = (text: string): boolean => /^UC[\w-]{22}$/.test(text)

/** The channel that a pasted text means: an address with an id, handle, custom or user name, or a bare `@handle` or id. */
export const parseChannelLink = (text: string): ChannelLink => {
  const tokens = pasteTokens(text)
  if (tokens.length === 0) return refused('empty')
  const found = tokens.map(readToken).filter(link => link !== null)
  return found.find(link => link.kind === 'channel') ?? found[0] ?? refused('not_a_link')
}

/** The page of a channel on YouTube. */
export const channelUrl = (channelId: string): string => `https://www.youtube.com/channel/${channelId}`

/** The text by which a channel is asked for, whoever it was named by; `parseChannelLink` reads the same out of it. */
export const textOfChannel = (channel: ChannelReference): string => {
  if (channel.by === 'id') return channel.channelId
  if (channel.by === 'handle') return channel.handle
  const name = encodeURIComponent(channel.name).replaceAll("'", '%27')
  return `https://www.youtube.com/${channel.by === 'user' ? 'user' : 'c'}/${name}`
}

const refused = (reason: ChannelLinkRefusal): ChannelLink => ({ kind: 'refused', reason })
const channel = (reference: ChannelReference): ChannelLink => ({ kind: 'channel', channel: reference })

const readToken = (token: string): ChannelLink | null => {
  if (isChannelId(token)) return channel({ by: 'id', channelId: token })
  if (token.startsWith('@')) return readHandle(token)
  const address = readAddress(token)
  if (address === null) return null
  if (address.kind === 'elsewhere') return refused('not_youtube')
  if (address.host !== 'site') return refused('not_a_channel')
  return readPage(address.url)
}

const readPage = (url: URL): ChannelLink => {
  const [page = '', name = ''] = pathParts(url)
  const asked = url.searchParams.get('channel_id') ?? url.searchParams.get('channel')
  if (asked !== null) return readId(asked)
  if (page.startsWith('@')) return readHandle(page)
  if (page === 'channel') return readId(name)
  if (page === 'user' && isName(name)) return channel({ by: 'user', name })
  if (page === 'c' && isName(name)) return channel({ by: 'custom', name })
  // The oldest form of all: youtube.com/name.
  return isName(page) && !pages.has(page.toLowerCase())
    ? channel({ by: 'custom', name: page })
    : refused('not_a_channel')
}

const readId = (text: string): ChannelLink => {
  const channelId = text.slice(0, 24)
  return isChannelId(channelId) && !/^[\w-]/.test(text.slice(24))
    ? channel({ by: 'id', channelId })
    : refused('malformed_id')
}

// Handles are 3 to 30 letters of any script, digits and a few signs (support.google.com/youtube/answer/11585688).
const readHandle = (text: string): ChannelLink => {
  const handle = text.replace(/[.!?:]+$/, '')
  return /^@[\p{L}\p{M}\p{N}_.·-]{3,30}$/u.test(handle) ? channel({ by: 'handle', handle }) : refused('malformed_id')
}

const isName = (text: string): boolean => /^[\p{L}\p{M}\p{N}_.·'-]{1,100}$/u.test(text)

/** First path parts of YouTube's own pages, which look like the oldest form of a channel's address. */
const pages = new Set(
  `about account ads attribution_link c channel clip creators embed e error feed feeds gaming hashtag index iframe_api jobs
  kids live logout music news new oembed paid_memberships playlist podcasts post premium redirect reporthistory results
  s shorts signin source sports t trending user v vi video watch watch_popup watch_videos yt`.split(/\s+/),
)
