import { toClock } from '@recaps/domain/duration'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { hostileTexts } from '../../../../test/hostile-texts.ts'
import { renderMail } from '../../notifications/render-mail.ts'
import { digestContent } from './content.ts'
import type { Digest } from './digest.ts'
import { digestTemplate } from './mail.ts'
import { failedVideos, longVideos, makeDigest, makeDigestVideos, makeListedVideos } from './test/digests.ts'
import { digestSubject } from './texts.ts'

const letterhead = {
  productName: 'Recaps',
  publicUrl: 'https://recaps.example.com',
  supportEmail: 'support@recaps.example',
}
const envelope = { outboxId: 1, messageId: '<1@recaps.example>', userId: 1, to: 'ada@example.com' }

/** A digest rendered like the worker does it. */
async function renderDigest(change: Partial<Digest> = {}) {
  const digest = makeDigest(change)
  const template = digestTemplate({ notifications: { addNotice: async () => true }, loadDigest: async () => digest })
  const composed = await template.compose({ runId: digest.runId }, envelope)
  return { digest, ...(await renderMail(composed!, envelope.to, letterhead)) }
}

const bytes = (text: string) => Buffer.byteLength(text)
const linksIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(match => match[1]!.replaceAll('&amp;', '&'))
const singleSpaced = (text: string) => text.replace(/\s+/g, ' ')

describe('the digest mail', () => {
  it('the digest shows every video with its channel and times, and links each key point to its position', async () => {
    const { digest, html, text } = await renderDigest()
    for (const { title, channel, videoId, summaryId, points } of digest.videos) {
      expect(text).toContain(title)
      expect(text).toContain(channel)
      expect(linksIn(html)).toContain(`https://recaps.example.com/history-detail/${summaryId}`)
      for (const point of points) {
        const link = `https://www.youtube.com/watch?v=${videoId}&t=${Math.floor(point.startMs / 1000)}s`
        expect(linksIn(html)).toContain(link)
        expect(singleSpaced(text)).toContain(`${point.text} ${toClock(point.startMs)} ${link}`)
      }
    }
    expect(singleSpaced(text)).toContain('4 min video · 1 min read · 3 min listen')
  })

  it('the digest shows its date and the next one in the user’s time zone', async () => {
    const { html, text } = await renderDigest({ timezone: 'America/New_York', dueAt: new Date('2026-11-22T03:30:00Z') })
    expect(text).toContain('Saturday, November 21, 2026')
    expect(text).toContain('Next digest: Saturday, November 28 at 2:00\u00a0AM, America/New York time')
    expect(linksIn(html)).toContain('https://recaps.example.com/tabs/history?play=run-7')
    expect((await renderDigest({ nextRunAt: null })).text).not.toContain('Next digest')
  })

  it.each([
    [{ videos: makeDigestVideos(1) }, '1 new video: Starship Flight 12: Everything That Happened'],
    [{ videos: makeDigestVideos(5) }, '5 new videos: 82 minutes to watch, 12 to read'],
    [{ videos: makeDigestVideos(56) }, '56 new videos: 23 hours to watch, 3 hours to read'],
    [{ videos: makeDigestVideos(3).map(video => ({ ...video, durationMs: null })) }, '3 new videos: 6 minutes to read'],
    [
      { videos: makeDigestVideos(2).map(video => ({ ...video, durationMs: 61_000 })) },
      '2 new videos: 4 minutes to read',
    ],
    [{ videos: [], failed: failedVideos }, '1 new video we couldn’t summarize'],
    [{ videos: [], listed: makeListedVideos(3, 'monthly_limit') }, '3 new videos, titles only'],
  ])('the subject of the digest sums up its content, case %#', async (change, subject) => {
    const mail = await renderDigest(change)
    expect(digestSubject(mail.digest)).toBe(subject)
    expect(mail.subject).toBe(subject)
  })

  it('the digest groups videos about the same story and names their channels', async () => {
    const { html, text } = await renderDigest()
    expect(text).toContain('The same story on 2 channels')
    expect(text).toContain('Also on Long Street')
    // The last occurrence, because the hidden preview line contains the titles in their original order.
    const at = (title: string) => html.lastIndexOf(title)
    expect(at('SpaceX caught the booster AGAIN')).toBeLessThan(at('Why SpaceX Builds Rockets'))
    expect((await renderDigest({ videos: makeDigestVideos(2) })).text).not.toContain('same story')
  })

  it('the digest lists failed videos and videos without a summary with the reasons', async () => {
    const { html, text } = await renderDigest({
      failed: failedVideos,
      listed: [...makeListedVideos(3, 'monthly_limit'), ...makeListedVideos(1, 'late')],
    })
    expect(text).toContain(failedVideos[0]!.title)
    expect(text).toContain(failedVideos[0]!.sentence)
    expect(text).toContain('3 more without a summary')
    expect(text).toContain('You’ve used all of your plan’s summaries for this month.')
    expect(text).toContain('1 more in progress')
    for (const { videoId } of makeListedVideos(3, 'monthly_limit'))
      expect(linksIn(html)).toContain(`https://www.youtube.com/watch?v=${videoId}`)
  })

  it('the plain text of the digest contains all texts of the HTML', async () => {
    const { html, text } = await renderDigest({ failed: failedVideos, listed: makeListedVideos(40, 'monthly_limit') })
    for (const part of textsIn(html)) expect(singleSpaced(text)).toContain(singleSpaced(part))
    expect(text).not.toMatch(/<\/?(p|a|td|h1|h2|div|bdi)\b|&\w+;/)
  })

  it('the digest greets the user by name only if there is one', async () => {
    expect((await renderDigest({ user: { firstName: null } })).text).toContain('Here’s what’s new')
    expect((await renderDigest()).text).toContain('Hi Ada, here’s what’s new')
  })

  it('the digest has a one-click unsubscribe link', async () => {
    const { digest, html, listUnsubscribe } = await renderDigest()
    expect(listUnsubscribe).toBe(`https://recaps.example.com${digest.unsubscribePath}`)
    expect(linksIn(html)).toContain(listUnsubscribe)
  })
})

