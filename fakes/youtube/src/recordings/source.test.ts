import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRecordedSource } from './source.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recordings-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const put = (file: string, content: unknown) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content))
}
const pair = (url: string, requestBody: object, responseBody: unknown, status = 200) => ({
  request: {
    method: 'POST',
    url: `https://www.youtube.com/youtubei/v1${url}`,
    headers: {},
    body: JSON.stringify(requestBody),
  },
  response: { status, headers: { 'content-type': ['application/json'] }, body: JSON.stringify(responseBody) },
})
const fromClient = (clientName: string) => ({ context: { client: { clientName } } })
const body = (answer: { body: string | Uint8Array } | undefined) => Buffer.from(answer?.body ?? 'none').toString()
const player = (videoId: string, client: string) =>
  ({ op: 'player', videoId, client, isReel: false, visitor: '' }) as const
const timedtext = (videoId: string) =>
  ({ op: 'timedtext', videoId, language: 'en', kind: '', format: 'json3' }) as const

describe('folder of recordings', () => {
  it('finds player answers in files of any subfolder', () => {
    put('deep/er/1.json', pair('/player', { videoId: 'aaaaaaaaaaA', ...fromClient('VISIONOS') }, { from: 'VISIONOS' }))
    put(
      '2.json',
      pair(
        '/reel/reel_item_watch',
        { playerRequest: { videoId: 'aaaaaaaaaaA' }, ...fromClient('ANDROID') },
        { playerResponse: { from: 'ANDROID' } },
      ),
    )
    const source = createRecordedSource(folder)
    expect(body(source.answer(player('aaaaaaaaaaA', 'VISIONOS')))).toBe('{"from":"VISIONOS"}')
    expect(body(source.answer(player('aaaaaaaaaaA', 'ANDROID')))).toBe('{"from":"ANDROID"}')
    expect(body(source.answer({ ...player('aaaaaaaaaaA', 'ANDROID'), isReel: true }))).toBe(
      '{"playerResponse":{"from":"ANDROID"}}',
    )
    expect(source.answer(player('bbbbbbbbbbA', 'ANDROID'))).toBeUndefined()
  })

  it('answers a client without a recording with that of another client, preferring apps to WEB', () => {
    put('1.json', pair('/player', { videoId: 'aaaaaaaaaaA', ...fromClient('WEB') }, { from: 'WEB' }))
    const web = createRecordedSource(folder)
    expect(body(web.answer(player('aaaaaaaaaaA', 'VISIONOS')))).toBe('{"from":"WEB"}')
    put('2.json', pair('/player', { videoId: 'aaaaaaaaaaA', ...fromClient('IOS') }, { from: 'IOS' }))
    expect(body(createRecordedSource(folder).answer(player('aaaaaaaaaaA', 'VISIONOS')))).toBe('{"from":"IOS"}')
  })

  it('does not use a recording with `$fields` as a complete player answer', () => {
    put(
      '1.json',
      pair('/player?$fields=microformat', { videoId: 'aaaaaaaaaaA', ...fromClient('WEB') }, { microformat: 1 }),
    )
    const source = createRecordedSource(folder)
    expect(source.answer(player('aaaaaaaaaaA', 'WEB'))).toBeUndefined()
    expect(body(source.answer({ op: 'microformat', videoId: 'aaaaaaaaaaA' }))).toBe('{"microformat":1}')
  })

  it('makes a video id of the file name for recordings without an id', () => {
    put('player-bodies/bot.json', { playabilityStatus: { status: 'LOGIN_REQUIRED' } })
    put('html/sorry-page.html', '<html><div class="g-recaptcha"></div></html>')
    const source = createRecordedSource(folder)
    expect(body(source.answer(player('bot________', 'ANDROID')))).toContain('LOGIN_REQUIRED')
    expect(source.answer(player('sorry-page_', 'ANDROID'))?.status).toBe(429)
  })

  it('extracts the player answer from a recorded watch page', () => {
    const answer = {
      playabilityStatus: { status: 'OK' },
      videoDetails: { videoId: 'aaaaaaaaaaA', title: 'a "};" b\\' },
    }
    put('page.html', `<script>var ytInitialPlayerResponse = ${JSON.stringify(answer)};var x = {}</script>`)
    const source = createRecordedSource(folder)
    expect(JSON.parse(body(source.answer(player('aaaaaaaaaaA', 'ANDROID'))))).toEqual(answer)
    expect(source.answer({ op: 'watch', videoId: 'aaaaaaaaaaA' })?.contentType).toMatch(/html/)
  })

  it('assigns captions by captions.json, otherwise by length', () => {
    const video = (videoId: string, lengthSeconds: string) => ({
      playabilityStatus: {},
      videoDetails: { videoId, lengthSeconds },
    })
    put('short.json', video('aaaaaaaaaaA', '60'))
    put('long.json', video('bbbbbbbbbbA', '600'))
    const track = (word: string, endMs: number) => ({
      events: [{ tStartMs: 0, segs: [{ utf8: word }] }, { tStartMs: endMs }],
    })
    put('captions/one.json3', track('one', 70_000))
    put('captions/ten.json3', track('ten', 610_000))
    const byLength = createRecordedSource(folder)
    expect(body(byLength.answer(timedtext('aaaaaaaaaaA')))).toContain('one')
    expect(body(byLength.answer(timedtext('bbbbbbbbbbA')))).toContain('ten')
    expect(body(byLength.answer(timedtext('bbbbbbbbbbA')))).not.toContain('610000')
    put('captions.json', { aaaaaaaaaaA: 'captions/ten.json3' })
    expect(body(createRecordedSource(folder).answer(timedtext('aaaaaaaaaaA')))).toContain('ten')
    expect(byLength.answer(timedtext('cccccccccca'))).toBeUndefined()
  })

  it('answers a filtered search with the recording of the unfiltered search', () => {
    put('1.json', pair('/search', { query: 'bread', params: '8AEB' }, { mixed: true }))
    const source = createRecordedSource(folder)
    expect(body(source.answer({ op: 'search', query: 'bread', type: 'video' }))).toBe('{"mixed":true}')
    expect(source.answer({ op: 'search', query: 'cheese', type: 'video' })).toBeUndefined()
  })

  it('finds a recorded feed by channel id and by user name', () => {
    put(
      'feed.xml',
      '<?xml version="1.0"?><feed><link rel="self" href="http://www.youtube.com/feeds/videos.xml?user=Somebody"/><author><uri>https://www.youtube.com/channel/UCaaaa</uri></author></feed>',
    )
    const source = createRecordedSource(folder)
    expect(source.answer({ op: 'feed', query: 'user=somebody' })?.status).toBe(200)
    expect(source.answer({ op: 'feed', query: 'channel_id=UCaaaa' })?.status).toBe(200)
  })

  it('lists unusable recordings, and throws if the folder does not exist', () => {
    put('notes.md', '# Notes')
    put('other.json', { hello: 1 })
    expect(createRecordedSource(folder).index.map(({ file, kind }) => [file, kind])).toEqual([
      ['notes.md', 'nothing'],
      ['other.json', 'nothing'],
    ])
    expect(() => createRecordedSource(join(folder, 'nowhere'))).toThrow(/ENOENT/)
  })
})
