import { parsePastedUrl, pasteTokens, pathSegments } from './pasted-url.ts'
import { hasChannelNames } from './youtube-hosts.ts'
import { isChannelId } from './youtube-ids.ts'

export { channelUrl, isChannelId } from './youtube-ids.ts'

/** How a text names a channel. Only an id is permanent; the other forms must be resolved by YouTube. */
export type ChannelReference =
  | { by: 'id'; channelId: string }
  | { by: 'handle'; handle: string }
  | { by: 'custom'; name: string }
  | { by: 'user'; name: string }

export type ChannelLinkError = 'empty' | 'not_a_link' | 'not_youtube' | 'not_a_channel' | 'malformed_id'

export type ChannelLink = { kind: 'channel'; channel: ChannelReference } | { kind: 'refused'; reason: ChannelLinkError }

/** Finds the channel in pasted text: a URL with an id, handle, custom name or user name, or a bare `@handle` or id. */
export const parseChannelLink = (text: string): ChannelLink => {
  const tokens = pasteTokens(text)
  if (tokens.length === 0) return refused('empty')
  const links = tokens.map(readToken).filter(link => link !== null)
  return links.find(link => link.kind === 'channel') ?? links[0] ?? refused('not_a_link')
}

/** Like `parseChannelLink`, for text that consists of nothing but one URL, handle or id. */
export const parseChannelAddress = (text: string): ChannelLink => {
  const address = text.trim()
  if (address === '') return refused('empty')
  return address.length > MAX_ADDRESS_CHARS || /\s/.test(address)
    ? refused('not_a_link')
    : (readToken(address) ?? refused('not_a_link'))
}

const MAX_ADDRESS_CHARS = 8_192

/** Formats a channel reference as text for requests; `parseChannelLink` parses it back. */
export const formatChannelReference = (channel: ChannelReference): string => {
  if (channel.by === 'id') return channel.channelId
  if (channel.by === 'handle') return channel.handle
  const name = encodeURIComponent(channel.name).replaceAll("'", '%27')
  return `https://www.youtube.com/${channel.by === 'user' ? 'user' : 'c'}/${name}`
}

const refused = (reason: ChannelLinkError): ChannelLink => ({ kind: 'refused', reason })
const channel = (reference: ChannelReference): ChannelLink => ({ kind: 'channel', channel: reference })

const readToken = (token: string): ChannelLink | null => {
  const channelId = findChannelId(token)
  if (channelId !== null) return channel({ by: 'id', channelId })
  if (token.startsWith('@')) return readHandle(token)
  const address = parsePastedUrl(token)
  if (address === null) return null
  if (address.kind === 'elsewhere') return refused('not_youtube')
  if (address.host === 'image') return refused('not_a_channel')
  const parts = pathSegments(address.url)
  if (address.host === 'mirror') {
    // Social Blade has `/youtube/channel/…`, Invidious `/api/v1/channels/…`.
    const at = parts.findIndex(part => !/^(?:youtube(?:-stats)?|api|v1|[a-z]{2})$/.test(part))
    return readNamed(parts.slice(Math.max(0, at)), address.url) ?? refused('not_a_channel')
  }
  const [page = ''] = parts
  const isName = parts.length > 0 && address.host === 'site' && hasChannelNames(address.url.hostname)
  return readNamed(parts, address.url) ?? (isName ? readLegacyName(page) : refused('not_a_channel'))
}

/** Reads pages whose path or parameters identify a channel; null for all others. */
const readNamed = ([page = '', name = '', ...more]: readonly string[], url: URL): ChannelLink | null => {
  if (page.startsWith('@')) return readHandle(page)
  const kind = page.toLowerCase()
  if (kind === 'channel' || kind === 'channels') return name.startsWith('@') ? readHandle(name) : readId(name)
  if (kind === 'user' || kind === 'c' || kind === 'u') return readName(kind, name)
  if (kind === 'handle' && name !== '') return readHandle(`@${name.replace(/^@/, '')}`)
  // Invidious has `/feed/channel/…`.
  const id = findChannelId(kind === 'feed' && name === 'channel' ? (more[0] ?? '') : kind === 'feed' ? name : page)
  if (id !== null) return channel({ by: 'id', channelId: id })
  if (kind === 'feeds' && /^(?:api|base)$/.test(name) && more[0] === 'users') return readName('user', more[1] ?? '')
  if (kind === 'rss' && name === 'user') return readName('user', more[0] ?? '')
  return isVideoPage(kind, name, url) ? null : readParameters(kind, url)
}

