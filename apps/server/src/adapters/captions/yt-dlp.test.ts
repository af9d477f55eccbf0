import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../ports/clock.ts'
import { youtubeRoutes } from '../youtube/gateway.ts'
import { fakeVideoIds, setUpFakeYoutube } from '../youtube/test/set-up-fake-youtube.ts'
import { openYtDlp, type YtDlpProgram } from '../youtube/yt-dlp.ts'
import { captionsConformance } from './conformance.ts'
import { ytDlpCaptions } from './yt-dlp.ts'

const track = (videoId: string, lang: string, kind: string) =>
  ['json3', 'srv1', 'vtt'].map(ext => ({
    ext,
    url: `https://www.youtube.com/api/timedtext?v=${videoId}&lang=${lang}${kind}&fmt=${ext}`,
  }))

const proxy = 'http://user:secret@proxy.example:3128'

/** What yt-dlp 2026 returns for these videos (`--dump-single-json`), reduced to the fields that we read. */
const infos: Record<string, object> = {
  [fakeVideoIds.manual]: {
    language: 'en',
    subtitles: {
      live_chat: [{ ext: 'json', url: 'https://www.youtube.com/live_chat' }],
      'en-eEY6OEpapPo': track(fakeVideoIds.noCaptions, 'en', '').map(one => ({
        ...one,
        name: 'English - Twitch Chat',
      })),
      en: track(fakeVideoIds.manual, 'en', ''),
    },
    automatic_captions: { 'en-orig': track(fakeVideoIds.manual, 'en', '&kind=asr') },
  },
  [fakeVideoIds.automatic]: {
    language: 'en',
    subtitles: {},
    automatic_captions: {
      de: track(fakeVideoIds.automatic, 'en', '&kind=asr&tlang=de'),
      'en-orig': track(fakeVideoIds.automatic, 'en', '&kind=asr'),
      en: track(fakeVideoIds.automatic, 'en', '&kind=asr'),
    },
  },
  [fakeVideoIds.german]: {
    language: 'de',
    subtitles: {},
    automatic_captions: {
      en: track(fakeVideoIds.german, 'de', '&kind=asr&tlang=en'),
      'de-orig': track(fakeVideoIds.german, 'de', '&kind=asr'),
    },
  },
  [fakeVideoIds.noCaptions]: { language: null, subtitles: {}, automatic_captions: {} },
}
const adults = fakeVideoIds.ageRestricted
infos[adults] = {
  title: 'For adults',
  channel: 'Late Channel',
  channel_id: 'UCadults',
  description: 'All of it',
  duration: 61,
  view_count: 12,
  upload_date: '20261101',
  availability: 'needs_auth',
  live_status: 'not_live',
  chapters: [{ title: 'Start', start_time: 0 }],
  language: 'en',
  subtitles: { en: track(fakeVideoIds.manual, 'en', '') },
  automatic_captions: {},
}
const version = '2026.10.26'
const messages: Record<string, string> = {
  [fakeVideoIds.private]:
    'ERROR: [youtube] ryPGNFRu8mk: Private video. Sign in if you have been granted access to this video',
  [fakeVideoIds.live]: 'ERROR: [youtube] Ue7gAxLMql0: Sign in to confirm you’re not a bot. Use --cookies',
  [fakeVideoIds.deleted]: 'ERROR: [youtube] JMoGdY-uk6w: Unable to download API page: <urlopen error timed out>',
  [fakeVideoIds.upcoming]: 'Traceback (most recent call last):',
}

