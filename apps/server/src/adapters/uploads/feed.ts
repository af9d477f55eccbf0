import { plainLine } from '@recaps/domain/plain-text'
import { isVideoId } from '@recaps/domain/video-url'
import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import type { Upload } from '../../ports/uploads.ts'

/** A feed is some 40 KB; what is more than this is none. */
export const MAX_FEED_BYTES = 5 * 1024 * 1024

export interface ReadFeed {
  title: string
  uploads: Upload[]
}

/**
 * An Atom feed of YouTube's, as it is asked for or as the hub sends it. Null for what is none. Entries without an id, a
 * title or a date are passed over, and those of another channel than `channelId`. At the head of a feed the id of the
 * channel may lack its `UC`, so that only entries are asked for it.
 */
export function readFeed(bytes: Uint8Array, channelId?: string): ReadFeed | null {
  const xml = Buffer.from(bytes).toString('utf8')
  // Feeds have none, and nothing good begins with one: entities that unfold into gigabytes, files of this machine.
  if (bytes.byteLength > MAX_FEED_BYTES || /<!(?:DOCTYPE|ENTITY)/i.test(xml)) return null
  const document = feedDocument.safeParse(parsed(xml)).data
  if (document === undefined) return null
  const { title, entry } = document.feed
  const uploads = entry
    .map(one => readEntry(one, channelId))
    .filter(upload => upload !== null)
    .toSorted((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime())
  return { title: plainLine(unescaped(title)), uploads }
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: name => name === 'entry' || name === 'link',
  // Descriptions and counts: most of the bytes, and one sign in them is of use.
  stopNodes: ['feed.entry.media:group'],
})

const parsed = (xml: string): unknown => {
  try {
    return parser.parse(xml)
  } catch {
    return undefined
  }
}

const feedDocument = z.object({
  feed: z.object({ title: z.string().default(''), entry: z.unknown().array().default([]) }),
})

const feedEntry = z.object({
  'yt:videoId': z.string().refine(isVideoId),
  'yt:channelId': z.string().optional(),
  title: z.string(),
  link: z.object({ href: z.string() }).array().default([]),
  published: z.coerce.date(),
  'media:group': z.string().optional().catch(undefined),
})

const readEntry = (entry: unknown, channelId: string | undefined): Upload | null => {
  const read = feedEntry.safeParse(entry).data
  if (read === undefined) return null
  const of = read['yt:channelId']
  if (channelId !== undefined && of !== undefined && bare(of) !== bare(channelId)) return null
  const isShort = read.link.some(({ href }) => /^https?:\/\/www\.youtube\.com\/shorts\//.test(href))
  const views = /<media:statistics\s[^<>]{0,200}?\bviews="(\d{1,15})"/.exec(read['media:group'] ?? '')?.[1]
  return {
    videoId: read['yt:videoId'],
    title: plainLine(unescaped(read.title)),
    publishedAt: read.published,
    ...(isShort ? { kind: 'short' as const } : {}),
    ...(views === undefined ? {} : { isSeen: Number(views) > 0 }),
  }
}

const bare = (channelId: string): string => channelId.replace(/^UC(?=.{22}$)/, '')

/** The five entities of XML, and characters by their numbers. */
const unescaped = (text: string): string =>
  text.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi, (whole, name, decimal, hex) => {
    if (name !== undefined) return entities[String(name).toLowerCase() as keyof typeof entities]
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0x10ffff ? whole : String.fromCodePoint(code)
  })

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" } as const