const readName = (kind: 'user' | 'c' | 'u', text: string): ChannelLink | null => {
  if (text.startsWith('@')) return readHandle(text)
  const channelId = findChannelId(text)
  if (channelId !== null) return channel({ by: 'id', channelId })
  const name = text.trim()
  if (!isName(name)) return null
  return channel(kind === 'user' ? { by: 'user', name } : { by: 'custom', name })
}

/** A video opened from a channel or a playlist is still a video. */
const isVideoPage = (kind: string, name: string, url: URL): boolean =>
  url.searchParams.has('v') ||
  /^(?:watch|shorts|clip|live|e|v|w)$/.test(kind) ||
  (kind === 'embed' && name !== '' && name !== 'live_stream' && name !== 'videoseries')

const readParameters = (kind: string, url: URL): ChannelLink | null => {
  const channelParameter = url.searchParams.get('channel_id') ?? url.searchParams.get('channel')
  if (channelParameter !== null) return readId(channelParameter)
  const list = url.searchParams.get('playlist_id') ?? url.searchParams.get('list') ?? ''
  const ownerId = channelIdOfPlaylist(list)
  if (ownerId !== null) return channel({ by: 'id', channelId: ownerId })
  if (kind === 'embed' && url.searchParams.get('listType') === 'user_uploads') return readName('user', list)
  if (!userPages.has(kind)) return null
  const user = url.searchParams.get('user') ?? url.searchParams.get('add_user')
  return user === null ? null : readName('user', user)
}

const userPages = new Set(['feeds', 'rss', 'profile', 'profile_videos', 'subscription_center'])

/** The oldest URL format: youtube.com/name, for a time also youtube.com/+name. */
const readLegacyName = (page: string): ChannelLink => {
  const name = page.replace(/^\+/, '')
  return isName(name) && !name.includes(' ') && !reservedNames.has(name.toLowerCase())
    ? channel({ by: 'custom', name })
    : refused('not_a_channel')
}

/**
 * Playlists that YouTube generates for a channel (all uploads, videos, Shorts, streams, members only) have the channel's id
 * with a different prefix.
 */
const channelIdOfPlaylist = (text: string): string | null => {
  const end = /^UU(?:LF|SH|LV|MO|MF|MS|MV|PS|LP|PV)?([\w-]{22})(?![\w-])/.exec(text.slice(0, 64))?.[1]
  return end === undefined ? null : `UC${end}`
}

const findChannelId = (text: string): string | null =>
  isChannelId(text) ? text : /^UU[\w-]{22,24}$/.test(text) ? channelIdOfPlaylist(text) : null

const readId = (text: string): ChannelLink => {
  const channelId = text.slice(0, 24)
  return isChannelId(channelId) && !/^[\w-]/.test(text.slice(24))
    ? channel({ by: 'id', channelId })
    : refused('malformed_id')
}

// Handles have 3 to 30 letters of any script, digits and a few other characters (support.google.com/youtube/answer/11585688).
const readHandle = (text: string): ChannelLink => {
  const handle = text.replace(/[.!?:]+$/, '')
  return /^@[\p{L}\p{M}\p{N}_.·-]{3,30}$/u.test(handle) ? channel({ by: 'handle', handle }) : refused('malformed_id')
}

const isName = (text: string): boolean =>
  /^[\p{L}\p{M}\p{N}_.·'-](?:[\p{L}\p{M}\p{N}_.·' -]{0,98}[\p{L}\p{M}\p{N}_.·'-])?$/u.test(text)

/** First path segments of YouTube's own pages, which look like the oldest channel URLs. */
const reservedNames = new Set(
  `about account ads all_comments api attribution_link audiolibrary browse c categories channel channel_switcher channels
  charts clip comment community compilations copyright_complaint_form courses create_channel creators dashboard e embed
  error explore fashion feed feeds gaming get_video_info hashtag help history howyoutubeworks iframe_api img index inbox
  jobs kids leanback learning legal library live live_chat live_dashboard login logout membership movie movies music
  my_videos myanalytics new news oembed oops originals paid_memberships playables player_api playlist playlists podcasts
  post posts premium pressroom privacy profile profile_videos red redirect reporthistory results rss s safety_mode_ajax
  search select_site share shared shorts show shows signin signup source sports storefront subscribe_embed
  subscribe_widget subscription_center subscription_manager subscriptions supported_browsers t terms testtube trending
  trends tv u upload upload_my_video user v verify verify_age vi video videos w watch watch_ajax watch_later watch_popup
  watch_videos yt ytscreeningroom ytshopping`.split(/\s+/),
)
