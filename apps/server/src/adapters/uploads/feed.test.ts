import { existsSync, globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readFeed } from './feed.ts'

const channelId = 'UCP073R0_x88lMRBc-i9Z1Qg'
const entry = (more: Partial<Record<'id' | 'of' | 'title' | 'at' | 'link', string>> = {}) => {
  const { id = 'Sli7FA6EbqI', of = channelId, title = 'Bread', at = '2026-11-20T12:00:00+00:00', link = '' } = more
  return `<entry><yt:videoId>${id}</yt:videoId><yt:channelId>${of}</yt:channelId><title>${title}</title>${link}<published>${at}</published></entry>`
}
const feed = (...entries: string[]) =>
  Buffer.from(`<?xml version="1.0"?><feed><title>Plain &amp; Bench</title>${entries.join('')}</feed>`)

describe('a feed', () => {
  it('is read with its entities, the newest first', () => {
    const read = readFeed(
      feed(
        entry({ title: 'Tea &amp; &lt;toast&gt; &#8211; &#x1F9C2;' }),
        entry({ id: 'xxM5UYAr6qo', at: '2026-11-21T00:00:00Z' }),
      ),
    )
    expect(read?.title).toBe('Plain & Bench')
    expect(read?.uploads).toEqual([
      { videoId: 'xxM5UYAr6qo', title: 'Bread', publishedAt: new Date('2026-11-21T00:00:00Z') },
      { videoId: 'Sli7FA6EbqI', title: 'Tea & <toast> – 🧂', publishedAt: new Date('2026-11-20T12:00:00Z') },
    ])
  })

  it('tells whether anybody has seen a video, where it counts that', () => {
    const group = (statistics: string) =>
      `<media:group><media:description>views="7"</media:description>${statistics}</media:group>`
    const seen = (statistics: string) => readFeed(feed(entry({ link: group(statistics) })))?.uploads[0]?.isSeen
    expect(seen('<media:community><media:statistics views="0"/></media:community>')).toBe(false)
    expect(seen('<media:community><media:statistics views="12"/></media:community>')).toBe(true)
    expect(seen('')).toBeUndefined()
    expect(seen('<media:statistics views="many"/>')).toBeUndefined()
  })

  it('may be without uploads', () => {
    expect(readFeed(feed())).toEqual({ title: 'Plain & Bench', uploads: [] })
    expect(readFeed(Buffer.from('<feed/>'))).toBeNull()
  })

  it('loses only the entries that cannot be read', () => {
    const bad = [entry({ id: '../../etc' }), entry({ at: 'soon' }), '<entry/>', entry({ id: '' })]
    expect(readFeed(feed(...bad, entry()))?.uploads).toHaveLength(1)
  })

  it('brings nothing of another channel, and takes an id without its UC for the same', () => {
    const entries = [
      entry(),
      entry({ id: 'xxM5UYAr6qo', of: channelId.slice(2) }),
      entry({ of: 'UCZVkOhUli35ZL3JfE9D-l6A' }),
    ]
    expect(readFeed(feed(...entries), channelId)?.uploads).toHaveLength(2)
  })

  it('keeps signs that turn a line around out of titles', () => {
    expect(readFeed(feed(entry({ title: 'cod&#x202E;gpj.exe&#0;' })))?.uploads[0]?.title).toBe('codgpj.exe')
  })

  it.each([
    ['entities that unfold', '<!DOCTYPE f [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><feed><title>&b;</title></feed>'],
    ['a file of ours', '<!DOCTYPE f [<!ENTITY x SYSTEM "file:///etc/passwd">]><feed><title>&x;</title></feed>'],
    ['a deep nest', `<feed>${'<a>'.repeat(200_000)}`],
    ['a page', '<!doctype html><html><body>Before you continue</body></html>'],
    ['half a feed', '<feed><title>Plain'],
    ['nothing', ''],
    ['bytes', '\u0000\u0001\uFFFD'],
  ])('is not %s [ASVS 1.5.1]', (_, text) => {
    const startedAt = performance.now()
    expect(readFeed(Buffer.from(text))?.uploads ?? []).toEqual([])
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })

  it('is not larger than 5 MiB', () => {
    expect(readFeed(feed(entry(), ' '.repeat(5 * 1024 * 1024)))).toBeNull()
  })
})

const recorded = resolve(process.env.RECORDINGS ?? '../shared/youtube', 'feeds')
const files = existsSync(recorded) ? globSync('*.xml', { cwd: recorded }) : []

describe.skipIf(files.length === 0)('recorded feeds', () => {
  it.each(files)('%s is read whole', file => {
    const read = readFeed(readFileSync(resolve(recorded, file)))
    expect(read?.title).not.toBe('')
    expect(read?.uploads).toHaveLength(15)
    for (const { title, publishedAt } of read!.uploads) {
      expect(title).not.toMatch(/^$|&(?:amp|quot|#39);/)
      expect(publishedAt.getTime()).toBeGreaterThan(Date.parse('2005-01-01'))
    }
  })
})
