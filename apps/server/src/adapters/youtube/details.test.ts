import { describe, expect, it } from 'vitest'
import { chaptersIn, detailsFrom } from './details.ts'
import { playerBody } from './player-body.ts'

describe('chapters in a description', () => {
  it('are lines with rising stamps from 0:00 on', () => {
    const text = 'About bridges.\n\n0:00 Intro\n1:05 - Steel\n(1:02:03) Stone: the end\n\nSee 2:00 for more.'
    expect(chaptersIn(text, 4_000_000)).toEqual([
      { title: 'Intro', startMs: 0 },
      { title: 'Steel', startMs: 65_000 },
      { title: 'Stone: the end', startMs: 3_723_000 },
    ])
  })

  it('may have the stamp behind the title, or a number before it', () => {
    const text = 'Intro – 00:00\nMiddle – 00:30\nEnd – 01:00'
    expect(chaptersIn(text, 100_000).map(({ title }) => title)).toEqual(['Intro', 'Middle', 'End'])
    expect(chaptersIn('1. 0:00 One\n2. 0:30 Two\n3. 1:00 Three', 100_000).map(({ title }) => title)).toEqual([
      'One',
      'Two',
      'Three',
    ])
  })

  it.each([
    ['fewer than three', '0:00 One\n1:00 Two'],
    ['none at 0:00', '0:10 One\n1:00 Two\n2:00 Three'],
    ['stamps that fall', '0:00 One\n2:00 Two\n1:00 Three'],
    ['one shorter than 10 s', '0:00 One\n0:05 Two\n1:00 Three'],
    ['a last one behind the end', '0:00 One\n1:00 Two\n9:59 Three'],
  ])('are none with %s', (_, text) => {
    expect(chaptersIn(text, 300_000)).toEqual([])
  })

  it('are found in the time of reading, however long the text', () => {
    const startedAt = performance.now()
    chaptersIn(`${'0:'.repeat(40_000)}\n${'-'.repeat(50_000)}`, 1_000)
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })
})

describe('details of a video', () => {
  const body = (more: object) =>
    playerBody.parse({ videoDetails: { videoId: 'M4gD1WSo5mA', title: 'A lecture', lengthSeconds: '721', ...more } })

  it('tell whether it may be shown to others', () => {
    expect(detailsFrom(body({ isCrawlable: true, isPrivate: false }))?.isPublic).toBe(true)
    expect(detailsFrom(body({ isCrawlable: false }))?.isPublic).toBe(false)
    expect(detailsFrom(body({ isCrawlable: true, isPrivate: true }))?.isPublic).toBe(false)
    expect(detailsFrom(body({}))?.isPublic).toBe(false)
  })

  it('leave out what is not told', () => {
    expect(detailsFrom(body({ lengthSeconds: '0', viewCount: 'many' }))).toMatchObject({
      durationMs: null,
      viewCount: null,
      channelId: null,
      description: null,
      captionLanguages: [],
    })
    expect(detailsFrom(playerBody.parse({ videoDetails: { videoId: 'M4gD1WSo5mA' } }))).toBeNull()
  })
})
