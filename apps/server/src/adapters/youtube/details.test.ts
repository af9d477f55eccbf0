import { describe, expect, it } from 'vitest'
import { detailsFrom } from './details.ts'
import { playerBody } from './player-body.ts'

describe('details of a video', () => {
  const body = (more: object) =>
    playerBody.parse({ videoDetails: { videoId: 'M4gD1WSo5mA', title: 'A lecture', lengthSeconds: '721', ...more } })

  it('marks a video as public only if it is crawlable and not private', () => {
    expect(detailsFrom(body({ isCrawlable: true, isPrivate: false }))?.isPublic).toBe(true)
    expect(detailsFrom(body({ isCrawlable: false }))?.isPublic).toBe(false)
    expect(detailsFrom(body({ isCrawlable: true, isPrivate: true }))?.isPublic).toBe(false)
    expect(detailsFrom(body({}))?.isPublic).toBe(false)
  })

  it('sets missing and malformed video details to null, and returns null for a video without a title', () => {
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
