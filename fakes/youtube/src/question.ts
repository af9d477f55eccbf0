import { createHash } from 'node:crypto'
import type { HubForm } from './hub.ts'
import { decodeParams, parseSearchType } from './search-params.ts'

/** A request over HTTP or from a recording. */
export interface FakeRequest {
  method: string
  /** Path and query. */
  url: URL
  /** Original host of the request. */
  host: string
  body: string
  /** Network address of the client. */
  from: string
  /** Visitor data of the header `x-goog-visitor-id`. */
  visitorId?: string
  /** The `range` header. */
  range?: string
}

/** A parsed YouTube request. Sources answer questions; faults apply to their keys. */
export type Question =
  | { op: 'player'; videoId: string; client: string; isReel: boolean; visitor: string }
  /** A request for visitor data: from its own endpoint, or from the configuration of the page's service worker. */
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
  /** The script that loads the player script; empty in the fake. */
  | { op: 'iframe_api' }
  | { op: 'embed'; videoId: string }
  | { op: 'thumbnail'; videoId: string; file: string }
  | { op: 'avatar'; path: string }
  | { op: 'data'; resource: string; query: URLSearchParams }
  | { op: 'sound'; videoId: string; range: string }
  | { op: 'hub'; mode: string; channelId: string; form: HubForm }
  /** Any other request; answered only by a recording of the identical request. */
  | { op: 'other'; method: string; address: string; digest: string }

/** Parses a request by its URL and the relevant fields of its body. */
export const parseQuestion = (request: FakeRequest): Question => knownQuestion(request) ?? otherQuestion(request)

const otherQuestion = ({ method, url, host, body }: FakeRequest): Question => ({
  op: 'other',
  method,
  address: `${host}${url.pathname}${url.search}`,
  digest: body === '' ? '' : createHash('sha256').update(body).digest('hex').slice(0, 12),
})

const knownQuestion = (request: FakeRequest): Question | null => {
  // YouTube Music uses the same paths for other purposes.
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

/** The key of a question in faults and in the lists of requests: `player|M4gD1WSo5mA|VISIONOS`. */
export const questionKey = (question: Question): string => {
  const { op, ...parts } = question
  const values = Object.entries(parts)
    .filter(([name]) => !['isReel', 'range', 'form', 'visitor'].includes(name))
    .map(([, value]) => String(value))
  return [op, ...values].join('|')
}

const hubHost = 'pubsubhubbub.appspot.com'

const hubQuestion = ({ body }: FakeRequest): Question => {
  const formParams = new URLSearchParams(body)
  const param = (name: string) => formParams.get(`hub.${name}`) ?? ''
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
    // User names are case-insensitive, as on YouTube.
    if (value !== null) return `${name}=${name === 'user' ? value.toLowerCase() : value}`
  }
  return ''
}

const innertubeQuestion = ({ url, body, visitorId = '' }: FakeRequest): Question | null => {
  const endpoint = url.pathname.replace(/^\/youtubei\/v1\//, '')
  const fields = parseObject(body)
  const text = (name: string): string => (typeof fields[name] === 'string' ? fields[name] : '')
  const client = String(getPath(fields, 'context', 'client', 'clientName') ?? '')
  const visitor = String(getPath(fields, 'context', 'client', 'visitorData') ?? visitorId)
  if (text('continuation') !== '') return { op: 'continuation', endpoint, token: text('continuation') }
  switch (endpoint) {
    case 'player':
      // With `$fields`, only parts of the answer are returned, without the playability.
      return url.searchParams.has('$fields')
        ? { op: 'microformat', videoId: text('videoId') }
        : { op: 'player', videoId: text('videoId'), client, isReel: false, visitor }
    case 'reel/reel_item_watch':
      return {
        op: 'player',
        videoId: String(getPath(fields, 'playerRequest', 'videoId') ?? ''),
        client,
        isReel: true,
        visitor,
      }
    case 'visitor_id':
      return { op: 'visitor', from: 'visitor_id' }
    case 'next':
      return { op: 'next', videoId: text('videoId') }
    case 'search':
      return { op: 'search', query: text('query'), type: parseSearchType(text('params')) }
    case 'browse':
      return { op: 'browse', browseId: text('browseId'), params: decodeParams(text('params')) }
    case 'navigation/resolve_url':
      return { op: 'resolve', address: text('url') }
    default:
      return null
  }
}

type JsonObject = Record<string, unknown>

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null

export const parseObject = (body: string): JsonObject => {
  try {
    const value: unknown = JSON.parse(body)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** The value at a path of property names, or undefined. */
export const getPath = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value)
