import { existsSync, globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseFeed } from './parse-feed.ts'

const channelId = 'UCP073R0_x88lMRBc-i9Z1Qg'
const entry = (more: Partial<Record<'id' | 'of' | 'title' | 'at' | 'link', string>> = {}) => {
  const { id = 'Sli7FA6EbqI', of = channelId, title = 'Bread', at = '2026-11-20T12:00:00+00:00', link = '' } = more
  return `<entry><yt:videoId>${id}</yt:videoId><yt:channelId>${of}</yt:channelId><title>${title}</title>${link}<published>${at}</published></entry>`
}
const feed = (...entries: string[]) =>
  Buffer.from(`<?xml version="1.0"?><feed><title>Plain &amp; Bench</title>${entries.join('')}</feed>`)

describe('reading a feed', () => {
  it('reads a feed with entities in titles, newest upload first', () => {
    const read = parseFeed(
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

  it('reads from a feed whether a video has views, if the feed counts them', () => {
    const group = (statistics: string) =>
      `<media:group><media:description>views="7"</media:description>${statistics}</media:group>`
    const isSeen = (statistics: string) => parseFeed(feed(entry({ link: group(statistics) })))?.uploads[0]?.isSeen
    expect(isSeen('<media:community><media:statistics views="0"/></media:community>')).toBe(false)
    expect(isSeen('<media:community><media:statistics views="12"/></media:community>')).toBe(true)
    expect(isSeen('')).toBeUndefined()
    expect(isSeen('<media:statistics views="many"/>')).toBeUndefined()
  })

  it('accepts a feed without uploads', () => {
    expect(parseFeed(feed())).toEqual({ title: 'Plain & Bench', uploads: [] })
    expect(parseFeed(Buffer.from('<feed/>'))).toBeNull()
  })

  it('skips only the invalid entries of a feed', () => {
    const bad = [entry({ id: '../../etc' }), entry({ at: 'soon' }), '<entry/>', entry({ id: '' })]
    expect(parseFeed(feed(...bad, entry()))?.uploads).toHaveLength(1)
  })

  it('skips feed entries of another channel, and accepts a channel id without its UC', () => {
    const entries = [
      entry(),
      entry({ id: 'xxM5UYAr6qo', of: channelId.slice(2) }),
      entry({ of: 'UCZVkOhUli35ZL3JfE9D-l6A' }),
    ]
    expect(parseFeed(feed(...entries), channelId)?.uploads).toHaveLength(2)
  })

  it('removes bidirectional control characters from titles in a feed', () => {
    expect(parseFeed(feed(entry({ title: 'cod&#x202E;gpj.exe&#0;' })))?.uploads[0]?.title).toBe('codgpj.exe')
  })

  it.each([
    ['expanding entities', '<!DOCTYPE f [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><feed><title>&b;</title></feed>'],
    [
      'an entity for a local file',
      '<!DOCTYPE f [<!ENTITY x SYSTEM "file:///etc/passwd">]><feed><title>&x;</title></feed>',
    ],
    ['deeply nested XML', `<feed>${'<a>'.repeat(200_000)}`],
    ['an HTML page', '<!doctype html><html><body>Before you continue</body></html>'],
    ['a truncated feed', '<feed><title>Plain'],
    ['an empty response', ''],
    ['binary data', '\u0000\u0001\uFFFD'],
  ])('reads no uploads from %s [ASVS 1.5.1]', (_, text) => {
    const startedAt = performance.now()
    expect(parseFeed(Buffer.from(text))?.uploads ?? []).toEqual([])
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })

  it('rejects a feed larger than 5 MiB', () => {
    expect(parseFeed(feed(entry(), ' '.repeat(5 * 1024 * 1024)))).toBeNull()
  })
})

const recorded = resolve(process.env.RECORDINGS ?? '../shared/youtube', 'feeds')
const files = existsSync(recorded) ? globSync('*.xml', { cwd: recorded }) : []

describe.skipIf(files.length === 0)('recorded feeds', () => {
  it.each(files)('reads all uploads of the recorded feed %s', file => {
    const read = parseFeed(readFileSync(resolve(recorded, file)))
    expect(read?.title).not.toBe('')
    expect(read?.uploads).toHaveLength(15)
    for (const { title, publishedAt } of read!.uploads) {
      expect(title).not.toMatch(/^$|&(?:amp|quot|#39);/)
      expect(publishedAt.getTime()).toBeGreaterThan(Date.parse('2005-01-01'))
    }
  })
})
