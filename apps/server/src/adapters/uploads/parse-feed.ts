import { plainLine } from '@recaps/domain/plain-text'
import { isVideoId } from '@recaps/domain/video-url'
import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import type { Upload } from '../../ports/uploads.ts'

/** A feed has some 40 KB. */
export const MAX_FEED_BYTES = 5 * 1024 * 1024

export interface ParsedFeed {
  title: string
  uploads: Upload[]
}

/**
 * Reads a YouTube Atom feed, fetched or sent by the hub. Null if it is not a feed. Skips entries without an id, title or date, and entries of
 * another channel than `channelId`. The channel is checked in the entries only, because its id in the feed itself may lack the `UC`.
 */
export function parseFeed(bytes: Uint8Array, channelId?: string): ParsedFeed | null {
  const xml = Buffer.from(bytes).toString('utf8')
  // YouTube's feeds have no DTD. It could expand to gigabytes or include local files.
  if (bytes.byteLength > MAX_FEED_BYTES || /<!(?:DOCTYPE|ENTITY)/i.test(xml)) return null
  const document = feedSchema.safeParse(parseXml(xml)).data
  if (document === undefined) return null
  const { title, entry } = document.feed
  const uploads = entry
    .map(one => readEntry(one, channelId))
    .filter(upload => upload !== null)
    .toSorted((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime())
  return { title: plainLine(decodeEntities(title)), uploads }
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: name => name === 'entry' || name === 'link',
  // Most of the bytes of a feed, of which only the view count is used.
  stopNodes: ['feed.entry.media:group'],
})

const parseXml = (xml: string): unknown => {
  try {
    return parser.parse(xml)
  } catch {
    return undefined
  }
}

const feedSchema = z.object({
  feed: z.object({ title: z.string().default(''), entry: z.unknown().array().default([]) }),
})

const entrySchema = z.object({
  'yt:videoId': z.string().refine(isVideoId),
  'yt:channelId': z.string().optional(),
  title: z.string(),
  link: z.object({ href: z.string() }).array().default([]),
  published: z.coerce.date(),
  'media:group': z.string().optional().catch(undefined),
})

const readEntry = (entry: unknown, channelId: string | undefined): Upload | null => {
  const read = entrySchema.safeParse(entry).data
  if (read === undefined) return null
  const entryChannelId = read['yt:channelId']
  if (channelId !== undefined && entryChannelId !== undefined && bareId(entryChannelId) !== bareId(channelId))
    return null
  const isShort = read.link.some(({ href }) => /^https?:\/\/www\.youtube\.com\/shorts\//.test(href))
  const views = /<media:statistics\s[^<>]{0,200}?\bviews="(\d{1,15})"/.exec(read['media:group'] ?? '')?.[1]
  return {
    videoId: read['yt:videoId'],
    title: plainLine(decodeEntities(read.title)),
    publishedAt: read.published,
    ...(isShort ? { kind: 'short' as const } : {}),
    ...(views === undefined ? {} : { isSeen: Number(views) > 0 }),
  }
}

const bareId = (channelId: string): string => channelId.replace(/^UC(?=.{22}$)/, '')

/** Decodes the five predefined XML entities and numeric character references. */
const decodeEntities = (text: string): string =>
  text.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi, (whole, name, decimal, hex) => {
    if (name !== undefined) return entities[String(name).toLowerCase() as keyof typeof entities]
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0x10ffff ? whole : String.fromCodePoint(code)
  })

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" } as const
