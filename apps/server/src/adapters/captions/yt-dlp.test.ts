import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../ports/clock.ts'
import { youtubeRoutes } from '../youtube/gateway.ts'
import { againstTwin, talks } from '../youtube/test/against-twin.ts'
import { captionsConformance } from './conformance.ts'
import { ytDlpCaptions } from './yt-dlp.ts'

const track = (videoId: string, lang: string, kind: string) =>
  ['json3', 'srv1', 'vtt'].map(ext => ({
    ext,
    url: `https://www.youtube.com/api/timedtext?v=${videoId}&lang=${lang}${kind}&fmt=${ext}`,
  }))

const proxy = 'http://user:secret@proxy.example:3128'

/** What yt-dlp 2026 tells about these videos (`--dump-single-json`), cut to what is read. */
const told: Record<string, object> = {
  [talks.manual]: {
    language: 'en',
    subtitles: {
      live_chat: [{ ext: 'json', url: 'https://www.youtube.com/live_chat' }],
      en: track(talks.manual, 'en', ''),
    },
    automatic_captions: { 'en-orig': track(talks.manual, 'en', '&kind=asr') },
  },
  [talks.automatic]: {
    language: 'en',
    subtitles: {},
    automatic_captions: {
      de: track(talks.automatic, 'en', '&kind=asr&tlang=de'),
      'en-orig': track(talks.automatic, 'en', '&kind=asr'),
      en: track(talks.automatic, 'en', '&kind=asr'),
    },
  },
  [talks.german]: {
    language: 'de',
    subtitles: {},
    automatic_captions: {
      en: track(talks.german, 'de', '&kind=asr&tlang=en'),
      'de-orig': track(talks.german, 'de', '&kind=asr'),
    },
  },
  [talks.noCaptions]: { language: null, subtitles: {}, automatic_captions: {} },
}
const complaints: Record<string, string> = {
  [talks.private]: 'ERROR: [youtube] ryPGNFRu8mk: Private video. Sign in if you have been granted access to this video',
  [talks.live]: 'ERROR: [youtube] Ue7gAxLMql0: Sign in to confirm you’re not a bot. Use --cookies',
  [talks.deleted]: 'ERROR: [youtube] JMoGdY-uk6w: Unable to download API page: <urlopen error timed out>',
  [talks.upcoming]: 'Traceback (most recent call last):',
}

describe('captions by yt-dlp', () => {
  const at = againstTwin()
  let folder: string
  let path: string

  /** A program with yt-dlp's face: it takes the same arguments and tells the same things, from a table. */
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'yt-dlp-'))
    path = join(folder, 'yt-dlp')
    writeFileSync(
      path,
      `#!${process.execPath}
const videoId = process.argv.at(-1).split('v=')[1]
require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'called'))}, JSON.stringify({ args: process.argv.slice(2), env: process.env }))
const told = ${JSON.stringify(told)}[videoId]
const complaint = ${JSON.stringify(complaints)}[videoId]
if (videoId === ${JSON.stringify(talks.unplayable)}) setInterval(() => {}, 1000)
else if (complaint) { console.error(complaint); process.exit(1) }
else console.log(JSON.stringify(told))
`,
    )
    chmodSync(path, 0o755)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const open = (baseUrl: string) =>
    ytDlpCaptions({
      path,
      route: youtubeRoutes({ baseUrl })[0]!,
      clock: systemClock,
      proxy: () => proxy,
    })
  const code = (videoId: string) =>
    open(at.twin.url)
      .read(videoId)
      .then(
        () => 'ok',
        error => error.code,
      )

  captionsConformance(at, open)

  it('are asked for without a shell, without our environment, and with the link behind the options', async () => {
    await open(at.twin.url).read(talks.manual)
    const called = JSON.parse(readFileSync(join(folder, 'called'), 'utf8'))
    expect(called.args.slice(-2)).toEqual(['--', `https://www.youtube.com/watch?v=${talks.manual}`])
    expect(called.args).toContain('--ignore-config')
    // What stands on a command line is read by every user of the machine.
    expect(called.args.join(' ')).not.toContain('secret')
    const { PATH: _path, LANG: _lang, ...env } = called.env
    expect(env).toEqual({ http_proxy: proxy, https_proxy: proxy })
  })

  it.each(['--exec=id', 'a b', '../../etc', ''])('are not asked for with “%s” as an id', async videoId => {
    expect(await code(videoId)).toBe('invalid_id')
  })

  it('end with the code of the words that the program says', async () => {
    expect(await code(talks.private)).toBe('private')
    expect(await code(talks.live)).toBe('bot_check')
    expect(await code(talks.deleted)).toBe('network')
    expect(await code(talks.upcoming)).toBe('parse_changed')
  })

  it('end when the program is not there', async () => {
    const missing = ytDlpCaptions({
      path: join(folder, 'nothing'),
      route: youtubeRoutes({ baseUrl: at.twin.url })[0]!,
      clock: systemClock,
    })
    await expect(missing.read(talks.manual)).rejects.toMatchObject({ code: 'parse_changed', retryable: true })
  })

  it('kill a program that hangs when the caller stops', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort('enough'), 300)
    await expect(open(at.twin.url).read(talks.unplayable, { signal: stop.signal })).rejects.toBe('enough')
  })

  it('stand in when InnerTube is blocked', async () => {
    at.twin.fault('player|*', { kind: 'captcha' })
    expect(await at.open({ ytDlpPath: path }).captions.read(talks.automatic)).toMatchObject({ provider: 'yt-dlp' })
  })
})
