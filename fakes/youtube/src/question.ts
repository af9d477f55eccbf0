import { createHash } from 'node:crypto'
import type { HubForm } from './hub.ts'
import { decoded, searchType } from './search-params.ts'

/** A request as the fake sees it, whether it comes over HTTP or out of a recording. */
export interface FakeRequest {
  method: string
  /** Path and query. */
  url: URL
  /** The host that was meant. */
  host: string
  body: string
  /** The network address that asks. */
  from: string
  /** Visitor data, where the header `x-goog-visitor-id` holds them. */
  visitorId?: string
  /** The bytes that are asked for, as the header says. */
  range?: string
}

/** What is asked of YouTube, in one value: sources answer questions, faults are laid on their keys. */
export type Question =
  | { op: 'player'; videoId: string; client: string; isReel: boolean; visitor: string }
  /** Asks for visitor data, by the address made for it or by the configuration of the page's service worker. */
  | { op: 'visitor'; from: 'visitor_id' | 'sw.js_data' }
  | { op: 'microformat'; videoId: string }
  | { op: 'next'; videoId: string }
  | { op: 'search'; query: string; type: 'video' | 'channel' | 'playlist' | '' }
  | { op: 'continuation'; endpoint: string; token: string }
  | { op: 'browse'; browseId: string; params: string }
  | { op: 'resolve'; address: string }
  | { op: 'timedtext'; videoId: string; language: string; kind: string; format: string }
  | { op: 'feed'; query: string }
  | { op: 'suggest'; query: string }
  | { op: 'oembed'; videoId: string }
  | { op: 'watch'; videoId: string }
  /** The script that tells where the player's own script is; the fake has no player. */
  | { op: 'iframe_api' }
  | { op: 'embed'; videoId: string }
  | { op: 'thumbnail'; videoId: string; file: string }
  | { op: 'avatar'; path: string }
  | { op: 'data'; resource: string; query: URLSearchParams }
  | { op: 'sound'; videoId: string; range: string }
  | { op: 'hub'; mode: string; channelId: string; form: HubForm }
  /** Anything else: recorded traffic answers it when it is asked exactly as recorded. */
  | { op: 'other'; method: string; address: string; digest: string }

/** What a request asks, by its address and the parts of its body that matter. */
export const questionOf = (request: FakeRequest): Question => knownQuestion(request) ?? otherQuestion(request)

const otherQuestion = ({ method, url, host, body }: FakeRequest): Question => ({
  op: 'other',
  method,
  address: `${host}${url.pathname}${url.search}`,
  digest: body === '' ? '' : createHash('sha256').update(body).digest('hex').slice(0, 12),
})

const knownQuestion = (request: FakeRequest): Question | null => {
  // YouTube Music speaks the same words and means other things.
  if (request.host.startsWith('music.')) return null
  const { pathname, searchParams } = request.url
  const [first = '', second = '', third = ''] = pathname.split('/').slice(1)
  if (first === 'youtubei') return innertubeQuestion(request)
  if (request.host === hubHost && pathname === '/subscribe') return hubQuestion(request)
  if (first === 'youtube' && second === 'v3') return { op: 'data', resource: third, query: searchParams }
  if (first === 'vi' || first === 'vi_webp') return { op: 'thumbnail', videoId: second, file: third }
  if (first === 'embed') return { op: 'embed', videoId: second }
  if (/^yt\d\.|^lh\d\./.test(request.host)) return { op: 'avatar', path: pathname }
  const param = (name: string) => searchParams.get(name) ?? ''
  switch (pathname) {
    case '/api/timedtext':
      return {
        op: 'timedtext',
        videoId: param('v'),
        language: param('lang'),
        kind: param('kind'),
        format: param('fmt') || 'srv1',
      }
    case '/feeds/videos.xml':
      return { op: 'feed', query: feedKey(searchParams) }
    case '/complete/search':
      return { op: 'suggest', query: param('q') }
    case '/oembed':
      return { op: 'oembed', videoId: /(?:v=|\/)([\w-]{11})(?:$|[&?])/.exec(param('url'))?.[1] ?? '' }
    case '/videoplayback':
      return { op: 'sound', videoId: param('id'), range: request.range ?? '' }
    case '/sw.js_data':
      return { op: 'visitor', from: 'sw.js_data' }
    case '/iframe_api':
      return { op: 'iframe_api' }
    case '/watch':
      return { op: 'watch', videoId: param('v') }
    default:
      return null
  }
}

/** What faults and the register of unknown requests name a question by: `player|M4gD1WSo5mA|VISIONOS`. */
export const keyOf = (question: Question): string => {
  const { op, ...parts } = question
  const values = Object.entries(parts)
    .filter(([name]) => !['isReel', 'range', 'form', 'visitor'].includes(name))
    .map(([, value]) => String(value))
  return [op, ...values].join('|')
}

const hubHost = 'pubsubhubbub.appspot.com'

const hubQuestion = ({ body }: FakeRequest): Question => {
  const sent = new URLSearchParams(body)
  const param = (name: string) => sent.get(`hub.${name}`) ?? ''
  const form = {
    mode: param('mode'),
    topic: param('topic'),
    callback: param('callback'),
    secret: param('secret'),
    leaseSeconds: Number(param('lease_seconds') || 432_000),
  }
  const channelId =
    /^https:\/\/www\.youtube\.com\/(?:xml\/)?feeds\/videos\.xml\?channel_id=(UC[\w-]{22})$/.exec(form.topic)?.[1] ?? ''
  return { op: 'hub', mode: form.mode, channelId, form }
}

export const feedKey = (query: URLSearchParams): string => {
  for (const name of ['channel_id', 'playlist_id', 'user']) {
    const value = query.get(name)
    // User names are taken as YouTube takes them: without regard to case.
    if (value !== null) return `${name}=${name === 'user' ? value.toLowerCase() : value}`
  }
  return ''
}

const innertubeQuestion = ({ url, body, visitorId = '' }: FakeRequest): Question | null => {
  const endpoint = url.pathname.replace(/^\/youtubei\/v1\//, '')
  const asked = objectIn(body)
  const text = (name: string): string => (typeof asked[name] === 'string' ? asked[name] : '')
  const client = String(at(asked, 'context', 'client', 'clientName') ?? '')
  const visitor = String(at(asked, 'context', 'client', 'visitorData') ?? visitorId)
  if (text('continuation') !== '') return { op: 'continuation', endpoint, token: text('continuation') }
  switch (endpoint) {
    case 'player':
      // Asked for parts of the answer: those parts hold no judgement of the video.
      return url.searchParams.has('$fields')
        ? { op: 'microformat', videoId: text('videoId') }
        : { op: 'player', videoId: text('videoId'), client, isReel: false, visitor }
    case 'reel/reel_item_watch':
      return {
        op: 'player',
        videoId: String(at(asked, 'playerRequest', 'videoId') ?? ''),
        client,
        isReel: true,
        visitor,
      }
    case 'visitor_id':
      return { op: 'visitor', from: 'visitor_id' }
    case 'next':
      return { op: 'next', videoId: text('videoId') }
    case 'search':
      return { op: 'search', query: text('query'), type: searchType(text('params')) }
    case 'browse':
      return { op: 'browse', browseId: text('browseId'), params: decoded(text('params')) }
    case 'navigation/resolve_url':
      return { op: 'resolve', address: text('url') }
    default:
      return null
  }
}

type JsonObject = Record<string, unknown>

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null

export const objectIn = (body: string): JsonObject => {
  try {
    const value: unknown = JSON.parse(body)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** The value at a path of property names, or undefined. */
export const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value)
