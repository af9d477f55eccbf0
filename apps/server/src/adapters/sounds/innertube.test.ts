import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { playerBody } from '../youtube/player-body.ts'
import { chooseSound } from '../youtube/sound-offer.ts'
import { againstFake, talks } from '../youtube/test/against-fake.ts'

/** Of two and a half ranges; no two parts of it are alike. */
const sound = Buffer.alloc(20 * 2 ** 20)
for (let at = 0; at < sound.length; at += 4) sound.writeUInt32LE(at, at)

describe('the sound of a video', () => {
  const at = againstFake({ sounds: { [talks.noCaptions]: sound } })
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'recaps-sound-'))
    file = path.join(folder, 'sound')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const never = new AbortController().signal
  const bring = (videoId: string = talks.noCaptions, signal = never) =>
    at.open().sounds.bring(videoId, file, { signal })
  const asked = (from: number) => at.fake.requests.slice(from).filter(key => key.startsWith('sound|')).length

  it('is fetched whole, in ranges', async () => {
    const from = at.fake.requests.length
    await bring()
    expect(readFileSync(file).equals(sound)).toBe(true)
    expect(asked(from)).toBe(3)
  })

  it('is continued where it was broken off', async () => {
    await bring()
    // As a process leaves it that dies in the middle of writing.
    truncateSync(file, 9_000_001)
    const from = at.fake.requests.length
    await bring()
    expect(readFileSync(file).equals(sound)).toBe(true)
    expect(asked(from)).toBe(2)
  })

  it('begins anew when what is there is of another', async () => {
    writeFileSync(file, 'another sound')
    writeFileSync(`${file}.source`, '{"itag":251}')
    await bring()
    expect(statSync(file).size).toBe(sound.length)
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
  ] as const)('answered with %o is %s, and may be had later', async (fault, code) => {
    at.fake.fault('sound|*', fault)
    await expect(bring()).rejects.toMatchObject({ code, retryable: true })
  })

  it('comes by the next client when the first is refused in the middle', async () => {
    at.fake.fault('sound|*', { kind: 'status', status: 403, times: 1 })
    await bring()
    expect(readFileSync(file).equals(sound)).toBe(true)
  })

  it('that no client is told the address of is not to be had without proof', async () => {
    await expect(bring(talks.manual)).rejects.toMatchObject({ code: 'po_token_required', retryable: true })
  })

  it('of a private video is not to be had', async () => {
    await expect(bring(talks.private)).rejects.toMatchObject({ code: 'private', retryable: false })
  })
})

describe('which of the offered sounds is chosen', () => {
  const offer = (itag: number, averageBitrate: number, more: object = {}) => ({
    itag,
    mimeType: 'audio/mp4; codecs="mp4a.40.5"',
    url: `https://rr1.googlevideo.com/${itag}`,
    contentLength: '1000',
    averageBitrate,
    ...more,
  })
  const chosen = (...adaptiveFormats: object[]) =>
    chooseSound(playerBody.parse({ streamingData: { adaptiveFormats } }))?.itag ?? null

  it('the smallest in which speech is well understood', () => {
    expect(chosen(offer(251, 120_000), offer(139, 48_000), offer(140, 129_000), offer(599, 31_000))).toBe(139)
    expect(chosen(offer(599, 31_000), offer(600, 35_000))).toBe(600)
  })

  it('the video’s own language, and as it was recorded', () => {
    const dubbed = { audioTrack: { audioIsDefault: false } }
    const own = { audioTrack: { audioIsDefault: true } }
    expect(chosen(offer(139, 48_000, dubbed), offer(140, 129_000, own))).toBe(140)
    expect(chosen(offer(139, 48_000, { isDrc: true }), offer(140, 129_000))).toBe(140)
  })

  it('never the dub of a machine, even where it plays by default', () => {
    const dub = { audioTrack: { id: 'en.10', audioIsDefault: true, isAutoDubbed: true } }
    const recorded = { audioTrack: { id: 'ja.4', audioIsDefault: false } }
    expect(chosen(offer(139, 48_000, dub), offer(140, 129_000, recorded))).toBe(140)
    // As YouTube writes `acont=dubbed-auto:lang=de-DE` and `acont=original:lang=en-US`.
    const tagged = { xtags: 'ChQKBWFjb250EgtkdWJiZWQtYXV0bwoNCgRsYW5nEgVkZS1ERQ' }
    const original = { xtags: 'ChEKBWFjb250EghvcmlnaW5hbAoNCgRsYW5nEgVlbi1VUw' }
    expect(chosen(offer(139, 48_000, tagged), offer(140, 129_000, original))).toBe(140)
    expect(chosen(offer(139, 48_000, tagged), offer(140, 129_000))).toBe(140)
  })

  it('none of those without an address, and no film', () => {
    expect(chosen(offer(139, 48_000, { url: undefined }), offer(134, 50_000, { mimeType: 'video/mp4' }))).toBeNull()
    expect(chosen()).toBeNull()
  })
})
