import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseCaptions } from '@recaps/domain/captions/parse'
import { createRecordedSource, type Recording, readRecordings, startFakeYoutube } from '@recaps/fake-youtube'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ProviderError } from '../../errors.ts'
import { expectedOutcomes, expectedSearches } from './test/recordings-expected.ts'
import { setUpFakeYoutube } from './test/set-up-fake-youtube.ts'

/** Real YouTube traffic, stored next to the repository. RECORDINGS may name another folder of the same layout. */
const folder = resolve(process.env.RECORDINGS ?? '../shared/youtube')
const exists = existsSync(folder)
const recordings = exists ? readRecordings(folder) : []
const index = exists ? createRecordedSource(folder).index : []
const isShared = exists && folder === resolve('../shared/youtube')

const keysOf = (op: string) =>
  index.flatMap(({ file, keys }) => keys.filter(key => key.startsWith(`${op}|`)).map(key => ({ file, key })))
const videoIds = [...new Map(keysOf('player').map(({ file, key }) => [key.split('|')[1]!, file]))]

const bodyOf = (file: string): string =>
  recordings.flatMap(one => (one.file === file && one.kind === 'pair' ? [one.body] : [])).join('')

const segmentsIn = (body: Uint8Array): number => {
  const parsed = parseCaptions(body)
  return parsed.kind === 'captions' ? parsed.segments.length : 0
}

const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    error => {
      // Anything else is a crash and fails the test with its own message.
      if (error instanceof ProviderError) return error.code
      throw error
    },
  )

