import type { VideoEntry } from '@recaps/fake-youtube'
import { describe, expect, it } from 'vitest'
import { againstFake, talks } from './test/against-fake.ts'

const undescribed: VideoEntry = {
  id: 'AutoChapteA',
  channel: 'plain-bench',
  title: 'The pendulum, without a list of chapters',
  description: 'A steel ball.',
  publishedDaysAgo: 3,
  viewCount: 1,
  likeCount: 0,
  tags: [],
  state: { kind: 'public' },
  content: { kind: 'talk', talk: 'pendulum-in-the-tower' },
  tracks: [{ language: 'en', kind: 'auto', punctuation: true, name: 'English (auto-generated)' }],
}

describe('the chapters of a video whose description has none', () => {
  const at = againstFake({ extraVideos: [undescribed] })
  const nextRequests = () => at.fake.requests.filter(key => key.startsWith('next|'))

  it('are those that YouTube has made, where they are asked for', async () => {
    const { videos } = at.open()
    expect((await videos.find(undescribed.id)).chapters).toEqual([])
    expect(nextRequests()).toEqual([])
    const { chapters } = await videos.find(undescribed.id, { withChapters: true })
    const described = await videos.find(talks.manual)
    // A description has whole seconds.
    const seconds = chapters.map(({ title, startMs }) => ({ title, startMs: Math.floor(startMs / 1000) * 1000 }))
    expect(seconds).toEqual(described.chapters)
    expect(chapters.length).toBeGreaterThan(2)
  })

  it('are not asked for where the description has some', async () => {
    const before = nextRequests().length
    await at.open().videos.find(talks.manual, { withChapters: true })
    expect(nextRequests()).toHaveLength(before)
  })

  it.each([{ kind: 'status', status: 429 }, { kind: 'garbage' }, { kind: 'empty' }, { kind: 'cut' }] as const)(
    'are none where YouTube answers with %o, and the video is found all the same',
    async fault => {
      at.fake.fault('next|*', fault)
      const found = await at.open().videos.find(undescribed.id, { withChapters: true })
      expect(found).toMatchObject({ title: undescribed.title, chapters: [] })
    },
  )
})