describe('a digest of very many videos', () => {
  it('a digest of 100 videos fits into 90 KB, with all titles and the key points of the first ones', async () => {
    const { digest, html, text } = await renderDigest({ videos: makeDigestVideos(100) })
    expect(bytes(html)).toBeLessThanOrEqual(90 * 1024)
    for (const { title } of digest.videos) expect(text).toContain(title)
    expect(pointsOf(digest, html).filter(({ shown }) => shown === 3).length).toBeGreaterThan(40)
  })

  it('a large digest is never cut in the middle of a video and counts the videos it leaves out', async () => {
    for (const videos of [makeDigestVideos(100), longVideos(100), longVideos(1500)]) {
      const { digest, html, text } = await renderDigest({
        videos,
        failed: failedVideos,
        listed: [...makeListedVideos(56, 'monthly_limit'), ...makeListedVideos(56, 'late')],
      })
      expect(bytes(html)).toBeLessThanOrEqual(90 * 1024)
      const shown = pointsOf(digest, html).map(video => video.shown)
      expect(shown.filter(points => points !== 0 && points !== 3)).toEqual([])
      const named = videos.filter(({ summaryId }) => html.includes(`/history-detail/${summaryId}"`)).length
      expect(named).toBeGreaterThan(20)
      expect(shown.filter(points => points === 3).length).toBeGreaterThanOrEqual(15)
      if (named < videos.length) expect(text).toContain(`and ${videos.length - named} more`)
    }
  })

  it('a digest of 1,500 videos with long titles takes less than five seconds of CPU time', async () => {
    const videos = longVideos(1500).map((video, at) => ({ ...video, title: 'a'.repeat(250) + at }))
    const before = process.cpuUsage()
    await renderDigest({ videos })
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1e6).toBeLessThan(5)
  })

  it('a large digest is filled up to the size limit', async () => {
    const digest = makeDigest({ videos: longVideos(100) })
    const content = digestContent(digest)
    const { html } = await renderDigest(digest)
    const sizes: number[] = []
    for (let step = 0; step <= content.maxStep; step += 5) {
      const rendered = await renderMail(
        { subject: '', preview: '', content: { maxStep: 0, renderStep: () => content.renderStep(step) } },
        '',
        letterhead,
      ).catch(() => null)
      if (!rendered) break
      sizes.push(bytes(rendered.html))
    }
    expect(sizes).toEqual(sizes.toSorted((one, other) => one - other))
    // Compared with the largest one that fits, without the footer and the preview line.
    expect(bytes(html)).toBeGreaterThan(sizes.at(-1)! - 1_000)
  })
})

