import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../ports/clock.ts'
import { createAttempts } from '../youtube/attempts.ts'
import { clientIdentities } from '../youtube/client-identities.ts'
import { youtubeRoutes } from '../youtube/gateway.ts'
import { healthRegister } from '../youtube/health.ts'
import { innertubeSession } from '../youtube/session.ts'
import { setUpFakeYoutube } from '../youtube/test/set-up-fake-youtube.ts'
import { expectUploadList, plainBench, uploadsConformance } from './conformance.ts'
import { innertubeUploads } from './innertube.ts'

const open = (baseUrl: string) => {
  const clock = systemClock
  const health = healthRegister({ clock, tolerance: Number.POSITIVE_INFINITY })
  const attempts = createAttempts({ clients: [{ name: 'WEB' }], routes: youtubeRoutes({ baseUrl }), health })
  return innertubeUploads({ attempts, session: innertubeSession({ clock, identities: clientIdentities() }), clock })
}

describe('uploads from the channel page', () => {
  const at = setUpFakeYoutube()
  uploadsConformance(at, open, { slackMs: 5_000 })

  it.each(['there', 'private', 'deleted'] as const)(
    'reports from the channel page that a channel is %s',
    async status => {
      at.fake.setChannelStatus(plainBench, status)
      expect(await open(at.fake.url).channelStatus(plainBench)).toBe(status)
      at.fake.setChannelStatus(plainBench, 'there')
    },
  )

  it.each([
    [{ kind: 'status', status: 404 }],
    [{ kind: 'status', status: 400 }],
    [{ kind: 'garbage' }],
    [{ kind: 'consent' }],
  ] as const)('does not take the response fault %o for a deleted channel', async fault => {
    at.fake.fault('browse|*', fault)
    await expect(open(at.fake.url).channelStatus(plainBench)).rejects.toMatchObject({ retryable: true })
  })

  it('lists the durations of videos from the channel page', async () => {
    const { uploads } = await expectUploadList(open(at.fake.url).newest(plainBench))
    expect(uploads.find(({ videoId }) => videoId === 'xxM5UYAr6qo')?.durationMs).toBeGreaterThan(600_000)
  })
})

const folder = resolve(process.env.RECORDINGS ?? '../shared/youtube')
const isKnown = folder === resolve('../shared/youtube') && existsSync(folder)

describe.skipIf(!isKnown)('recorded pages of channels', () => {
  const at = setUpFakeYoutube({ recordings: isKnown ? folder : '.', talks: false })

  it('lists 30 videos with dates and durations from a recorded channel page', async () => {
    const { title, uploads } = await expectUploadList(open(at.fake.url).newest('UCTwECeGqMZee77BjdoYtI2Q'))
    expect(title).not.toBe('')
    expect(uploads).toHaveLength(30)
    expect(uploads[0]).toMatchObject({ videoId: 'BD-LB23rRBE', kind: 'video', durationMs: 4_054_000 })
    const days = (Date.now() - uploads[0]!.publishedAt.getTime()) / 86_400_000
    expect(days).toBeCloseTo(13, 1)
    expect(uploads.every(({ durationMs }) => durationMs !== undefined)).toBe(true)
  })

  it.each([
    ['UCoaO4U_p7G7AwalqSbGCZOA', 'deleted'],
    ['UCTGjY2I-ZUGnwVoWAGRd7XQ', 'deleted'],
    ['UCbfnHqxXs_K3kvaH-WlNlig', 'there'],
  ] as const)('reports the recorded channel %s as %s', async (channelId, status) => {
    expect(await open(at.fake.url).channelStatus(channelId)).toBe(status)
  })

  it('reports no status for an invalid channel id', async () => {
    await expect(open(at.fake.url).channelStatus('DOESNT-EXIST')).rejects.toMatchObject({ code: 'parse_changed' })
  })
})
