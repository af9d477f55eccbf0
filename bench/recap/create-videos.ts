import { AUTO_ENGLISH_BARE } from '../../fakes/youtube/fixtures/declarations.ts'
import { loadFixtures, type VideoEntry } from '../../fakes/youtube/fixtures/load.ts'
import { longStreetVideos } from '../../fakes/youtube/fixtures/videos/long-street.ts'
import { plainBenchVideos } from '../../fakes/youtube/fixtures/videos/plain-bench.ts'
import { saltAndReasonVideos } from '../../fakes/youtube/fixtures/videos/salt-and-reason.ts'

/** Creates videos of at least this duration. Each joins the fixture talks in another order, so that all samples differ. */
export function createVideos(count: number, atLeastSeconds: number, seed: string): VideoEntry[] {
  const talks = findSpokenTalks()
  return Array.from({ length: count }, (_, index) => {
    const next = seededRandom(`${seed}-${index}`)
    const parts: { talk: string; planted: [] }[] = []
    let seconds = 0
    while (seconds < atLeastSeconds) {
      for (const { talk, durationSeconds } of shuffle(talks, next)) {
        if (seconds >= atLeastSeconds) break
        parts.push({ talk, planted: [] })
        seconds += durationSeconds
      }
    }
    return {
      id: createVideoId(`${seed}-${index}`),
      channel: 'long-street',
      title: `Joined talks ${seed} ${index}`,
      description: '',
      publishedDaysAgo: 5,
      viewCount: 100,
      likeCount: 1,
      tags: [],
      state: { kind: 'public' },
      content: { kind: 'joined', durationSeconds: seconds, parts },
      tracks: [AUTO_ENGLISH_BARE],
    }
  })
}

function findSpokenTalks(): { talk: string; durationSeconds: number }[] {
  const lengths = new Map(loadFixtures().videos.map(video => [video.id, video.durationSeconds]))
  return [...plainBenchVideos, ...saltAndReasonVideos, ...longStreetVideos].flatMap(({ id, content, tracks }) =>
    content.kind === 'talk' && tracks.some(track => track.language.startsWith('en'))
      ? [{ talk: content.talk, durationSeconds: lengths.get(id)! }]
      : [],
  )
}

/** A random number generator that repeats for the same seed (mulberry32). */
export function seededRandom(seed: string): () => number {
  let state = [...seed].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const shuffle = <T>(items: readonly T[], next: () => number): T[] =>
  items
    .map(item => ({ item, order: next() }))
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item)

function createVideoId(seed: string): string {
  const next = seededRandom(`id-${seed}`)
  const bytes = Uint8Array.from({ length: 8 }, () => Math.floor(next() * 256))
  return Buffer.from(bytes).toString('base64url')
}
