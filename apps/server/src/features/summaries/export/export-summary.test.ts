import type { SummaryContent } from '@recaps/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { createApiCaller, withToken } from '../../../../test/calls.ts'
import { silentSpeech } from '../../../../test/silent-speech.ts'
import { type TestUser, useServer } from '../../../../test/start-server.ts'
import { unzip } from '../../../../test/unzip.ts'
import { readableSummary, untilState } from '../../../../test/wait-for.ts'
import type { Speech } from '../../../ports/speech.ts'

const video = 'Sli7FA6EbqI'
const formats = ['md', 'txt', 'json', 'vtt', 'epub'] as const
type Format = (typeof formats)[number]

/** Hostile titles and captions, each an attack on one of the formats. */
const hostileTexts = [
  '<script>alert(1)</script>',
  '[here](javascript:alert(1)) ![x](https://evil.example/x.png)',
  'photo\u202Egnp.exe \u2066hidden\u2069',
  'a\u0007b\u0000c\uFFFEd\uD800e',
  'WEBVTT --> 00:00:01.000 --> 00:00:02.000',
  '&amp; ]]> "quoted" \'single\' <b>',
  '\n\n# Heading\n- list\n1. one\n---',
  `${'long'.repeat(60)} 你好 שלום 👩‍🚀`,
  '👩‍👩‍👧‍👦'.repeat(60),
  'com1.txt',
  'ＣＯＮ',
  '．．／．．／etc：x',
  ' \u200b.. ',
]

