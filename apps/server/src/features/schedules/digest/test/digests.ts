import type { Digest, DigestVideo } from '../digest.ts'
import { stories, type VideoText } from './story-pairs.ts'

const channels = [
  'Plain Bench',
  'Salt and Reason',
  'Long Street',
  'The Orbital Review',
  'Market Matters',
  'Deep Field',
  'Half Time',
  'قناة العلوم',
]

/** Videos of alternating channels. Once the written stories are used up, other channels repeat them. */
export const makeDigestVideos = (count: number): DigestVideo[] => {
  const texts: VideoText[] = stories.flatMap(({ sameStory: [one, other], similarStories }) => [
    one,
    similarStories[0],
    other,
    similarStories[1],
  ])
  return Array.from({ length: count }, (_, at) => {
    const [title = '', ...points] = texts[at % texts.length]!
    const round = Math.floor(at / texts.length)
    const durationMs = ((at * 373) % 2700) * 1000 + 245_000
    return {
      summaryId: 1000 + at,
      videoId: `vid${String(at).padStart(8, '0')}`,
      title: round === 0 ? title : `${title} (part ${round + 1})`,
      channel: `${channels[(at + round) % channels.length]}`,
      channelId: `UC${(at + round) % channels.length}`,
      durationMs,
      readMs: 60_000 + Math.round(durationMs / 12),
      listenMs: 150_000 + Math.round(durationMs / 6),
      points: points.map((text, nth) => ({ text, startMs: (nth * durationMs) / 4 + 12_345 })),
    }
  })
}

export const makeDigest = (change: Partial<Digest> = {}): Digest => ({
  runId: 7,
  user: { firstName: 'Ada' },
  dueAt: new Date('2026-11-21T07:00:00Z'),
  timezone: 'Europe/Rome',
  nextRunAt: new Date('2026-11-28T07:00:00Z'),
  videos: makeDigestVideos(5),
  failed: [],
  listed: [],
  unsubscribePath: '/unsubscribe/7.digest.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  ...change,
})

export const failedVideos: Digest['failed'] = [
  {
    title: 'Live: the whole council meeting, uncut',
    channel: 'Long Street',
    videoId: 'failed00001',
    sentence: 'This video has no captions, so there is nothing to summarize.',
  },
]

export const makeListedVideos = (count: number, reason: Digest['listed'][number]['reason']): Digest['listed'] =>
  makeDigestVideos(count).map(({ title, channel, videoId }) => ({
    title: `${title}, again`,
    channel,
    videoId: `${reason[0]}${videoId.slice(1)}`,
    reason,
  }))

/** Videos with the longest possible titles and key points, in scripts of three or more bytes per letter. */
export const longVideos = (count: number): DigestVideo[] =>
  makeDigestVideos(count).map((video, at) => ({
    ...video,
    title: `${at} ${'字幕と音声のある長い動画の題名'.repeat(8)}`.slice(0, 100),
    channel: `${'Канал о науке '.repeat(5)}${at}`.slice(0, 60),
    channelId: `UC${at}`,
    points: [0, 1, 2].map(nth => ({
      text: `${at}.${nth} ${'Die Überraschung „übersteigt“ alles — 日本の価格 ↑ 30 %. '.repeat(6)}`.slice(0, 300),
      startMs: 41_000_000 + nth * 3_000 + at,
    })),
  }))
