import { clockMs } from '@recaps/domain/duration'
import { plainLine } from '@recaps/domain/plain-text'
import { isVideoId } from '@recaps/domain/video-url'
import { z } from 'zod'
import type { Upload, UploadKind } from '../../ports/uploads.ts'
import { latestOf } from './ago.ts'
import { shownIn } from './tab-items.ts'

/** What the page of a channel, opened at its Videos tab, says. */
export type TabPage =
  | { kind: 'there'; title: string; uploads: Upload[] }
  /** There, but shown to those alone who say how old they are. */
  | { kind: 'age_restricted' }
  | { kind: 'private' | 'deleted' }

/** Null for a page of a form that we do not know. */
export function readTab(answer: unknown, now: Date): TabPage | null {
  const page = tabAnswer.safeParse(answer).data
  if (page === undefined) return null
  const contents = page.contents?.twoColumnBrowseResultsRenderer.tabs ?? []
  if (JSON.stringify(contents.slice(0, 1)).includes('"channelAgeGateRenderer"')) return { kind: 'age_restricted' }
  const title = page.metadata?.channelMetadataRenderer?.title
  if (title === undefined) return goneAs((page.alerts ?? []).map(alertText).join(' '))
  const items = contents.flatMap(tab => tab.tabRenderer?.content?.richGridRenderer?.contents ?? [])
  const uploads = uploadsIn(items, now)
  return uploads && { kind: 'there', title: plainLine(title), uploads }
}

const words = z.object({
  simpleText: z.string().optional(),
  runs: z.object({ text: z.string() }).array().optional(),
})
const tabAnswer = z.object({
  alerts: z
    .object({ alertRenderer: z.object({ type: z.string().default(''), text: words }).optional() })
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

type Alert = NonNullable<z.infer<typeof tabAnswer>['alerts']>[number]

const alertText = ({ alertRenderer: alert }: Alert): string =>
  alert?.type === 'ERROR' ? (alert.text.simpleText ?? alert.text.runs?.map(({ text }) => text).join('') ?? '') : ''

/** In English, as every request asks for. Anything else that is said is no reason to give a channel up. */
const goneAs = (said: string): TabPage | null => {
  if (/does not exist|terminated|was removed|has been closed|deleted/i.test(said)) return { kind: 'deleted' }
  return /private|not available|unavailable/i.test(said) ? { kind: 'private' } : null
}

/** Null where videos are shown and of none can be told when it came out: the form has changed. */
const uploadsIn = (items: readonly unknown[], now: Date): Upload[] | null => {
  const shown = items.map(shownIn).filter(item => item !== null && isVideoId(item.videoId))
  const uploads: Upload[] = []
  for (const item of shown) {
    if (item === null) continue
    const kind = kindOf(item)
    const publishedAt = kind === 'video' ? latestOf(item.said, now) : now
    if (publishedAt === null) continue
    // Newest first, also where the same is said of several.
    const before = uploads.at(-1)?.publishedAt.getTime() ?? Number.POSITIVE_INFINITY
    const durationMs = kind === 'video' ? clockMs(item.length) : null
    uploads.push({
      videoId: item.videoId,
      title: plainLine(item.title),
      publishedAt: new Date(Math.min(publishedAt.getTime(), before - 1)),
      kind,
      ...(durationMs === null ? {} : { durationMs }),
    })
  }
  return shown.length > 0 && uploads.length === 0 ? null : uploads
}

const kindOf = ({ said, mark }: { said: string; mark: string }): UploadKind => {
  if (/\bLIVE\b/.test(mark) || /\bwatching\b/i.test(said)) return 'live'
  if (/UPCOMING/i.test(mark) || /\bscheduled for\b|\bpremieres\b|\bwaiting\b/i.test(said)) return 'upcoming'
  return /SHORTS/i.test(mark) ? 'short' : 'video'
}
