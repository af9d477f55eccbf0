import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { ytDlpSkipReason } from '../../../../../scripts/yt-dlp.ts'
import { systemClock } from '../../ports/clock.ts'
import { ytDlpVideos } from '../videos/yt-dlp.ts'
import { youtubeRoutes } from '../youtube/gateway.ts'
import { setUpRealYtDlp } from '../youtube/test/real-yt-dlp.ts'
import { fakeVideoIds } from '../youtube/test/set-up-fake-youtube.ts'
import { openYtDlp, type YtDlpProgram } from '../youtube/yt-dlp.ts'
import { ytDlpCaptions } from './yt-dlp.ts'

const fake = await startFakeYoutube()
const program = await setUpRealYtDlp(fake.url)

describe.skipIf(!program)(`the real yt-dlp${program ? '' : ` (skipped: ${ytDlpSkipReason})`}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'recaps-cookies-'))
  const cookies = join(folder, 'cookies.txt')
  afterEach(() => fake.clearFaults())
  afterAll(async () => {
    await program?.close()
    await fake.close()
    rmSync(folder, { recursive: true })
  })

  const open = (more: Partial<YtDlpProgram> = {}) =>
    openYtDlp({ path: program!.path, proxy: () => program!.proxy, ...more })
  const captions = (more?: Partial<YtDlpProgram>) =>
    ytDlpCaptions({ ytDlp: open(more), route: youtubeRoutes({ baseUrl: fake.url })[0]!, clock: systemClock })

  it('reads captions with the real yt-dlp and our arguments', async () => {
    expect(await open().version()).toBe('2026.10.26')
    const track = await captions().read(fakeVideoIds.manual)
    expect(track).toMatchObject({ kind: 'manual', language: 'en', provider: 'yt-dlp' })
    expect(Buffer.from(track.body).toString()).toMatch(/^\{"wireMagic":"pb3"/)
    expect(await captions().read(fakeVideoIds.german)).toMatchObject({ language: 'de' })
  })

  it('finds a video with the real yt-dlp', async () => {
    expect(await ytDlpVideos(open()).find(fakeVideoIds.manual)).toMatchObject({
      title: 'The pendulum on the eighty-eighth floor: why towers carry a 660-tonne ball',
      durationMs: 871_000,
    })
  })

  it('lets the real yt-dlp read a copy of the cookies, and leaves the file unchanged', async () => {
    const text = '# Netscape HTTP Cookie File\n.youtube.com\tTRUE\t/\tTRUE\t2147483647\tSID\tabc\n'
    writeFileSync(cookies, text)
    expect(await captions({ cookies }).read(fakeVideoIds.manual)).toMatchObject({ language: 'en' })
    expect(fake.cookies.some(cookie => cookie.includes('SID=abc'))).toBe(true)
    expect(existsSync(cookies) && readFileSync(cookies, 'utf8')).toBe(text)
  })

  it('passes the arguments of the operator to the real yt-dlp', async () => {
    const before = fake.requests.length
    await captions({ args: ['--extractor-args', 'youtube:player_client=ios'] }).read(fakeVideoIds.manual)
    expect(fake.requests.slice(before)).toContain(`player|${fakeVideoIds.manual}|IOS`)
  })

  it.each([
    ['private', fakeVideoIds.private],
    ['age_restricted', fakeVideoIds.ageRestricted],
    ['no_captions', fakeVideoIds.noCaptions],
  ] as const)('maps the message of the real yt-dlp about a video to %s', async (code, videoId) => {
    await expect(captions().read(videoId)).rejects.toMatchObject({ code })
  })

  it.each([
    ['bot_check', { kind: 'bot_check' }],
    ['rate_limited', { kind: 'status', status: 429 }],
  ] as const)('reports a retryable %s when YouTube refuses the real yt-dlp', async (code, fault) => {
    fake.fault('player|*', fault)
    fake.fault('watch|*', fault)
    await expect(captions().read(fakeVideoIds.manual)).rejects.toMatchObject({ code, retryable: true })
  })
})
