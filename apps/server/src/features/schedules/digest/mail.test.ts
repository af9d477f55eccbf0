import { toClock } from '@recaps/domain/duration'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { hostileTexts } from '../../../../test/hostile-texts.ts'
import { renderMail } from '../../notifications/mail-frame.ts'
import { digestContent } from './content.ts'
import type { Digest } from './digest.ts'
import { digestTemplate } from './mail.ts'
import { digestOf, failedOnes, listedOnes, longVideos, videosOf } from './test/digests.ts'
import { subjectOf } from './words.ts'

const letterhead = {
  productName: 'Recaps',
  publicUrl: 'https://recaps.example.com',
  supportEmail: 'support@recaps.example',
}
const envelope = { outboxId: 1, messageId: '<1@recaps.example>', userId: 1, to: 'ada@example.com' }

/** As the worker mails it. */
async function mailed(change: Partial<Digest> = {}) {
  const digest = digestOf(change)
  const template = digestTemplate({ notifications: { addNotice: async () => true }, read: async () => digest })
  const composed = await template.compose({ runId: digest.runId }, envelope)
  return { digest, ...(await renderMail(composed!, envelope.to, letterhead)) }
}

const bytes = (text: string) => Buffer.byteLength(text)
const linksIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(match => match[1]!.replaceAll('&amp;', '&'))
/** Titles without what marks the direction of a line, as they are shown. */
const inText = (text: string) => text.replace(/\s+/g, ' ')

describe('the digest', () => {
  it('names every video, its channel and its times, and links each point to its second', async () => {
    const { digest, html, text } = await mailed()
    for (const { title, channel, videoId, summaryId, points } of digest.videos) {
      expect(text).toContain(title)
      expect(text).toContain(channel)
      expect(linksIn(html)).toContain(`https://recaps.example.com/history-detail/${summaryId}`)
      for (const point of points) {
        const link = `https://www.youtube.com/watch?v=${videoId}&t=${Math.floor(point.startMs / 1000)}s`
        expect(linksIn(html)).toContain(link)
        expect(inText(text)).toContain(`${point.text} ${toClock(point.startMs)} ${link}`)
      }
    }
    expect(inText(text)).toContain('4 min video · 1 min read · 3 min listen')
  })

  it('says when it is of and when the next one comes, in the time of its reader', async () => {
    const { html, text } = await mailed({ timezone: 'America/New_York', dueAt: new Date('2026-11-22T03:30:00Z') })
    expect(text).toContain('Saturday, November 21, 2026')
    expect(text).toContain('Next digest: Saturday, November 28 at 2:00\u00a0AM, America/New York time')
    expect(linksIn(html)).toContain('https://recaps.example.com/tabs/history?play=run-7')
    expect((await mailed({ nextRunAt: null })).text).not.toContain('Next digest')
  })

  it.each([
    [{ videos: videosOf(1) }, '1 new video: Starship Flight 12: Everything That Happened'],
    [{ videos: videosOf(5) }, '5 new videos, 82 minutes in 12'],
    [{ videos: videosOf(56) }, '56 new videos, 23 hours in 3 hours'],
    [{ videos: videosOf(3).map(video => ({ ...video, durationMs: null })) }, '3 new videos, 6 minutes to read'],
    [{ videos: videosOf(2).map(video => ({ ...video, durationMs: 61_000 })) }, '2 new videos, 4 minutes to read'],
    [{ videos: [], failed: failedOnes }, '1 new video, not summarized'],
    [{ videos: [], listed: listedOnes(3, 'monthly_limit') }, '3 new videos, by title only'],
  ])('promises in its subject what is in it %#', async (change, subject) => {
    const mail = await mailed(change)
    expect(subjectOf(mail.digest)).toBe(subject)
    expect(mail.subject).toBe(subject)
  })

  it('tells the same story once, and on which other channel', async () => {
    const { html, text } = await mailed()
    expect(text).toContain('The same story on 2 channels')
    expect(text).toContain('Also on Long Street')
    // Behind the line that mail programs show, which has the titles as they came.
    const at = (title: string) => html.lastIndexOf(title)
    expect(at('SpaceX caught the booster AGAIN')).toBeLessThan(at('Why SpaceX Builds Rockets'))
    expect((await mailed({ videos: videosOf(2) })).text).not.toContain('same story')
  })

  it('names what failed with its sentence, and what has no summary with the reason', async () => {
    const { html, text } = await mailed({
      failed: failedOnes,
      listed: [...listedOnes(3, 'monthly_limit'), ...listedOnes(1, 'late')],
    })
    expect(text).toContain(failedOnes[0]!.title)
    expect(text).toContain(failedOnes[0]!.sentence)
    expect(text).toContain('3 more without summary')
    expect(text).toContain('Your plan’s monthly summaries are used up.')
    expect(text).toContain('1 more still in work')
    for (const { videoId } of listedOnes(3, 'monthly_limit'))
      expect(linksIn(html)).toContain(`https://www.youtube.com/watch?v=${videoId}`)
  })

  it('is one tree: what stands in the one form stands in the other', async () => {
    const { html, text } = await mailed({ failed: failedOnes, listed: listedOnes(40, 'monthly_limit') })
    for (const words of wordsIn(html)) expect(inText(text)).toContain(inText(words))
    expect(text).not.toMatch(/<\/?(p|a|td|h1|h2|div|bdi)\b|&\w+;/)
  })

  it('has no motion to greet somebody without a name', async () => {
    expect((await mailed({ user: { firstName: null } })).text).toContain('Here is what is new')
    expect((await mailed()).text).toContain('Hello Ada, here is what is new')
  })

  it('ends by one click', async () => {
    const { digest, html, listUnsubscribe } = await mailed()
    expect(listUnsubscribe).toBe(`https://recaps.example.com${digest.unsubscribePath}`)
    expect(linksIn(html)).toContain(listUnsubscribe)
  })
})

