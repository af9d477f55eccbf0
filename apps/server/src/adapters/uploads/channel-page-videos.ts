import { z } from 'zod'

/** A video on a tab, read from either of the structures that YouTube uses. */
export interface ListedVideo {
  videoId: string
  title: string
  /** The text below the title: views and publishing time. */
  details: string
  /** The text on the thumbnail, such as `1:02:03`. */
  duration: string
  /** Contains `LIVE`, `UPCOMING` or `SHORTS` for such a video. */
  badges: string
}

/** Null for items other than videos: continuations, shelves, ads. */
export const parseListedVideo = (item: unknown): ListedVideo | null => {
  const content = richItemSchema.safeParse(item).data?.richItemRenderer.content
  if (content?.lockupViewModel) return fromLockup(content.lockupViewModel)
  return content?.videoRenderer ? fromRenderer(content.videoRenderer) : null
}

const textSchema = z.object({
  simpleText: z.string().optional(),
  runs: z.object({ text: z.string() }).array().optional(),
})

const badgeSchema = z.object({
  thumbnailBadgeViewModel: z.object({ text: z.string().default(''), badgeStyle: z.string().default('') }).optional(),
})
const overlaySchema = z.object({
  thumbnailBottomOverlayViewModel: z.object({ badges: badgeSchema.array().default([]) }).optional(),
  thumbnailOverlayBadgeViewModel: z.object({ thumbnailBadges: badgeSchema.array().default([]) }).optional(),
})
const rowSchema = z.object({
  metadataParts: z
    .object({ text: z.object({ content: z.string() }).optional() })
    .array()
    .default([]),
})
const lockupSchema = z.object({
  contentId: z.string(),
  contentType: z.string().default(''),
  contentImage: z
    .object({ thumbnailViewModel: z.object({ overlays: overlaySchema.array().default([]) }).optional() })
    .optional(),
  metadata: z.object({
    lockupMetadataViewModel: z.object({
      title: z.object({ content: z.string() }),
      metadata: z
        .object({ contentMetadataViewModel: z.object({ metadataRows: rowSchema.array().default([]) }).optional() })
        .optional(),
    }),
  }),
})

/** The structure used until 2025, which some clients still get. */
const rendererSchema = z.object({
  videoId: z.string(),
  title: textSchema,
  publishedTimeText: textSchema.optional(),
  viewCountText: textSchema.optional(),
  lengthText: textSchema.optional(),
  upcomingEventData: z.unknown().optional(),
  thumbnailOverlays: z
    .object({ thumbnailOverlayTimeStatusRenderer: z.object({ style: z.string().default('') }).optional() })
    .array()
    .default([]),
})

const richItemSchema = z.object({
  richItemRenderer: z.object({
    content: z.object({
      lockupViewModel: lockupSchema.optional().catch(undefined),
      videoRenderer: rendererSchema.optional().catch(undefined),
    }),
  }),
})

const fromLockup = ({
  contentId,
  contentType,
  contentImage,
  metadata,
}: z.infer<typeof lockupSchema>): ListedVideo | null => {
  if (!/VIDEO/.test(contentType)) return null
  const { title, metadata: below } = metadata.lockupMetadataViewModel
  const rows = below?.contentMetadataViewModel?.metadataRows ?? []
  const badges = (contentImage?.thumbnailViewModel?.overlays ?? [])
    .flatMap(one => [
      ...(one.thumbnailBottomOverlayViewModel?.badges ?? []),
      ...(one.thumbnailOverlayBadgeViewModel?.thumbnailBadges ?? []),
    ])
    .map(one => one.thumbnailBadgeViewModel)
    .filter(one => one !== undefined)
  return {
    videoId: contentId,
    title: title.content,
    details: rows.flatMap(({ metadataParts }) => metadataParts.map(({ text }) => text?.content ?? '')).join(' • '),
    duration: badges.map(({ text }) => text).find(text => /^[\d:]+$/.test(text)) ?? '',
    badges: badges.map(({ text, badgeStyle }) => `${text} ${badgeStyle.replaceAll('_', ' ')}`).join(' '),
  }
}

const fromRenderer = (video: z.infer<typeof rendererSchema>): ListedVideo => ({
  videoId: video.videoId,
  title: textOf(video.title),
  details: [video.viewCountText, video.publishedTimeText].map(textOf).join(' • '),
  duration: textOf(video.lengthText),
  badges: [
    ...video.thumbnailOverlays.map(one => one.thumbnailOverlayTimeStatusRenderer?.style ?? ''),
    ...(video.upcomingEventData === undefined ? [] : ['UPCOMING']),
  ].join(' '),
})

const textOf = (text: z.infer<typeof textSchema> | undefined): string =>
  text?.simpleText ?? text?.runs?.map(run => run.text).join('') ?? ''