describe('summary export', async () => {
  const test = await useServer({ ports: { speech: metronome } })
  const call = createApiCaller(test.url)
  let user: TestUser
  let id: number
  const get = (format: string, summaryId = id) =>
    call(`/api/summaries/${summaryId}/export?format=${format}`, withToken(user.token))
  const file = (format: Format) => user.client.summaries.export({ params: { id }, query: { format } })

  beforeAll(async () => {
    user = await test.newUser()
    id = (await readableSummary(user.client, video)).id
    await untilState(user.client, id, 'ready')
  })

  it('exports a summary in five formats, with file name and media type', async () => {
    const names = await Promise.all(
      formats.map(async format => [format, (await file(format)).name, (await file(format)).type]),
    )
    const title = 'Why bread goes stale, and why the fridge makes it worse'
    expect(names).toEqual([
      ['md', `${title}.md`, 'text/markdown; charset=utf-8'],
      ['txt', `${title}.txt`, 'text/plain; charset=utf-8'],
      ['json', `${title}.json`, 'application/json'],
      ['vtt', `${title}.vtt`, 'text/vtt; charset=utf-8'],
      ['epub', `${title}.epub`, 'application/epub+zip'],
    ])
    for (const format of ['pdf', '', '__proto__', 'MD']) {
      const { status, json } = await get(format)
      expect([status, json.code, json.error]).toEqual([
        400,
        'invalid_request',
        'format must be one of md, txt, json, vtt, epub',
      ])
    }
    expect((await get('md', id + 1)).status).toBe(404)
  })

  it('includes all sentences with links to the moments they cite', async () => {
    const { content } = await user.client.summaries.detail({ params: { id } })
    const sentences = content!.sections.flatMap(section => section.sentences)
    const words = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, ' ')
    for (const format of ['md', 'txt', 'vtt'] as const) {
      const text = words(await (await file(format)).text())
      for (const sentence of sentences) expect(text).toContain(words(sentence.text).trim())
    }
    expect(JSON.parse(await (await file('json')).text())).toEqual(content)
    const markdown = await (await file('md')).text()
    const first = Math.floor(sentences[0]!.cites[0]!.startMs / 1000)
    expect(markdown).toContain(`(https://www.youtube.com/watch?v=${video}&t=${first}s)`)
    const lines = (await (await file('txt')).text()).split('\n')
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(78)
  })

  it('times WebVTT cues to the audio, or to the video if there is no audio', async () => {
    const { timings, content, audioDurationMs } = await user.client.summaries.detail({ params: { id } })
    const audioCues = cuesOf(await (await file('vtt')).text())
    expect(audioCues.map(cue => [cue.startMs, cue.endMs])).toEqual(timings!.map(line => [line.startMs, line.endMs]))
    expect(audioCues[0]!.text).toBe(content!.headline)
    expect(audioCues.at(-1)!.endMs).toBeLessThanOrEqual(audioDurationMs! + 50)
    const { db } = test.server.services.database
    await db.updateTable('audios').set({ state: 'failed' }).execute()
    try {
      const videoCues = cuesOf(await (await file('vtt')).text())
      const sentences = content!.sections.flatMap(section => section.sentences)
      expect(videoCues.length).toBe(sentences.length)
      for (const [at, cue] of videoCues.entries()) {
        expect(cue.endMs).toBeGreaterThan(cue.startMs)
        if (at > 0) expect(cue.startMs).toBeGreaterThanOrEqual(videoCues[at - 1]!.startMs)
        expect(sentences.some(({ text, cites }) => text === cue.text && cites[0]!.startMs === cue.startMs)).toBe(true)
      }
    } finally {
      await db.updateTable('audios').set({ state: 'ready' }).execute()
    }
  })

  it('exports a valid EPUB: uncompressed media type first, well-formed pages, complete manifest', async () => {
    await expectEpub(await (await file('epub')).arrayBuffer())
  })

  it('rejects an export before the text is ready', async () => {
    const waiting = await user.client.summaries.request({ body: { urlOrId: 'Ue7gAxLMql0', type: 'youtube' } })
    const { status, json } = await get('md', waiting.id)
    expect([status, json.code]).toEqual([400, 'invalid_request'])
  })

  it('escapes hostile titles and captions in every format', async () => {
    const { db } = test.server.services.database
    const { content } = await db
      .selectFrom('recaps')
      .select('content')
      .where('headline', 'is not', null)
      .executeTakeFirstOrThrow()
    for (const hostileText of hostileTexts) {
      const storable = hostileText.replace('\0', '').toWellFormed()
      const sentence = { text: storable, cites: [{ startMs: 61_000, endMs: 65_000 }], support: 'verified' as const }
      const hostile: SummaryContent = {
        ...(content as SummaryContent),
        headline: storable,
        inThreePoints: [sentence],
        sections: [{ title: storable, startMs: 60_000, endMs: 90_000, sentences: [sentence, sentence] }],
      }
      await db
        .updateTable('recaps')
        .set({ content: JSON.stringify(hostile) })
        .where('headline', 'is not', null)
        .execute()
      await db.updateTable('videos').set({ title: storable, channel: storable }).where('video_id', '=', video).execute()
      for (const format of formats) {
        const response = await get(format)
        expect([hostileText, format, response.status]).toEqual([hostileText, format, 200])
        const header = response.headers.get('content-disposition')!
        expect(header).toMatch(/^attachment; filename="[ -~]+"; filename\*=UTF-8''[\w.!~*'()%-]+$/)
        const plain = /filename="([^"]+)"/.exec(header)![1]!
        expect(plain).not.toMatch(/[\\/:*?<>|]|^\.|^(con|com\d|nul)\s*\.|[\s.]\.\w+$/i)
        expect(Buffer.byteLength(decodeURIComponent(/''(.*)$/.exec(header)![1]!))).toBeLessThan(255)
        expect(decodeURIComponent(/''(.*)$/.exec(header)![1]!)).not.toMatch(/[\\/:*?"<>|\p{Cc}\u202E\u2066]/u)
        if (format === 'epub') continue
        expect(response.text).not.toMatch(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/u)
      }
      const markdown = await (await file('md')).text()
      for (const [, address] of markdown.matchAll(/(?<!\\)\]\(([^)]*)\)/g))
        expect(address).toMatch(new RegExp(`^https://www.youtube.com/watch\\?v=${video}(&t=\\d+s)?$`))
      expect(markdown).not.toMatch(/(?<!\\)<\w/)
      expect(cuesOf(await (await file('vtt')).text()).length).toBeGreaterThan(0)
      await expectEpub(await (await file('epub')).arrayBuffer())
    }
  })
})

