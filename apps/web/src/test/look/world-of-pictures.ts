import { failures, type Summary } from '@recaps/contract'
import { failedWith, sampleSummary, sketches, unwritten } from '../server/samples.ts'
import { addSummaries, createWorld, type World } from '../server/world.ts'

/** Worlds that the pictures are taken of. */

export const fullWorld = (): World => {
  const now = Date.now()
  const one = (id: number, change: Partial<Summary> = {}) => sampleSummary(id, now, change)
  const fresh = (minutesAgo: number) => ({ createdAt: new Date(now - minutesAgo * 60_000).toISOString() })
  const world = createWorld({
    videos: new Map(
      ['dQw4w9WgXcQ', 'aBcDeFgHiJk', 'zYxWvUtSrQo'].map((videoId, at) => [
        videoId,
        { videoInfo: { ...one(at + 2).videoInfo, videoId, thumbnailUrl: `/thumbnails/sample0004${at}.jpg` } },
      ]),
    ),
    search: sketches.map(({ title, channel, minutes }, at) => ({
      id: `result${String(at).padStart(5, '0')}`,
      title,
      description: `${channel} · ${minutes} min`,
      thumbnails: { default: `https://i.ytimg.com/${at}.jpg`, medium: `https://i.ytimg.com/${at}.jpg`, high: '' },
    })),
  })
  const listened = (id: number, share: number) => ({ listenedMs: Math.round(one(id).audioDurationMs! * share) })
  return addSummaries(world, [
    one(1),
    one(2, listened(2, 0.35)),
    one(3, listened(3, 1)),
    ...[4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20].map(id => one(id)),
    one(41, {
      ...fresh(2),
      ...unwritten,
      state: 'working',
      stage: 'summarising',
      progress: { done: 34, total: 72 },
    }),
    one(42, { ...fresh(4), ...unwritten, state: 'queued', stage: 'queued' }),
    one(43, { ...fresh(9), ...failedWith('age_restricted', failures.age_restricted.sentence) }),
    one(44, { ...fresh(12), ...failedWith('network', failures.network.sentence) }),
    one(45, {
      ...fresh(15),
      ...unwritten,
      state: 'deferred',
      stage: 'captions',
      code: 'live',
      error: failures.live.sentence,
      retryAt: new Date(now + 3_600_000).toISOString(),
    }),
    one(51, {
      audio: 'pending',
      state: 'readable',
      stage: 'speaking',
      progress: { done: 12, total: 31 },
      audioUrl: null,
    }),
    one(52, {
      audio: 'failed',
      audioUrl: null,
      timings: null,
      code: 'voice_failed',
      error: failures.voice_failed.sentence,
    }),
    one(53, { ...fresh(1), ...unwritten, state: 'working', stage: 'captions' }),
    one(54, {
      videoInfo: {
        ...one(54).videoInfo,
        videoId: 'upload:ab',
        videoUrl: null,
        channel: '',
        thumbnailUrl: null,
        duration: null,
        title: 'Team meeting 12 November',
      },
      origin: 'upload',
    }),
  ])
}

/** Ten thousand entries, for the list's figures. */
export const longWorld = (): World => {
  const now = Date.now()
  return addSummaries(
    createWorld(),
    Array.from({ length: 10_000 }, (_, at) => sampleSummary(at + 1, now, { content: null, timings: null })),
  )
}