describe.skipIf(!exists)(`recorded traffic of YouTube${exists ? '' : ' (skipped: no recordings)'}`, () => {
  const at = setUpFakeYoutube({ ...(exists ? { recordings: folder } : {}), talks: false })

  it.skipIf(!isShared)('recognizes every file of the recordings', () => {
    const without = index.filter(({ kind, keys }) => keys.length === 0 && !['captions', 'pairing'].includes(kind))
    expect(without.map(({ file }) => file)).toEqual(['README.md'])
  })

  describe.each(videoIds)('video %s (%s)', videoId => {
    it('finds the recorded video, or fails with a known code', async () => {
      const found = await outcome(at.open().videos.find(videoId))
      const known = isShared ? expectedOutcomes[videoId] : undefined
      expect(found).toBe(known?.video ?? found)
      expect(isShared && known === undefined).toBe(false)
      if (found === 'ok') expect(await at.open().videos.find(videoId)).toMatchObject({ videoId })
    })

    it('reads the captions of the recorded video, or fails with a known code', async () => {
      const found = await outcome(at.open().captions.read(videoId))
      expect(found).toBe((isShared ? expectedOutcomes[videoId]?.captions : undefined) ?? found)
      if (found === 'ok') expect(segmentsIn((await at.open().captions.read(videoId)).body)).toBeGreaterThan(0)
    })

    it('serves the recorded thumbnail and pages of the video', async () => {
      for (const path of [`/vi/${videoId}/hqdefault.jpg`, `/watch?v=${videoId}`, `/embed/${videoId}`]) {
        const { status, headers } = await fetch(at.fake.url + path)
        if (status !== 504) expect(headers.get('content-type')).toMatch(/^(?:image\/jpeg|text\/html)/)
      }
      at.fake.unknown.splice(0)
    })
  })

  const searches = keysOf('search').filter(({ key }) => !key.endsWith('|playlist'))
  describe.each(searches)('search $key ($file)', ({ file, key }) => {
    const [, query = '', type] = key.split('|')
    const kinds =
      type === '' ? (['videos', 'channels'] as const) : ([type === 'channel' ? 'channels' : 'videos'] as const)

    it('returns results of the recorded search with ids, titles and thumbnails', async () => {
      const pages = await Promise.all(kinds.map(kind => at.open().search[kind](query)))
      const items = pages.flatMap(page => page.items)
      expect(items.length).toBeGreaterThan(0)
      for (const { id, title, thumbnails } of items) {
        expect(id).toMatch(/^(?:UC[\w-]{22}|[\w-]{11})$/)
        expect(title).not.toMatch(/^(?:N\/A)?$/)
        for (const url of Object.values(thumbnails)) expect(url).toMatch(/^https:\/\//)
      }
      const known = isShared ? expectedSearches[file] : undefined
      expect(items.length).toBe(known?.count ?? items.length)
      expect(items[0]?.id).toBe(known?.first ?? items[0]?.id)
    })
  })

  describe.each(keysOf('continuation').filter(({ key }) => key.startsWith('continuation|search|')))(
    'continuation ($file)',
    ({ file, key }) => {
      it('returns the next page of a recorded search, or the end', async () => {
        const type = bodyOf(file).includes('"channelRenderer"') ? 'channels' : 'videos'
        const page = await at.open().search[type]('…', { continuation: `innertube:${key.split('|')[2]}` })
        const known = isShared ? expectedSearches[file] : undefined
        expect(page.items.length).toBe(known?.count ?? page.items.length)
        expect(page.continuation !== undefined).toBe(known?.goesOn ?? page.continuation !== undefined)
      })
    },
  )

  it.each(keysOf('resolve'))('resolves the recorded $key to at most one channel ($file)', async ({ key }) => {
    const { items } = await at.open().search.channels(key.split('|')[1]!)
    expect(items.length).toBeLessThanOrEqual(1)
    for (const { id } of items) expect(id).toMatch(/^UC[\w-]{22}$/)
    // The channel page was recorded for some of them only.
    expect(at.fake.unknown.splice(0).every(unknown => unknown.startsWith('browse|'))).toBe(true)
  })

  it.each(keysOf('browse').filter(({ key }) => /^browse\|UC[\w-]{22}\|/.test(key)))(
    'finds the recorded channel of $key unless it is gone ($file)',
    async ({ file, key }) => {
      const { items } = await at.open().search.channels(key.split('|')[1]!)
      const isGone = !/"(?:channelMetadataRenderer|channelAgeGateRenderer)"/.test(bodyOf(file))
      expect(items.length).toBe(isGone ? 0 : 1)
    },
  )

  it.skipIf(!isShared)('reads subscriber counts from recorded pages', async () => {
    const { search } = at.open()
    const counts = (await search.channels('test')).items.map(({ subscribers }) => subscribers)
    expect(counts.slice(0, 6)).toEqual([234_000, 646_000, 1_150_000, 11_400, 630_000, null])
    expect((await search.channels('UCTwECeGqMZee77BjdoYtI2Q')).items[0]!.subscribers).toBe(8_840)
  })

  const pairs = recordings.filter(recording => recording.kind === 'pair')
  it.each(pairs)('replays $file as it was recorded', async ({ request, body, status }) => {
    const { method, url, host, body: sent } = request
    // The visitor data in the recording was issued by YouTube, not by the fake.
    at.fake.visitors.accept('any')
    onTestFinished(() => at.fake.visitors.accept('issued'))
    const answer = await fetch(at.fake.url + url.pathname + url.search, {
      method,
      headers: { 'x-original-host': host },
      ...(sent === '' ? {} : { body: sent }),
    })
    expect(answer.status).toBe(status)
    const text = await answer.text()
    if (url.pathname.endsWith('/player') || url.pathname.endsWith('/reel_item_watch')) {
      expect(JSON.parse(text)).toEqual(JSON.parse(body))
    } else expect(text).toBe(body)
  })

  it.each(keysOf('feed'))('replays the complete feed of $key ($file)', async ({ file, key }) => {
    const answer = await fetch(`${at.fake.url}/feeds/videos.xml?${key.split('|')[1]}`)
    expect(await answer.text()).toBe(readFileSync(join(folder, file), 'utf8'))
    if (file.endsWith('.xml')) expect(answer.status).toBe(200)
    else expect(answer.status).not.toBe(504)
  })

  it('pairs existing caption files with playable videos', async () => {
    for (const recording of recordings) {
      if (recording.kind !== 'pairing') continue
      for (const [videoId, file] of Object.entries(recording.captionsOf)) {
        expect(existsSync(join(folder, file))).toBe(true)
        expect(await outcome(at.open().captions.read(videoId))).toBe('ok')
      }
    }
  })

  const captionFiles = recordings.filter((one): one is Recording & { kind: 'captions' } => one.kind === 'captions')
  it.each(captionFiles)(
    'reads $file as the captions of a video, whatever format is requested',
    async ({ file, body }) => {
      const host = await longestPlayable()
      const fake = await startFakeYoutube({ recordings: folder, talks: false, captionFiles: { [host]: file } })
      const track = await at.open({ baseUrl: fake.url }).captions.read(host).finally(fake.close)
      expect(segmentsIn(track.body)).toBeGreaterThan(50)
      expect(track.body.byteLength).toBeGreaterThan(500)
      expect(track.body.byteLength).toBeLessThanOrEqual(body.byteLength + 16)
    },
  )

  /** The longest video with readable captions, so that it covers most of a paired caption file. */
  let longest: Promise<string> | undefined
  const longestPlayable = (): Promise<string> => {
    longest ??= findLongest()
    return longest
  }
  const findLongest = async (): Promise<string> => {
    const { videos, captions } = at.open()
    const lengths = videoIds.map(async ([videoId]) => {
      const isReadable = (await outcome(captions.read(videoId))) === 'ok'
      return { videoId, durationMs: isReadable ? ((await videos.find(videoId)).durationMs ?? 0) : 0 }
    })
    return (await Promise.all(lengths)).reduce((best, one) => (one.durationMs > best.durationMs ? one : best)).videoId
  }
})
