import { parseClock } from '@recaps/domain/duration'
import { plainLine } from '@recaps/domain/plain-text'
import { isVideoId } from '@recaps/domain/video-url'
import { z } from 'zod'
import type { Upload, UploadKind } from '../../ports/uploads.ts'
import { parseListedVideo } from './channel-page-videos.ts'
import { parseRelativeTime } from './relative-time.ts'

/** A channel page, opened at its Videos tab. */
export type ChannelPage =
  | { kind: 'there'; title: string; uploads: Upload[] }
  /** The channel exists, but its page requires a login with a confirmed age. */
  | { kind: 'age_restricted' }
  | { kind: 'private' | 'deleted' }

/** Null if the structure of the page is unknown. */
export function parseChannelPage(answer: unknown, now: Date): ChannelPage | null {
  const page = tabSchema.safeParse(answer).data
  if (page === undefined) return null
  const contents = page.contents?.twoColumnBrowseResultsRenderer.tabs ?? []
  if (JSON.stringify(contents.slice(0, 1)).includes('"channelAgeGateRenderer"')) return { kind: 'age_restricted' }
  const title = page.metadata?.channelMetadataRenderer?.title
  if (title === undefined) return gonePage((page.alerts ?? []).map(alertText).join(' '))
  const items = contents.flatMap(tab => tab.tabRenderer?.content?.richGridRenderer?.contents ?? [])
  const uploads = uploadsIn(items, now)
  return uploads && { kind: 'there', title: plainLine(title), uploads }
}

const textSchema = z.object({
  simpleText: z.string().optional(),
  runs: z.object({ text: z.string() }).array().optional(),
})
const tabSchema = z.object({
  alerts: z
    .object({ alertRenderer: z.object({ type: z.string().default(''), text: textSchema }).optional() })
    .array()
    .optional(),
  metadata: z.object({ channelMetadataRenderer: z.object({ title: z.string() }).optional() }).optional(),
  contents: z
    .object({
      twoColumnBrowseResultsRenderer: z.object({
        tabs: z
          .object({
            tabRenderer: z
              .object({
                content: z
                  .looseObject({ richGridRenderer: z.object({ contents: z.unknown().array() }).optional() })
                  .optional(),
              })
              .optional(),
          })
          .array(),
      }),
    })
    .optional(),
})

type Alert = NonNullable<z.infer<typeof tabSchema>['alerts']>[number]

const alertText = ({ alertRenderer: alert }: Alert): string =>
  alert?.type === 'ERROR' ? (alert.text.simpleText ?? alert.text.runs?.map(({ text }) => text).join('') ?? '') : ''

/** Alerts are in English, as requested. An unknown alert does not mean that the channel is gone. */
const gonePage = (alert: string): ChannelPage | null => {
  if (/does not exist|terminated|was removed|has been closed|deleted/i.test(alert)) return { kind: 'deleted' }
  return /private|not available|unavailable/i.test(alert) ? { kind: 'private' } : null
}

/** Null if the page has videos, but none with a readable date: its structure has changed. */
const uploadsIn = (items: readonly unknown[], now: Date): Upload[] | null => {
  const videos = items.map(parseListedVideo).filter(item => item !== null && isVideoId(item.videoId))
  const uploads: Upload[] = []
  for (const item of videos) {
    if (item === null) continue
    const kind = kindOf(item)
    const publishedAt = kind === 'video' ? parseRelativeTime(item.details, now) : now
    if (publishedAt === null) continue
    // Keeps the order of videos with the same relative time.
    const before = uploads.at(-1)?.publishedAt.getTime() ?? Number.POSITIVE_INFINITY
    const durationMs = kind === 'video' ? parseClock(item.duration) : null
    uploads.push({
      videoId: item.videoId,
      title: plainLine(item.title),
      publishedAt: new Date(Math.min(publishedAt.getTime(), before - 1)),
      kind,
      ...(durationMs === null ? {} : { durationMs }),
    })
  }
  return videos.length > 0 && uploads.length === 0 ? null : uploads
}

const kindOf = ({ details, badges }: { details: string; badges: string }): UploadKind => {
  if (/\bLIVE\b/.test(badges) || /\bwatching\b/i.test(details)) return 'live'
  if (/UPCOMING/i.test(badges) || /\bscheduled for\b|\bpremieres\b|\bwaiting\b/i.test(details)) return 'upcoming'
  return /SHORTS/i.test(badges) ? 'short' : 'video'
}
