import { describe, expect, it } from 'vitest'
import { latestOf } from './ago.ts'
import { readTab } from './tab.ts'

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

describe('when a video came out, by words', () => {
  it.each([
    ['3 days ago', '2026-11-19T12:00:00Z'],
    ['Streamed 1 hour ago', '2026-11-22T11:00:00Z'],
    ['Premiered 5 minutes ago', '2026-11-22T11:55:00Z'],
    ['1.2K views • 2 weeks ago', '2026-11-08T12:00:00Z'],
    ['30 seconds ago', '2026-11-22T11:59:30Z'],
  ])('is at the latest, for “%s”, %s', (text, at) => {
    expect(latestOf(text, now)).toEqual(new Date(at))
  })

  it.each(['', 'vor 3 Tagen', 'Scheduled for tomorrow', '9999 days ago', 'days ago'])('is not said by “%s”', text => {
    expect(latestOf(text, now)).toBeNull()
  })

  it('is more than sixty days before for what is two months old', () => {
    expect(now.getTime() - latestOf('2 months ago', now)!.getTime()).toBeGreaterThan(60 * 86_400_000)
  })
})

describe('the page of a channel', () => {
  it('is read in the older form too', () => {
    const answer = page(
      video('xxM5UYAr6qo', { publishedTimeText: { simpleText: '2 days ago' }, lengthText: { simpleText: '1:02:03' } }),
    )
    expect(readTab(answer, now)).toEqual({
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

  it('tells what is live and what is still to come', () => {
    const style = (is: string) => [{ thumbnailOverlayTimeStatusRenderer: { style: is } }]
    const answer = page(
      video('Ue7gAxLMql0', { thumbnailOverlays: style('LIVE'), viewCountText: { runs: [{ text: '12 watching' }] } }),
      video('r5E8ibp7WcQ', { upcomingEventData: { startTime: '1' }, thumbnailOverlays: style('UPCOMING') }),
    )
    const read = readTab(answer, now)
    expect(read?.kind === 'there' && read.uploads.map(({ kind }) => kind)).toEqual(['live', 'upcoming'])
  })

  it('keeps its order where the same is said of several', () => {
    const said = { publishedTimeText: { simpleText: '2 days ago' } }
    const read = readTab(page(...['aaaaaaaaaaA', 'aaaaaaaaaaE', 'aaaaaaaaaaI'].map(id => video(id, said))), now)
    const instants = read?.kind === 'there' ? read.uploads.map(({ publishedAt }) => publishedAt.getTime()) : []
    expect(instants).toEqual(instants.toSorted((a, b) => b - a))
    expect(new Set(instants).size).toBe(3)
  })

  it('may show no videos', () => {
    expect(readTab(page(), now)).toMatchObject({ kind: 'there', uploads: [] })
  })

  it('is of a form that we do not know where no date can be read', () => {
    expect(readTab(page(video('xxM5UYAr6qo', { publishedTimeText: { simpleText: 'vor 3 Tagen' } })), now)).toBeNull()
  })

  it.each([
    ['This channel does not exist.', 'deleted'],
    ["This account has been terminated for a violation of YouTube's Terms of Service.", 'deleted'],
    ['This channel was removed because it violated our Community Guidelines.', 'deleted'],
    ['This channel is not available.', 'private'],
    ['This channel is private.', 'private'],
  ])('says with “%s” that it is %s', (text, kind) => {
    expect(readTab(alert(text), now)).toEqual({ kind })
  })

  it.each([
    ['words that we do not know', alert('Something went wrong')],
    ['a notice', alert('This channel does not exist.', 'INFO')],
    ['nothing', {}],
    ['no object', 'null'],
  ])('says nothing with %s', (_, answer) => {
    expect(readTab(answer, now)).toBeNull()
  })
})
