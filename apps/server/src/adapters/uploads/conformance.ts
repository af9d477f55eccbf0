import { expect, it } from 'vitest'
import type { ChannelUploads, Uploads } from '../../ports/uploads.ts'
import { type FakeYoutubeSetup, fakeVideoIds } from '../youtube/test/set-up-fake-youtube.ts'

export const plainBench = 'UCP073R0_x88lMRBc-i9Z1Qg'
const saltAndReason = 'UCYIeKfdLB23dvt6-dCFgRrQ'

export const expectUploadList = async (uploads: Promise<Uploads>): Promise<Extract<Uploads, { kind: 'list' }>> => {
  const result = await uploads
  if (result.kind !== 'list') throw new Error(`Expected a list of uploads, got “${result.kind}”.`)
  return result
}

/** Tests that every source of uploads has to pass. `make` opens it with the URL of the fake; `slackMs` is the tolerance for its dates. */
export function uploadsConformance(
  at: FakeYoutubeSetup,
  make: (fakeUrl: string) => Pick<ChannelUploads, 'newest'>,
  { slackMs }: { slackMs: number },
): void {
  it('lists the newest uploads of a channel, newest first', async () => {
    const { title, uploads } = await expectUploadList(make(at.fake.url).newest(saltAndReason))
    expect(title).toBe('Salt & Reason')
    expect(uploads.length).toBeGreaterThanOrEqual(5)
    expect(uploads.find(({ videoId }) => videoId === fakeVideoIds.automatic)).toMatchObject({
      title: 'Why bread goes stale, and why the fridge makes it worse',
    })
    const times = uploads.map(({ publishedAt }) => publishedAt.getTime())
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(new Set(uploads.map(({ videoId }) => videoId)).size).toBe(uploads.length)
  })

  it('lists a newly published video with its publishing time', async () => {
    const publishedAt = new Date()
    const [video] = await at.fake.publish({ channelId: plainBench, title: 'Tea & <b>toast</b>' })
    const { uploads } = await expectUploadList(make(at.fake.url).newest(plainBench))
    expect(uploads[0]).toMatchObject({ videoId: video!.id, title: 'Tea & <b>toast</b>' })
    expect(Math.abs(uploads[0]!.publishedAt.getTime() - publishedAt.getTime())).toBeLessThan(slackMs)
  })

  it('omits private and deleted videos from the uploads of a channel', async () => {
    const { uploads } = await expectUploadList(make(at.fake.url).newest(plainBench))
    const ids = uploads.map(({ videoId }) => videoId)
    expect(ids).not.toContain(fakeVideoIds.private)
    expect(ids).not.toContain(fakeVideoIds.deleted)
  })

  it('reports a deleted channel as not found', async () => {
    at.fake.setChannelStatus(saltAndReason, 'deleted')
    try {
      await expect(make(at.fake.url).newest(saltAndReason)).rejects.toMatchObject({ code: 'not_found' })
    } finally {
      at.fake.setChannelStatus(saltAndReason, 'there')
    }
  })

  it.each([
    [{ kind: 'status', status: 429 }, 'rate_limited'],
    [{ kind: 'status', status: 500 }, 'network'],
    [{ kind: 'captcha' }, 'ip_blocked'],
    [{ kind: 'consent' }, 'consent_page'],
    [{ kind: 'garbage' }, 'parse_changed'],
    [{ kind: 'empty' }, 'parse_changed'],
    [{ kind: 'cut' }, 'network'],
  ] as const)('reports the response fault %o as the retryable failure %s', async (fault, code) => {
    at.fake.fault('*', fault)
    await expect(make(at.fake.url).newest(plainBench)).rejects.toMatchObject({ code, retryable: true })
  })

  it('reports a network failure when YouTube is unreachable', async () => {
    await expect(make('http://127.0.0.1:1').newest(plainBench)).rejects.toMatchObject({ code: 'network' })
  })

  it('stops listing uploads when the caller aborts', async () => {
    at.fake.fault('*', { kind: 'hang' })
    const stop = new AbortController()
    setTimeout(() => stop.abort('enough'), 30)
    await expect(make(at.fake.url).newest(plainBench, { signal: stop.signal })).rejects.toBe('enough')
  })
}
