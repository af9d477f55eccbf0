import { describe, expect, it } from 'vitest'
import { parseChannelPage } from './channel-page.ts'
import { parseRelativeTime } from './relative-time.ts'

const now = new Date('2026-11-22T12:00:00Z')
const page = (...contents: object[]) => ({
  metadata: { channelMetadataRenderer: { title: 'Plain Bench' } },
  contents: {
    twoColumnBrowseResultsRenderer: { tabs: [{ tabRenderer: { content: { richGridRenderer: { contents } } } }] },
  },
})
const item = (content: object) => ({ richItemRenderer: { content } })
const video = (videoId: string, more: object) =>
  item({ videoRenderer: { videoId, title: { runs: [{ text: 'Tea' }] }, ...more } })
const alert = (text: string, type = 'ERROR') => ({ alerts: [{ alertRenderer: { type, text: { simpleText: text } } }] })

describe('reading relative publishing times', () => {
  it.each([
    ['3 days ago', '2026-11-19T12:00:00Z'],
    ['Streamed 1 hour ago', '2026-11-22T11:00:00Z'],
    ['Premiered 5 minutes ago', '2026-11-22T11:55:00Z'],
    ['1.2K views • 2 weeks ago', '2026-11-08T12:00:00Z'],
    ['30 seconds ago', '2026-11-22T11:59:30Z'],
  ])('reads “%s” as %s at the latest', (text, at) => {
    expect(parseRelativeTime(text, now)).toEqual(new Date(at))
  })

  it.each(['', 'vor 3 Tagen', 'Scheduled for tomorrow', '9999 days ago', 'days ago'])(
    'reads no publishing time from “%s”',
    text => {
      expect(parseRelativeTime(text, now)).toBeNull()
    },
  )

  it('reads “2 months ago” as more than sixty days', () => {
    expect(now.getTime() - parseRelativeTime('2 months ago', now)!.getTime()).toBeGreaterThan(60 * 86_400_000)
  })
})

describe('reading a channel page', () => {
  it('reads a channel page with the older structure', () => {
    const answer = page(
      video('xxM5UYAr6qo', { publishedTimeText: { simpleText: '2 days ago' }, lengthText: { simpleText: '1:02:03' } }),
    )
    expect(parseChannelPage(answer, now)).toEqual({
      kind: 'there',
      title: 'Plain Bench',
      uploads: [
        {
          videoId: 'xxM5UYAr6qo',
          title: 'Tea',
          publishedAt: new Date('2026-11-20T12:00:00Z'),
          kind: 'video',
          durationMs: 3_723_000,
        },
      ],
    })
  })

  it('recognizes live and upcoming videos on a channel page', () => {
    const overlay = (style: string) => [{ thumbnailOverlayTimeStatusRenderer: { style } }]
    const answer = page(
      video('Ue7gAxLMql0', { thumbnailOverlays: overlay('LIVE'), viewCountText: { runs: [{ text: '12 watching' }] } }),
      video('r5E8ibp7WcQ', { upcomingEventData: { startTime: '1' }, thumbnailOverlays: overlay('UPCOMING') }),
    )
    const read = parseChannelPage(answer, now)
    expect(read?.kind === 'there' && read.uploads.map(({ kind }) => kind)).toEqual(['live', 'upcoming'])
  })

  it('keeps the order of videos with the same relative publishing time', () => {
    const sameTime = { publishedTimeText: { simpleText: '2 days ago' } }
    const read = parseChannelPage(
      page(...['aaaaaaaaaaA', 'aaaaaaaaaaE', 'aaaaaaaaaaI'].map(id => video(id, sameTime))),
      now,
    )
    const times = read?.kind === 'there' ? read.uploads.map(({ publishedAt }) => publishedAt.getTime()) : []
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(new Set(times).size).toBe(3)
  })

  it('accepts a channel page without videos', () => {
    expect(parseChannelPage(page(), now)).toMatchObject({ kind: 'there', uploads: [] })
  })

  it('rejects a channel page without a readable date', () => {
    expect(
      parseChannelPage(page(video('xxM5UYAr6qo', { publishedTimeText: { simpleText: 'vor 3 Tagen' } })), now),
    ).toBeNull()
  })

  it.each([
    ['This channel does not exist.', 'deleted'],
    ["This account has been terminated for a violation of YouTube's Terms of Service.", 'deleted'],
    ['This channel was removed because it violated our Community Guidelines.', 'deleted'],
    ['This channel is not available.', 'private'],
    ['This channel is private.', 'private'],
  ])('reads the alert “%s” on a channel page as a channel that is %s', (text, kind) => {
    expect(parseChannelPage(alert(text), now)).toEqual({ kind })
  })

  it.each([
    ['an unknown alert', alert('Something went wrong')],
    ['an alert that is not an error', alert('This channel does not exist.', 'INFO')],
    ['an empty object', {}],
    ['a string', 'null'],
  ])('reads no channel status from %s', (_, answer) => {
    expect(parseChannelPage(answer, now)).toBeNull()
  })
})