describe('untrusted text in a digest', () => {
  const digestWith = (text: string): Digest =>
    makeDigest({
      user: { firstName: text },
      videos: makeDigestVideos(1).map(video => ({
        ...video,
        title: text,
        channel: text,
        points: video.points.map(point => ({ ...point, text })),
      })),
      failed: [{ ...failedVideos[0]!, title: text, channel: text, sentence: text }],
      listed: [{ title: text, channel: text, videoId: 'aaaaaaaaaaa', reason: 'late' }],
    })

  it('untrusted text in a digest is shown as plain text', async () => {
    const plain = shapeOf((await renderDigest(digestWith('A title'))).html)
    for (const text of hostileTexts) {
      const { html, subject, text: plainText } = await renderDigest(digestWith(text))
      expect([text, shapeOf(html)]).toEqual([text, plain])
      expect(`${subject}${plainText}`).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|\p{Cc}(?<!\n)/u)
      expect(subject.isWellFormed() && html.isWellFormed()).toBe(true)
    }
  }, 300_000)

  it('a hostile video id cannot make a digest link to another site', async () => {
    for (const videoId of ['x" onclick="y', '../../evil.example', 'a&b=c#d', '@evil.example']) {
      const { html } = await renderDigest({ videos: makeDigestVideos(1).map(video => ({ ...video, videoId })) })
      for (const link of linksIn(html).filter(href => href.includes('youtube')))
        expect(new URL(link)).toMatchObject({ host: 'www.youtube.com', pathname: '/watch', hash: '' })
    }
  })

  it.each(['א'.repeat(500), '😀👩‍👩‍👧‍👦'.repeat(40), 'a'.repeat(500), '字'.repeat(500)])(
    'a digest cuts a very long title, case %#',
    async title => {
      const { html, subject } = await renderDigest(digestWith(title))
      expect(bytes(html)).toBeLessThan(30_000)
      expect([...new Intl.Segmenter().segment(subject)].length).toBeLessThan(90)
      expect(subject).toMatch(/…$/)
      expect(html).not.toMatch(/\u{200d}…|\u{fffd}/u)
    },
  )
})

/** How many key points of each video the mail shows. */
const pointsOf = ({ videos }: Digest, html: string) =>
  videos.map(({ videoId, points }) => ({
    videoId,
    shown: points.filter(({ startMs }) => html.includes(`watch?v=${videoId}&amp;t=${Math.floor(startMs / 1000)}s"`))
      .length,
  }))

/** The texts between the tags, without the hidden preview line. */
function textsIn(html: string): string[] {
  const found: string[] = []
  let hidden = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      if (hidden > 0 || name === 'head' || attributes['data-skip-in-text']) hidden += 1
    },
    ontext: text => hidden === 0 && text.trim() && found.push(text.trim()),
    onclosetag() {
      if (hidden > 0) hidden -= 1
    },
  })
  parser.end(html)
  return found
}

/** The elements in document order, with the names of their attributes. */
function shapeOf(html: string): string[] {
  const found: string[] = []
  const parser = new Parser({
    onopentag: (name, attributes) => found.push(`${name} ${Object.keys(attributes).sort()}`),
  })
  parser.end(html)
  return found
}
