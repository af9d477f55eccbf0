// Building blocks of YouTube's answers.
export const simpleText = (text: string) => ({ simpleText: text })
export const runs = (text: string) => ({ runs: [{ text }] })

export const videoThumbnails = (videoId: string) => ({
  thumbnails: [
    { url: `https://i.ytimg.com/vi/${videoId}/mqdefault.jpg`, width: 320, height: 180 },
    { url: `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`, width: 480, height: 360 },
  ],
})

/** URLs without scheme, as in YouTube's search results. */
export const avatarThumbnails = (channelId: string) => ({
  thumbnails: [88, 176].map(side => ({
    url: `//yt3.ggpht.com/${channelId}=s${side}-c-k-c0x00ffffff-no-rj-mo`,
    width: side,
    height: side,
  })),
})

export const continuationItem = (token: string, endpoint: 'search' | 'browse') => ({
  continuationItemRenderer: {
    trigger: 'CONTINUATION_TRIGGER_ON_ITEM_SHOWN',
    continuationEndpoint: {
      commandMetadata: { webCommandMetadata: { sendPost: true, apiUrl: `/youtubei/v1/${endpoint}` } },
      continuationCommand: {
        token,
        request: endpoint === 'search' ? 'CONTINUATION_REQUEST_TYPE_SEARCH' : 'CONTINUATION_REQUEST_TYPE_BROWSE',
      },
    },
  },
})

export const watchEndpoint = (videoId: string) => ({
  commandMetadata: {
    webCommandMetadata: { url: `/watch?v=${videoId}`, webPageType: 'WEB_PAGE_TYPE_WATCH', rootVe: 3832 },
  },
  watchEndpoint: { videoId },
})

export const channelEndpoint = (channelId: string, handle: string) => ({
  commandMetadata: {
    webCommandMetadata: {
      url: `/${handle}`,
      webPageType: 'WEB_PAGE_TYPE_CHANNEL',
      rootVe: 3611,
      apiUrl: '/youtubei/v1/browse',
    },
  },
  browseEndpoint: { browseId: channelId, canonicalBaseUrl: `/${handle}` },
})

/** `1:02:03`, as on thumbnails. */
export const formatDuration = (seconds: number): string => {
  const two = (part: number) => String(part).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = two(Math.floor(seconds % 60))
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}

export const formatCount = (count: number): string => count.toLocaleString('en-GB')

/** Abbreviated to three digits and rounded down, like subscriber counts: `86.3k`. */
export const abbreviateCount = (count: number): string => {
  const [size, unit] = count >= 1e6 ? ([1e6, 'm'] as const) : count >= 1e3 ? ([1e3, 'k'] as const) : ([1, ''] as const)
  const digits = 10 ** Math.max(0, 3 - String(Math.floor(count / size)).length)
  return `${Math.floor((count / size) * digits) / digits}${unit}`
}

export const formatAge = (from: Date, now: Date): string => {
  const units = [
    ['year', 365 * 86_400],
    ['month', 30 * 86_400],
    ['week', 7 * 86_400],
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
    ['second', 1],
  ] as const
  const seconds = (now.getTime() - from.getTime()) / 1000
  const [unit, length] = units.find(([, size]) => seconds >= size) ?? ['second', 1]
  const count = Math.max(1, Math.floor(seconds / length))
  return `${count} ${unit}${count > 1 ? 's' : ''} ago`
}
