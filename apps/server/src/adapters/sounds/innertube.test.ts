import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chooseAudio } from '../youtube/audio-format.ts'
import { playerBody } from '../youtube/player-body.ts'
import { fakeVideoIds, setUpFakeYoutube } from '../youtube/test/set-up-fake-youtube.ts'

/** Two and a half ranges long, without repetitions. */
const audio = Buffer.alloc(20 * 2 ** 20)
for (let at = 0; at < audio.length; at += 4) audio.writeUInt32LE(at, at)

describe('audio downloads from InnerTube', () => {
  const at = setUpFakeYoutube({ audioFiles: { [fakeVideoIds.noCaptions]: audio } })
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'recaps-sound-'))
    file = path.join(folder, 'sound')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const neverAborted = new AbortController().signal
  const download = (videoId: string = fakeVideoIds.noCaptions, signal = neverAborted) =>
    at.open().audio.download(videoId, file, { signal })
  const rangeRequests = (from: number) => at.fake.requests.slice(from).filter(key => key.startsWith('sound|')).length

  it('downloads the complete audio of a video in ranges', async () => {
    const from = at.fake.requests.length
    await download()
    expect(readFileSync(file).equals(audio)).toBe(true)
    expect(rangeRequests(from)).toBe(3)
  })

  it('continues an interrupted audio download', async () => {
    await download()
    // As if the process had died while writing.
    truncateSync(file, 9_000_001)
    const from = at.fake.requests.length
    await download()
    expect(readFileSync(file).equals(audio)).toBe(true)
    expect(rangeRequests(from)).toBe(2)
  })

  it('restarts the download if the file has other audio', async () => {
    writeFileSync(file, 'another sound')
    writeFileSync(`${file}.source`, '{"itag":251}')
    await download()
    expect(statSync(file).size).toBe(audio.length)
  })

  it.each([
    [{ kind: 'status', status: 403 }, 'ip_blocked'],
    [{ kind: 'status', status: 429 }, 'rate_limited'],
    [{ kind: 'status', status: 503 }, 'network'],
    [{ kind: 'cut' }, 'network'],
    [{ kind: 'empty' }, 'parse_changed'],
    [{ kind: 'garbage' }, 'parse_changed'],
    [{ kind: 'captcha' }, 'ip_blocked'],
    [{ kind: 'consent' }, 'consent_page'],
  ] as const)('reports the audio response %o as the retryable failure %s', async (fault, code) => {
    at.fake.fault('sound|*', fault)
    await expect(download()).rejects.toMatchObject({ code, retryable: true })
  })

  it('continues an audio download with the next client when the first is refused', async () => {
    at.fake.fault('sound|*', { kind: 'status', status: 403, times: 1 })
    await download()
    expect(readFileSync(file).equals(audio)).toBe(true)
  })

  it('reports a missing PO token when no client gets an audio URL', async () => {
    await expect(download(fakeVideoIds.manual)).rejects.toMatchObject({ code: 'po_token_required', retryable: true })
  })

  it('reports the audio of a private video as permanently unavailable', async () => {
    await expect(download(fakeVideoIds.private)).rejects.toMatchObject({ code: 'private', retryable: false })
  })
})

describe('choice of the audio format', () => {
  const offer = (itag: number, averageBitrate: number, more: object = {}) => ({
    itag,
    mimeType: 'audio/mp4; codecs="mp4a.40.5"',
    url: `https://rr1.googlevideo.com/${itag}`,
    contentLength: '1000',
    averageBitrate,
    ...more,
  })
  const chosen = (...adaptiveFormats: object[]) =>
    chooseAudio(playerBody.parse({ streamingData: { adaptiveFormats } }))?.itag ?? null

  it('chooses the smallest audio format with enough bitrate for speech', () => {
    expect(chosen(offer(251, 120_000), offer(139, 48_000), offer(140, 129_000), offer(599, 31_000))).toBe(139)
    expect(chosen(offer(599, 31_000), offer(600, 35_000))).toBe(600)
  })

  it('chooses the audio in the original language without compressed dynamics', () => {
    const dubbed = { audioTrack: { audioIsDefault: false } }
    const own = { audioTrack: { audioIsDefault: true } }
    expect(chosen(offer(139, 48_000, dubbed), offer(140, 129_000, own))).toBe(140)
    expect(chosen(offer(139, 48_000, { isDrc: true }), offer(140, 129_000))).toBe(140)
  })

  it('never chooses an auto-dubbed audio track, even if it is the default', () => {
    const dub = { audioTrack: { id: 'en.10', audioIsDefault: true, isAutoDubbed: true } }
    const recorded = { audioTrack: { id: 'ja.4', audioIsDefault: false } }
    expect(chosen(offer(139, 48_000, dub), offer(140, 129_000, recorded))).toBe(140)
    // As YouTube writes `acont=dubbed-auto:lang=de-DE` and `acont=original:lang=en-US`.
    const tagged = { xtags: 'ChQKBWFjb250EgtkdWJiZWQtYXV0bwoNCgRsYW5nEgVkZS1ERQ' }
    const original = { xtags: 'ChEKBWFjb250EghvcmlnaW5hbAoNCgRsYW5nEgVlbi1VUw' }
    expect(chosen(offer(139, 48_000, tagged), offer(140, 129_000, original))).toBe(140)
    expect(chosen(offer(139, 48_000, tagged), offer(140, 129_000))).toBe(140)
  })

  it('chooses no audio format without a URL, and no video format', () => {
    expect(chosen(offer(139, 48_000, { url: undefined }), offer(134, 50_000, { mimeType: 'video/mp4' }))).toBeNull()
    expect(chosen()).toBeNull()
  })
})