describe('a digest of very many', () => {
  it('holds a hundred in 90 KB, the first of them whole and every title', async () => {
    const { digest, html, text } = await mailed({ videos: videosOf(100) })
    expect(bytes(html)).toBeLessThanOrEqual(90 * 1024)
    for (const { title } of digest.videos) expect(text).toContain(title)
    expect(pointsOf(digest, html).filter(({ shown }) => shown === 3).length).toBeGreaterThan(40)
  })

  it('is never cut in the middle of a video, and says how many it leaves out', async () => {
    for (const videos of [videosOf(100), longVideos(100), longVideos(1500)]) {
      const { digest, html, text } = await mailed({
        videos,
        failed: failedOnes,
        listed: [...listedOnes(56, 'monthly_limit'), ...listedOnes(56, 'late')],
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

  it('takes little of the processor, however many there are and whatever they are called', async () => {
    const videos = longVideos(1500).map((video, at) => ({ ...video, title: 'a'.repeat(250) + at }))
    const before = process.cpuUsage()
    await mailed({ videos })
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1e6).toBeLessThan(5)
  })

  it('takes as much as fits: one step more would not', async () => {
    const digest = digestOf({ videos: longVideos(100) })
    const content = digestContent(digest)
    const { html } = await mailed(digest)
    const sizes: number[] = []
    for (let step = 0; step <= content.most; step += 5) {
      const drawn = await renderMail(
        { subject: '', preview: '', content: { most: 0, show: () => content.show(step) } },
        '',
        letterhead,
      ).catch(() => null)
      if (!drawn) break
      sizes.push(bytes(drawn.html))
    }
    expect(sizes).toEqual(sizes.toSorted((one, other) => one - other))
    // The last of them, but for the footer and the line that mail programs show.
    expect(bytes(html)).toBeGreaterThan(sizes.at(-1)! - 1_000)
  })
})

describe('text of strangers in a digest', () => {
  const like = (text: string): Digest =>
    digestOf({
      user: { firstName: text },
      videos: videosOf(1).map(video => ({
        ...video,
        title: text,
        channel: text,
        points: video.points.map(point => ({ ...point, text })),
      })),
      failed: [{ ...failedOnes[0]!, title: text, channel: text, sentence: text }],
      listed: [{ title: text, channel: text, videoId: 'aaaaaaaaaaa', reason: 'late' }],
    })

  it('is text and nothing else', async () => {
    const plain = shapeOf((await mailed(like('A title'))).html)
    for (const text of hostileTexts) {
      const { html, subject, text: words } = await mailed(like(text))
      expect([text, shapeOf(html)]).toEqual([text, plain])
      expect(`${subject}${words}`).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|\p{Cc}(?<!\n)/u)
      expect(subject.isWellFormed() && html.isWellFormed()).toBe(true)
    }
  }, 300_000)

  it('cannot lead elsewhere by the id of a video', async () => {
    for (const videoId of ['x" onclick="y', '../../evil.example', 'a&b=c#d', '@evil.example']) {
      const { html } = await mailed({ videos: videosOf(1).map(video => ({ ...video, videoId })) })
      for (const link of linksIn(html).filter(one => one.includes('youtube')))
        expect(new URL(link)).toMatchObject({ host: 'www.youtube.com', pathname: '/watch', hash: '' })
    }
  })

  it.each(['א'.repeat(500), '😀👩‍👩‍👧‍👦'.repeat(40), 'a'.repeat(500), '字'.repeat(500)])(
    'may be very long',
    async title => {
      const { html, subject } = await mailed(like(title))
      expect(bytes(html)).toBeLessThan(30_000)
      expect([...new Intl.Segmenter().segment(subject)].length).toBeLessThan(90)
      expect(subject).toMatch(/…$/)
      expect(html).not.toMatch(/\u{200d}…|\u{fffd}/u)
    },
  )
})

/** How many points of each video stand in the mail. */
const pointsOf = ({ videos }: Digest, html: string) =>
  videos.map(({ videoId, points }) => ({
    videoId,
    shown: points.filter(({ startMs }) => html.includes(`watch?v=${videoId}&amp;t=${Math.floor(startMs / 1000)}s"`))
      .length,
  }))

/** The texts between the tags, without the hidden line. */
function wordsIn(html: string): string[] {
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

/** Its elements in their order, with the names of their attributes. */
function shapeOf(html: string): string[] {
  const found: string[] = []
  const parser = new Parser({
    onopentag: (name, attributes) => found.push(`${name} ${Object.keys(attributes).sort()}`),
  })
  parser.end(html)
  return found
}
