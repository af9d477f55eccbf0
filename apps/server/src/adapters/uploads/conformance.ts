import { expect, it } from 'vitest'
import type { ChannelUploads, Uploads } from '../../ports/uploads.ts'
import { type FakeAgainst, talks } from '../youtube/test/against-fake.ts'

export const plainBench = 'UCP073R0_x88lMRBc-i9Z1Qg'
const saltAndReason = 'UCYIeKfdLB23dvt6-dCFgRrQ'

export const listOf = async (asked: Promise<Uploads>): Promise<Extract<Uploads, { kind: 'list' }>> => {
  const answer = await asked
  if (answer.kind !== 'list') throw new Error('unchanged, though nothing was known')
  return answer
}

/** What every list of uploads does, asked at the fake. `make` opens it at an address; `slackMs` is how far its dates may be off. */
export function uploadsConformance(
  at: FakeAgainst,
  make: (fakeUrl: string) => Pick<ChannelUploads, 'newest'>,
  { slackMs }: { slackMs: number },
): void {
  it('lists the newest uploads of a channel, newest first', async () => {
    const { title, uploads } = await listOf(make(at.fake.url).newest(saltAndReason))
    expect(title).toBe('Salt & Reason')
    expect(uploads.length).toBeGreaterThanOrEqual(5)
    expect(uploads.find(({ videoId }) => videoId === talks.automatic)).toMatchObject({
      title: 'Why bread goes stale, and why the fridge makes it worse',
    })
    const instants = uploads.map(({ publishedAt }) => publishedAt.getTime())
    expect(instants).toEqual(instants.toSorted((a, b) => b - a))
    expect(new Set(uploads.map(({ videoId }) => videoId)).size).toBe(uploads.length)
  })

  it('finds what has come out since, and when', async () => {
    const publishedAt = new Date()
    const [video] = await at.fake.publish({ channelId: plainBench, title: 'Tea & <b>toast</b>' })
    const { uploads } = await listOf(make(at.fake.url).newest(plainBench))
    expect(uploads[0]).toMatchObject({ videoId: video!.id, title: 'Tea & <b>toast</b>' })
    expect(Math.abs(uploads[0]!.publishedAt.getTime() - publishedAt.getTime())).toBeLessThan(slackMs)
  })

  it('knows nothing of private and deleted videos', async () => {
    const { uploads } = await listOf(make(at.fake.url).newest(plainBench))
    const ids = uploads.map(({ videoId }) => videoId)
    expect(ids).not.toContain(talks.private)
    expect(ids).not.toContain(talks.deleted)
  })

  it('says that a channel is missing that is not there', async () => {
    at.fake.stand(saltAndReason, 'deleted')
    try {
      await expect(make(at.fake.url).newest(saltAndReason)).rejects.toMatchObject({ code: 'not_found' })
    } finally {
      at.fake.stand(saltAndReason, 'there')
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
  ] as const)('calls %o %s, and says that a retry may help', async (fault, code) => {
    at.fake.fault('*', fault)
    await expect(make(at.fake.url).newest(plainBench)).rejects.toMatchObject({ code, retryable: true })
  })

  it('says that nobody is there when nobody is', async () => {
    await expect(make('http://127.0.0.1:1').newest(plainBench)).rejects.toMatchObject({ code: 'network' })
  })

  it('stops when the caller does', async () => {
    at.fake.fault('*', { kind: 'hang' })
    const stop = new AbortController()
    setTimeout(() => stop.abort('enough'), 30)
    await expect(make(at.fake.url).newest(plainBench, { signal: stop.signal })).rejects.toBe('enough')
  })
}