/** A fake voice that takes one second for each sentence, for tests of timings. */
const metronome: Speech = {
  ...silentSpeech,
  async speak({ content }) {
    const lines = [
      ...[content.headline, ...content.inThreePoints].map((_, sentence) => ({ section: -1, sentence })),
      ...content.sections.flatMap(({ sentences }, section) =>
        [-1, ...sentences.keys()].map(sentence => ({ section, sentence })),
      ),
    ]
    const timings = lines.map((line, at) => ({ ...line, startMs: at * 1000, endMs: at * 1000 + 1000, words: [] }))
    return { mp3: new Uint8Array(100), durationMs: lines.length * 1000, loudness: -19, timings }
  },
}

/** Parses WebVTT strictly: anything but cues and notes fails the test. */
function cuesOf(text: string): { startMs: number; endMs: number; text: string }[] {
  const [head, ...blocks] = text.trimEnd().split('\n\n')
  expect(head).toMatch(/^WEBVTT( [^\n]*)?$/)
  expect(head).not.toContain('-->')
  const ms = (clock: string) => {
    const [hours, minutes, seconds] = clock.split(':').map(Number) as [number, number, number]
    return Math.round(((hours * 60 + minutes) * 60 + seconds) * 1000)
  }
  return blocks.flatMap(block => {
    if (/^NOTE /.test(block)) return []
    const [, from, to, text] = /^(\d\d:\d\d:\d\d\.\d{3}) --> (\d\d:\d\d:\d\d\.\d{3})\n([^\n]+)$/.exec(block)!
    expect(text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/)
    return [
      {
        startMs: ms(from!),
        endMs: ms(to!),
        text: text!.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
      },
    ]
  })
}

async function expectEpub(file: ArrayBuffer): Promise<void> {
  const bytes = Buffer.from(file)
  // OCF 4.3: the first entry is the media type, uncompressed and without an extra field, so that it starts at byte 38.
  expect(bytes.subarray(30, 58).toString()).toBe('mimetypeapplication/epub+zip')
  expect([bytes.readUInt16LE(8), bytes.readUInt16LE(28)]).toEqual([0, 0])
  const entries = new Map([...(await unzip(file))].map(([name, content]) => [name, content.toString('utf8')]))
  expect(entries.keys().next().value).toBe('mimetype')
  for (const [name, text] of entries) if (/\.(xml|opf|xhtml)$/.test(name)) expectWellFormed(text)
  const [, root] = /full-path="([^"]+)"/.exec(entries.get('META-INF/container.xml')!)!
  const opf = entries.get(root!)!
  expect(opf).toMatch(/<meta property="dcterms:modified">\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ</)
  for (const needed of ['dc:identifier', 'dc:title', 'dc:language'])
    expect(opf).toMatch(new RegExp(`<${needed}[^>]*>[^<]+</`))
  const folder = root!.slice(0, root!.lastIndexOf('/') + 1)
  const hrefs = [...opf.matchAll(/<item [^>]*href="([^"]+)"/g)].map(match => folder + match[1]!)
  expect([...hrefs, root, 'META-INF/container.xml', 'mimetype'].sort()).toEqual([...entries.keys()].sort())
  const nav = entries.get(folder + /href="([^"]+)"[^>]*properties="nav"/.exec(opf)![1]!)!
  expect(nav).toContain('epub:type="toc"')
  for (const [, page, anchor] of nav.matchAll(/<a href="([^"#]+)#([^"]+)"/g))
    expect(entries.get(folder + page!)).toContain(`id="${anchor}"`)
}

/** Checks that tags are nested correctly, attributes quoted, and text escaped and free of characters that XML forbids. */
function expectWellFormed(xml: string): void {
  const open: string[] = []
  const piece = /<\?xml [^?]*\?>|<!DOCTYPE html>|<(\/?)([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y
  while (piece.lastIndex < xml.length) {
    const at = piece.lastIndex
    const match = piece.exec(xml)
    if (!match) throw new Error(`Invalid XML at ${at}: ${xml.slice(at, at + 80)}`)
    const [, closes, tag, attributes, isEmpty, text] = match
    expect(`${attributes ?? ''}${text ?? ''}`).not.toMatch(/&(?!(amp|lt|gt|quot);)|[^\P{Cc}\n]|[\uFFFE\uFFFF]/u)
    if (!tag || isEmpty) continue
    if (closes) expect(open.pop()).toBe(tag)
    else open.push(tag)
  }
  expect(open).toEqual([])
}
