import { z } from 'zod'

/** A video as a tab shows it, in either of the forms that YouTube sends. */
export interface Shown {
  videoId: string
  title: string
  /** What stands below the title: views, when it came out. */
  said: string
  /** What stands on the picture: `1:02:03`. */
  length: string
  /** `LIVE`, `UPCOMING` or `SHORTS` somewhere in it, where it is one. */
  mark: string
}

/** Null for what is no video: rows that load more, shelves, advertisements. */
export const shownIn = (item: unknown): Shown | null => {
  const content = richItem.safeParse(item).data?.richItemRenderer.content
  if (content?.lockupViewModel) return lockup(content.lockupViewModel)
  return content?.videoRenderer ? renderer(content.videoRenderer) : null
}

const words = z.object({
  simpleText: z.string().optional(),
  runs: z.object({ text: z.string() }).array().optional(),
})

const badge = z.object({
  thumbnailBadgeViewModel: z.object({ text: z.string().default(''), badgeStyle: z.string().default('') }).optional(),
})
const overlay = z.object({
  thumbnailBottomOverlayViewModel: z.object({ badges: badge.array().default([]) }).optional(),
  thumbnailOverlayBadgeViewModel: z.object({ thumbnailBadges: badge.array().default([]) }).optional(),
})
const row = z.object({
  metadataParts: z
    .object({ text: z.object({ content: z.string() }).optional() })
    .array()
    .default([]),
})
const lockupForm = z.object({
  contentId: z.string(),
  contentType: z.string().default(''),
  contentImage: z
    .object({ thumbnailViewModel: z.object({ overlays: overlay.array().default([]) }).optional() })
    .optional(),
  metadata: z.object({
    lockupMetadataViewModel: z.object({
      title: z.object({ content: z.string() }),
      metadata: z
        .object({ contentMetadataViewModel: z.object({ metadataRows: row.array().default([]) }).optional() })
        .optional(),
    }),
  }),
})

/** The form until 2025, and still what some are sent. */
const rendererForm = z.object({
  videoId: z.string(),
  title: words,
  publishedTimeText: words.optional(),
  viewCountText: words.optional(),
  lengthText: words.optional(),
  upcomingEventData: z.unknown().optional(),
  thumbnailOverlays: z
    .object({ thumbnailOverlayTimeStatusRenderer: z.object({ style: z.string().default('') }).optional() })
    .array()
    .default([]),
})

const richItem = z.object({
  richItemRenderer: z.object({
    content: z.object({
      lockupViewModel: lockupForm.optional().catch(undefined),
      videoRenderer: rendererForm.optional().catch(undefined),
    }),
  }),
})

const lockup = ({ contentId, contentType, contentImage, metadata }: z.infer<typeof lockupForm>): Shown | null => {
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
    said: rows.flatMap(({ metadataParts }) => metadataParts.map(({ text }) => text?.content ?? '')).join(' • '),
    length: badges.map(({ text }) => text).find(text => /^[\d:]+$/.test(text)) ?? '',
    mark: badges.map(({ text, badgeStyle }) => `${text} ${badgeStyle.replaceAll('_', ' ')}`).join(' '),
  }
}

const renderer = (video: z.infer<typeof rendererForm>): Shown => ({
  videoId: video.videoId,
  title: textOf(video.title),
  said: [video.viewCountText, video.publishedTimeText].map(textOf).join(' • '),
  length: textOf(video.lengthText),
  mark: [
    ...video.thumbnailOverlays.map(one => one.thumbnailOverlayTimeStatusRenderer?.style ?? ''),
    ...(video.upcomingEventData === undefined ? [] : ['UPCOMING']),
  ].join(' '),
})

const textOf = (text: z.infer<typeof words> | undefined): string =>
  text?.simpleText ?? text?.runs?.map(run => run.text).join('') ?? ''
