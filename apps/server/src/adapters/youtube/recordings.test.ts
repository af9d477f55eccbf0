import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { startYoutubeTwin, type YoutubeTwin } from '@recaps/youtube-twin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ProviderError } from '../../errors.ts'
import { systemClock } from '../../ports/clock.ts'
import { openYoutube, type Youtube } from './open.ts'

const folder = resolve(process.env.RECORDINGS ?? '../shared/youtube')
const isThere = existsSync(folder)

describe.skipIf(!isThere)(`recordings${isThere ? '' : ' (skipped: no recordings)'}`, () => {
  let twin: YoutubeTwin
  let youtube: Youtube

  beforeAll(async () => {
    twin = await startYoutubeTwin({ recordings: folder })
    youtube = openYoutube({ baseUrl: twin.url, clock: systemClock, health: { tolerance: Number.POSITIVE_INFINITY } })
  })
  afterAll(() => twin.close())

  const outcome = async (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'ok',
      error => {
        if (error instanceof ProviderError) return error.code
        throw error
      },
    )

  it.each([
    ['GJLlxj_dtq8', 'ok', 'ok'],
    ['it3OtbTxQk0', 'ok', 'ok'],
    ['dsMFmonKDD4', 'ok', 'no_captions'],
    ['8VajtrESJzA', 'private', 'private'],
  ])('%s: video %s, captions %s', async (videoId, video, captions) => {
    expect(await outcome(youtube.videos.find(videoId))).toBe(video)
    expect(await outcome(youtube.captions.read(videoId))).toBe(captions)
    expect(twin.unknown).toEqual([])
  })
})
