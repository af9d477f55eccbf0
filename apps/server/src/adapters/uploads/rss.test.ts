import { generatedChannelId, startFakeYoutube } from '@recaps/fake-youtube'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../ports/clock.ts'
import { youtubeRoutes } from '../youtube/gateway.ts'
import { setUpFakeYoutube } from '../youtube/test/set-up-fake-youtube.ts'
import { expectUploadList, plainBench, uploadsConformance } from './conformance.ts'
import { feedUploads } from './rss.ts'

const open = (baseUrl: string) => feedUploads({ route: youtubeRoutes({ baseUrl })[0]!, clock: systemClock })

describe('uploads from the feed', () => {
  const at = setUpFakeYoutube()
  uploadsConformance(at, open, { slackMs: 2_000 })

  it.each(['etag', 'last-modified', 'none'] as const)(
    'reports that a feed is unchanged, for a server with the validator %s',
    async validator => {
      at.fake.setFeedValidator(validator)
      const first = await expectUploadList(open(at.fake.url).newest(plainBench))
      const before = at.fake.unchanged
      expect(await open(at.fake.url).newest(plainBench, { known: first })).toEqual({ kind: 'unchanged' })
      expect(at.fake.unchanged - before).toBe(validator === 'none' ? 0 : 1)
      await at.fake.publish({ channelId: plainBench, at: new Date(Date.now() + (validator === 'none' ? 0 : -1)) })
      // Last-Modified has a resolution of one second, so the new upload may go unnoticed.
      if (validator !== 'last-modified')
        expect(
          (await expectUploadList(open(at.fake.url).newest(plainBench, { known: first }))).uploads.length,
        ).toBeGreaterThan(0)
      at.fake.setFeedValidator('etag')
    },
  )

  it('lists a Short from the feed as a Short', async () => {
    const [video] = await at.fake.publish({ channelId: plainBench, isShort: true })
    const { uploads } = await expectUploadList(open(at.fake.url).newest(plainBench))
    expect(uploads.find(({ videoId }) => videoId === video!.id)).toMatchObject({ kind: 'short' })
  })

  it('lists videos that many Shorts crowd out of the feed', async () => {
    const channelId = generatedChannelId(77)
    const clock = { now: () => new Date(Date.now() + 60_000) }
    const at = await startFakeYoutube({ clock })
    try {
      const [video] = await at.publish({ channelId, title: 'Hidden by Shorts', at: new Date(Date.now() - 60_000) })
      await at.publish(...Array.from({ length: 15 }, () => ({ channelId, isShort: true })))
      const { uploads } = await expectUploadList(open(at.url).newest(channelId))
      expect(uploads.filter(({ kind }) => kind === 'short')).toHaveLength(15)
      expect(uploads.find(({ videoId }) => videoId === video!.id)).toMatchObject({ title: 'Hidden by Shorts' })
      expect(new Set(uploads.map(({ videoId }) => videoId)).size).toBe(uploads.length)
      const feedRequests = at.requests.filter(key => key.startsWith('feed|'))
      expect(feedRequests).toEqual([`feed|channel_id=${channelId}`, `feed|playlist_id=UULF${channelId.slice(2)}`])
      // Without the feed of videos, the main feed is enough.
      at.fault('feed|playlist_id=*', { kind: 'status', status: 404 })
      expect((await expectUploadList(open(at.url).newest(channelId))).uploads).toHaveLength(15)
    } finally {
      await at.close()
    }
  })

  it('lists at most the 15 newest uploads from the feed', async () => {
    await at.fake.publish(...Array.from({ length: 20 }, () => ({ channelId: plainBench })))
    expect((await expectUploadList(open(at.fake.url).newest(plainBench))).uploads).toHaveLength(15)
  })
})