describe('captions by yt-dlp', () => {
  const at = setUpFakeYoutube()
  let folder: string
  let path: string

  /** Creates a fake yt-dlp that takes the same arguments and prints the results above. */
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'yt-dlp-'))
    path = join(folder, 'yt-dlp')
    writeFileSync(
      path,
      `#!${process.execPath}
if (process.argv.includes('--version')) { console.log(${JSON.stringify(version)}); process.exit() }
const videoId = process.argv.at(-1).split('v=')[1]
const { readFileSync, statSync } = require('node:fs')
const cookies = process.argv[process.argv.indexOf('--cookies') + 1]
const jar = process.argv.includes('--cookies') ? { file: cookies, text: readFileSync(cookies, 'utf8'), mode: statSync(cookies).mode & 0o777 } : null
require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'called'))}, JSON.stringify({ args: process.argv.slice(2), env: process.env, jar }))
const info = ${JSON.stringify(infos)}[videoId]
const message = ${JSON.stringify(messages)}[videoId]
if (videoId === ${JSON.stringify(fakeVideoIds.unplayable)}) setInterval(() => {}, 1000)
else if (message) { console.error(message); process.exit(1) }
else console.log(JSON.stringify(info))
`,
    )
    chmodSync(path, 0o755)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const open = (baseUrl: string, more: Partial<YtDlpProgram> = {}) =>
    ytDlpCaptions({
      ytDlp: openYtDlp({ path, proxy: () => proxy, ...more }),
      route: youtubeRoutes({ baseUrl })[0]!,
      clock: systemClock,
    })
  const called = () => JSON.parse(readFileSync(join(folder, 'called'), 'utf8'))
  const code = (videoId: string) =>
    open(at.fake.url)
      .read(videoId)
      .then(
        () => 'ok',
        error => error.code,
      )

  captionsConformance(at, open)

  it('runs yt-dlp without a shell, without our environment, and with the video link after the options [ASVS 1.2.5]', async () => {
    await open(at.fake.url).read(fakeVideoIds.manual)
    const { args, env } = called()
    expect(args.slice(-2)).toEqual(['--', `https://www.youtube.com/watch?v=${fakeVideoIds.manual}`])
    expect(args).toContain('--ignore-config')
    // Every user of the machine can read a command line.
    expect(args.join(' ')).not.toContain('secret')
    const { PATH: _path, LANG: _lang, ...others } = env
    expect(others).toEqual({ http_proxy: proxy, https_proxy: proxy })
  })

  it('runs yt-dlp with our own Node as the JavaScript runtime', async () => {
    await open(at.fake.url).read(fakeVideoIds.manual)
    expect(called().args.join(' ')).toContain(`--js-runtimes node:${process.execPath}`)
  })

  it.each(['2023.03.04', '2025.10.22', 'no version'])(
    'runs yt-dlp without a JavaScript runtime if its version supports none: %s',
    async old => {
      const program = join(folder, `yt-dlp ${old}`)
      writeFileSync(program, readFileSync(path, 'utf8').replace(version, old), { mode: 0o755 })
      await open(at.fake.url, { path: program }).read(fakeVideoIds.manual)
      expect(called().args).not.toContain('--js-runtimes')
    },
  )

  it('runs yt-dlp with a temporary copy of the cookies and with the arguments of the operator', async () => {
    const cookies = join(folder, 'cookies.txt')
    writeFileSync(cookies, '# Netscape HTTP Cookie File\n')
    const args = ['--extractor-args', 'youtube:player_client=tv']
    await open(at.fake.url, { cookies, args }).read(fakeVideoIds.manual)
    const { jar, args: all } = called()
    expect(jar).toMatchObject({ text: '# Netscape HTTP Cookie File\n' })
    expect(jar.file).not.toBe(cookies)
    expect(existsSync(jar.file)).toBe(false)
    expect(all.join(' ')).toContain(args.join(' '))
    expect(all.indexOf('--extractor-args')).toBeLessThan(all.indexOf('--'))
  })

  it('fails to read captions when the cookie file of yt-dlp is missing', async () => {
    const read = open(at.fake.url, { cookies: join(folder, 'gone.txt') }).read(fakeVideoIds.manual)
    await expect(read).rejects.toMatchObject({ code: 'parse_changed', detail: expect.stringContaining('gone.txt') })
  })

  it.each(['--exec=id', 'a b', '../../etc', ''])(
    'does not run yt-dlp with “%s” as a video id [ASVS 5.3.2]',
    async videoId => {
      expect(await code(videoId)).toBe('invalid_id')
    },
  )

  it('maps the error messages of yt-dlp to failure codes', async () => {
    expect(await code(fakeVideoIds.private)).toBe('private')
    expect(await code(fakeVideoIds.live)).toBe('bot_check')
    expect(await code(fakeVideoIds.deleted)).toBe('network')
    expect(await code(fakeVideoIds.upcoming)).toBe('parse_changed')
  })

  it('fails to read captions when yt-dlp is not installed', async () => {
    const missing = ytDlpCaptions({
      ytDlp: openYtDlp({ path: join(folder, 'missing') }),
      route: youtubeRoutes({ baseUrl: at.fake.url })[0]!,
      clock: systemClock,
    })
    await expect(missing.read(fakeVideoIds.manual)).rejects.toMatchObject({ code: 'parse_changed', retryable: true })
  })

  it('kills a hanging yt-dlp when the caller aborts', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort('enough'), 300)
    await expect(open(at.fake.url).read(fakeVideoIds.unplayable, { signal: stop.signal })).rejects.toBe('enough')
  })

  it('falls back to yt-dlp for captions when InnerTube is blocked', async () => {
    at.fake.fault('player|*', { kind: 'captcha' })
    const { captions } = at.open({ ytDlp: { path } })
    expect(await captions.read(fakeVideoIds.automatic)).toMatchObject({ provider: 'yt-dlp' })
  })

  it('runs yt-dlp for an age-restricted video only if it has cookies', async () => {
    const cookies = join(folder, 'cookies.txt')
    writeFileSync(cookies, '# Netscape HTTP Cookie File\n')
    const without = at.open({ ytDlp: { path } })
    for (const result of [
      without.videos.find(fakeVideoIds.ageRestricted),
      without.captions.read(fakeVideoIds.ageRestricted),
    ])
      await expect(result).rejects.toMatchObject({ code: 'age_restricted' })
    const { videos, captions } = at.open({ ytDlp: { path, cookies } })
    expect(await videos.find(fakeVideoIds.ageRestricted)).toEqual({
      videoId: fakeVideoIds.ageRestricted,
      title: 'For adults',
      channelId: 'UCadults',
      channel: 'Late Channel',
      description: 'All of it',
      durationMs: 61_000,
      viewCount: 12,
      publishedAt: new Date('2026-11-01T00:00:00Z'),
      isPublic: false,
      chapters: [{ title: 'Start', startMs: 0 }],
      captionLanguages: null,
    })
    expect(await captions.read(fakeVideoIds.ageRestricted)).toMatchObject({ provider: 'yt-dlp', language: 'en' })
  })

  it('reports a video as age_restricted when the cookies of yt-dlp are no longer valid', async () => {
    const cookies = join(folder, 'cookies.txt')
    writeFileSync(cookies, '# Netscape HTTP Cookie File\n')
    const program = join(folder, 'logged out')
    const message = 'ERROR: [youtube] x: The provided YouTube account cookies are no longer valid.'
    writeFileSync(program, `#!/bin/sh\necho "${message}" >&2\nexit 1\n`, { mode: 0o755 })
    const { captions, health } = at.open({ ytDlp: { path: program, cookies } })
    await expect(captions.read(fakeVideoIds.ageRestricted)).rejects.toMatchObject({ code: 'age_restricted' })
    expect(health.snapshot().at(-1)).toMatchObject({ provider: 'yt-dlp', lastCode: 'bot_check' })
  })
})
