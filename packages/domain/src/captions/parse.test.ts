import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type CaptionsOutcome, MAX_CAPTION_BYTES, type ParsedCaptions, parseCaptions } from './parse.ts'

const parsed = (input: string | Uint8Array, fileName?: string): ParsedCaptions => {
  const outcome: CaptionsOutcome = parseCaptions(input, { fileName })
  if (outcome.kind !== 'captions') throw new Error(`refused: ${outcome.reason}`)
  return outcome
}
const lines = (input: string | Uint8Array) =>
  parsed(input).segments.map(({ startMs, endMs, text }) => [startMs, endMs, text])
const outcomeReason = (input: string | Uint8Array) => {
  const outcome = parseCaptions(input)
  return outcome.kind === 'refused' ? outcome.reason : outcome.kind
}

describe('caption formats', () => {
  const expected = [
    [1000, 2500, 'Tea & toast'],
    [3000, 4000, 'for two people.'],
  ]
  test.each([
    ['vtt', 'WEBVTT\n\n00:01.000 --> 00:02.500\nTea &amp; toast\n\n00:00:03.000 --> 00:00:04.000\nfor two\npeople.\n'],
    [
      'vtt',
      'WEBVTT - a talk\nKind: captions\n\nNOTE --\nnot said\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:a\n\nintro\n00:01.000 --> 00:02.500 align:start position:0%\n<v.loud Ada>Tea &amp; <c.colorE5E5E5>toast</c></v>\n\n00:03.000 --> 00:04.000 line:-1\n<i>for</i> two people.',
    ],
    ['vtt', '00:01.000 --> 00:02.500 align:start\nTea & toast\n\n00:03.000 --> 00:04.000\nfor two people.\n'],
    [
      'srt',
      '1\n00:00:01,000 --> 00:00:02,500\nTea & <b>toast</b>\n\n2\n00:00:03,000 --> 00:00:04,000\n{\\an8}for two\npeople.\n',
    ],
    [
      'srt',
      '1\r\n00:00:01.000 --> 00:00:02.500\r\nTea &amp; toast\r\n\r\n2\r\n00:00:03.000 --> 00:00:04.000\r\nfor two\\Npeople.\r\n',
    ],
    ['srt', '00:00:01,000-->00:00:02,500\rTea & toast\r\r00:00:03, 000 --> 00:00:04, 000\rfor two people.\r'],
    [
      'srt',
      '1\n00:00:01,000 --> 00:00:02,500\nTea & toast\n2\n00:00:03,000 --> 00:00:04,000\n<font color="#fff">for two</font>\n\npeople.',
    ],
    ['srt', '0:00:01.000,0:00:02.500\nTea & toast\n\n0:00:03.000,0:00:04.000\nfor two\npeople.\n'],
    ['srt', '00:00:01,000 --> 00:00:02,500 Tea & toast\n00:00:03,000 --> 00:00:04,000 for two people.'],
    ['srt', '1\n00:00:01:000 --> 00:00:02:500\nTea & toast\n\n2\n00:00:03:000 → 00:00:04:000\nfor two people.\n'],
    ['srt', '1\n00:00:01;00 --> 00:00:02;15\nTea &amp; toast\n\n2\n00:00:03;00 --&gt; 00:00:04;00\nfor two people.\n'],
    [
      'json3',
      '{"wireMagic":"pb3","events":[{"tStartMs":0,"dDurationMs":9000,"id":1},{"tStartMs":1000,"dDurationMs":1500,"segs":[{"utf8":"<i>Tea</i> &amp; toast"}]},{"tStartMs":2000,"aAppend":1,"segs":[{"utf8":"\\n"}]},{"tStartMs":3000,"dDurationMs":1000,"segs":[{"utf8":"for two\\npeople."}]}]}',
    ],
    [
      'timedtext',
      '<?xml version="1.0" encoding="utf-8" ?><transcript><text start="1" dur="1.5">Tea &amp;amp; &lt;i&gt;toast&lt;/i&gt;</text><text start="3" dur="1">for two\npeople.</text></transcript>',
    ],
    [
      'timedtext',
      '<?xml version="1.0" encoding="utf-8" ?><timedtext format="3"><head><pen id="1"/></head><body><w t="0" id="1"/><p t="1000" d="1500" w="1">Tea &amp; toast</p><p t="2990" w="1" a="1">\n</p><p t="3000" d="1000">for two<br/>people.</p></body></timedtext>',
    ],
    [
      'timedtext',
      '<timedtext><window t="0" id="1"/><text t="1000" d="1500" w="1">Tea &amp; toast</text><text t="3000" d="1000">for two people.</text></timedtext>',
    ],
    [
      'timedtext',
      '<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="00:00:01.000" end="00:00:02.500">Tea &amp; toast</p><p begin="3s" dur="1s">for <span>two</span> people.</p></div></body></tt>',
    ],
  ])('parses %s to the same transcript as all other formats (%#)', (format, text) => {
    expect(lines(text)).toEqual(expected)
    expect(parsed(text)).toMatchObject({ format, timing: 'stamped' })
  })

  it('keeps words that a json3 event appends to its window', () => {
    const events = [
      { tStartMs: 0, dDurationMs: 3000, segs: [{ utf8: 'Hello' }, { utf8: ' and', tOffsetMs: 400 }] },
      { tStartMs: 1000, dDurationMs: 2000, aAppend: 1, segs: [{ utf8: '\n' }] },
      { tStartMs: 1000, dDurationMs: 2000, aAppend: 1, segs: [{ utf8: 'welcome.' }] },
    ]
    expect(lines(JSON.stringify({ events })).map(([, , text]) => text)).toEqual(['Hello and', 'welcome.'])
  })

  it('estimates the duration of a cue without an end from its words', () => {
    const expected = [
      [1000, 2200, 'Tea and toast'],
      [3000, 4200, 'for two people.'],
    ]
    expect(lines('1\n00:00:01,000 -->\nTea and toast\n\n2\n00:00:03,000 --> \nfor two people.\n')).toEqual(expected)
    expect(lines('WEBVTT\n\n00:01.000 -->\nTea and toast\n\n00:03.000 -->\nfor two people.\n')).toEqual(expected)
  })

  it('starts a cue at zero if a tool shifted it to before the start', () => {
    const srt = '1\n-00:00:01,000 --> 00:00:02,000\nTea\n\n2\n00:00:03,000 --> 00:00:04,000\nand toast\n'
    expect(lines(srt)).toEqual([
      [0, 2000, 'Tea'],
      [3000, 4000, 'and toast'],
    ])
  })

  test.each([
    ['a sign before the timestamp', '-00:00:02,500 --> 00:00:01,000', [0, 1000]],
    ['a sign before every field', '-1:-2:-3,-40 --> -1:-2:-1,-40', [0, 400]],
    ['the hours rounded down', '-1:59:57,500 --> -1:59:58,900', [0, 400]],
    ['the sign after a zero', '0-1:59:57,500 --> 0-1:59:58,900', [0, 400]],
    ['a typographic minus sign', '−00:00:02.500 → 00:00:01.000', [0, 1000]],
  ])('keeps the words of a cue with negative times: %s', (_, times, [startMs, endMs]) => {
    const srt = `1\n${times}\nTea\n\n2\n00:00:03,000 --> 00:00:04,000\nand toast\n`
    expect(lines(srt)).toEqual([
      [startMs, endMs, 'Tea'],
      [3000, 4000, 'and toast'],
    ])
  })

  it('starts captions at zero if a tool shifted all of them to before the start', () => {
    const srt = '1\n-00:00:09,000 --> -00:00:07,000\nTea\n\n2\n-00:00:06,000 --> -00:00:05,000\nand toast\n'
    expect(lines(srt)).toEqual([
      [0, 2000, 'Tea'],
      [3000, 4000, 'and toast'],
    ])
  })

  test.each([
    ['one digit each', '0:0:1,5 --> 0:0:2,25', [1500, 2250]],
    ['many digits', '000000:0000:0000001,500000000000 --> 000:000:002,2500', [1500, 2250]],
    ['spaces around the separators', '00 : 00 : 01 , 500 --> 00 : 00 : 02 , 250', [1500, 2250]],
    ['only seconds', '1.5 --> 2.25', [1500, 2250]],
    ['Arabic digits', '٠٠:٠٠:٠١٫٥٠٠ --> ٠٠:٠٠:٠٢٫٢٥٠', [1500, 2250]],
    ['directional marks', '\u200f00:00:01,500 \u200f--> \u200e00:00:02,250\u200e', [1500, 2250]],
    ['Devanagari digits', '००:००:०१,५०० --> ००:००:०२,२५०', [1500, 2250]],
    ['Thai digits', '๐๐:๐๐:๐๑,๕๐๐ --> ๐๐:๐๐:๐๒,๒๕๐', [1500, 2250]],
    ['full-width characters', '００：００：０１，５００ －－＞ ００：００：０２，２５０', [1500, 2250]],
    ['full-width colons', '00：00：01,500 --> 00：00：02,250', [1500, 2250]],
    ['mathematical digits', '𝟎𝟎:𝟎𝟎:𝟎𝟏,𝟓𝟎𝟎 --> 𝟬𝟬:𝟬𝟬:𝟬𝟮,𝟮𝟱𝟬', [1500, 2250]],
  ])('reads timestamps with %s', (_, times, [startMs, endMs]) => {
    expect(lines(`1\n${times}\nTea and toast\n`)).toEqual([[startMs, endMs, 'Tea and toast']])
    expect(lines(`١\n${times}\nTea\n\n٢\n00:00:03,000 --> 00:00:04,000\n２ toasts`)).toEqual([
      [startMs, endMs, 'Tea'],
      [3000, 4000, '２ toasts'],
    ])
  })

  it('detects the caption format from the content and ignores the file name [ASVS 5.2.2]', () => {
    expect(parsed('WEBVTT\n\n00:01.000 --> 00:02.000\nHello', 'talk.en.json3').format).toBe('vtt')
  })
})

describe('word times', () => {
  const words = [
    { text: 'we', startMs: 1000 },
    { text: 'will', startMs: 1200 },
    { text: 'see', startMs: 1500 },
  ]
  test.each([
    [
      'json3',
      '{"events":[{"tStartMs":1000,"dDurationMs":2000,"segs":[{"utf8":"we"},{"utf8":" will","tOffsetMs":200},{"utf8":" see","tOffsetMs":500}]}]}',
    ],
    ['vtt', 'WEBVTT\n\n00:01.000 --> 00:03.000\nwe<00:00:01.200><c> will</c><00:00:01.500><c> see</c>'],
    [
      'vtt',
      'WEBVTT\n\n00:01.000 --> 00:03.000\nwe<00:00:01.200><c> wi</c><00:00:01.230><c>ll</c><00:00:01.500><c> s</c><00:00:01.600><c>ee</c>',
    ],
    [
      'timedtext',
      '<timedtext format="3"><body><p t="1000" d="2000"><s ac="0">we</s><s t="200"> will</s><s t="500"> see</s></p></body></timedtext>',
    ],
  ])('reads the word times of %s (%#)', (_, text) => {
    expect(parsed(text).segments).toEqual([{ startMs: 1000, endMs: 3000, text: 'we will see', words }])
  })

  it('ignores word timestamps outside their cue', () => {
    const [segment] = parsed(
      'WEBVTT\n\n02:01.000 --> 02:03.000\nwe<00:00:01.200><c> will</c><00:00:01.500><c> see</c>',
    ).segments
    expect(segment).toEqual({ startMs: 121_000, endMs: 123_000, text: 'we will see' })
  })
})

describe('unusual text', () => {
  const srt = (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`
  const spokenTexts = (input: string | Uint8Array) => parsed(input).segments.map(segment => segment.text)

  test.each([
    [
      'doubly escaped entities',
      'Rock &amp;amp; roll&amp;#39;s &quot;best&quot; &#x1F600; &nbsp;hit',
      'Rock & roll\'s "best" 😀 hit',
    ],
    ['angle brackets that are not tags', 'a vector<int> is 1 < 2 and 3 > 2', 'a vector<int> is 1 < 2 and 3 > 2'],
    ['a broken tag', 'over <i there', 'over <i there'],
    ['NUL, control and invisible characters', 'He\u0000llo\u200b \u0007the\u00adre &#0;\u202e!', 'Hello there !'],
    ['lone surrogates', 'so \ud83d\ude00 \ud83d far', 'so 😀 far'],
    ['doubly escaped tags', 'Tea &amp;lt;i&amp;gt;and&amp;lt;/i&amp;gt; toast', 'Tea and toast'],
    ['an unknown entity', 'AT&T &bogus; here', 'AT&T &bogus; here'],
    ['only a number', '1984', '1984'],
  ])('reads captions with %s', (_, text, expected) => {
    expect(spokenTexts(srt(text))).toEqual([expected])
  })

  test.each([
    ['UTF-8 with a byte order mark', new TextEncoder().encode(`\uFEFF${srt('Café')}`)],
    ['UTF-16 with a byte order mark', Uint8Array.of(0xff, 0xfe, ...Buffer.from(srt('Café'), 'utf16le'))],
    ['UTF-16 without a byte order mark', new Uint8Array(Buffer.from(srt('Café'), 'utf16le'))],
    ['big-endian UTF-16', Uint8Array.of(0xfe, 0xff, ...Buffer.from(srt('Café'), 'utf16le').swap16())],
    ['windows-1252', new Uint8Array(Buffer.from(srt('Caf\xe9'), 'latin1'))],
  ])('decodes captions in %s', (_, bytes) => {
    expect(spokenTexts(bytes)).toEqual(['Café'])
  })

  it('decodes a file truncated in the middle of a character as UTF-8', () => {
    const bytes = new TextEncoder().encode(srt('Ça va très bien à Orléans où'))
    expect(spokenTexts(bytes.subarray(0, bytes.length - 2))).toEqual(['Ça va très bien à Orléans o'])
  })

  test.each([
    ['in a timestamp', 'Hello\n\n2\n00:0', 'vtt srt'],
    ['in a time line', 'Hello\n\n2\n00:00:03,000 --> 00:0', 'vtt srt'],
    ['after an index', 'Hello\n\n2', 'srt'],
    ['in a word timestamp', 'Hello<00:00:0', 'vtt'],
    ['in a tag', 'Hello</', 'vtt'],
  ])('reads a file truncated %s up to its end', (_, text, formats) => {
    if (formats.includes('srt')) expect(spokenTexts(`1\n00:00:01,000 --> 00:00:02,000\n${text}`)).toEqual(['Hello'])
    if (formats.includes('vtt')) expect(spokenTexts(`WEBVTT\n\n1\n00:01.000 --> 00:02.000\n${text}`)).toEqual(['Hello'])
  })

  it('keeps complete text that resembles a truncated file', () => {
    expect(spokenTexts('1\n00:00:01,000 --> 00:00:02,000\nThe answer is\n42')).toEqual(['The answer is 42'])
    expect(spokenTexts('1\n00:00:01,000 --> 00:00:02,000\nWe meet at\n3:30')).toEqual(['We meet at 3:30'])
    expect(spokenTexts('WEBVTT\n\n00:01.000 --> 00:02.000\nfive < six')).toEqual(['five < six'])
  })

  it('reads truncated XML up to its end', () => {
    expect(
      spokenTexts('<?xml version="1.0"?><transcript><text start="1" dur="1">one</text><text start="2" dur="1">tw'),
    ).toEqual(['one', 'tw'])
  })

  it('does not expand DTD entities in captions [ASVS 1.5.1]', () => {
    const bomb =
      '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><transcript><text start="0" dur="1">x&b;</text></transcript>'
    expect(spokenTexts(bomb)).toEqual(['x&b;'])
  })
})

describe('language detection', () => {
  test.each([
    ['the file', 'WEBVTT\nKind: captions\nLanguage: de-DE\n\n00:01.000 --> 00:02.000\nHallo', 'talk.en.vtt', 'de-DE'],
    ['the XML', '<tt xml:lang="fr"><body><p begin="1s" end="2s">Bonjour</p></body></tt>', undefined, 'fr'],
    ['the file name', 'WEBVTT\n\n00:01.000 --> 00:02.000\nOlá', 'a talk.pt-BR.vtt', 'pt-BR'],
    ['the file name of an original', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHi', 'a.en-orig.vtt', 'en'],
    ['no source', 'WEBVTT\nLanguage: <b>\n\n00:01.000 --> 00:02.000\nHi', 'talk.vtt', undefined],
  ])('reads the language of captions from %s', (_, text, fileName, language) => {
    expect(parsed(text, fileName).language).toBe(language)
  })
})

describe('input that is not captions', () => {
  test.each([
    ['an empty file', '', 'empty'],
    ['blank text', '\uFEFF \r\n\t\n', 'empty'],
    ['only a header', 'WEBVTT\nKind: captions\n', 'empty'],
    ['json3 without events', '{"wireMagic":"pb3","events":[]}', 'empty'],
    ['XML without texts', '<?xml version="1.0"?><transcript/>', 'empty'],
    ['only sounds', 'WEBVTT\n\n00:01.000 --> 00:02.000\n[Music]\n\n00:03.000 --> 00:04.000\n♪♪\n', 'no_speech'],
    ['a consent page', '<!DOCTYPE html><html><body>Before you continue to YouTube</body></html>', 'web_page'],
    ['a captcha page', '\n<HTML><head><title>Sorry</title></head></HTML>', 'web_page'],
    ['other JSON', '{"error":{"code":403}}', 'unreadable'],
    [
      'deeply nested JSON',
      `{"events":[{"tStartMs":1,"segs":[{"utf8":"a"}],"x":${'['.repeat(40)}${']'.repeat(40)}}]}`,
      'unreadable',
    ],
    ['Advanced SubStation without lines', '[Script Info]\nTitle: x\n\n[Events]\nComment: 0,0:00:01.00,,Hello', 'empty'],
    ['only drawings', '1\n00:00:01,000 --> 00:00:02,000\n{\\p1}m 0 0 l 5 0 5 5{\\p0}\n', 'no_speech'],
    ['MicroDVD', '{25}{50}Hello\n{60}{90}there\n', 'unreadable'],
    ['timestamps beyond all clocks', '<transcript><text start="1e43" dur="1">a</text></transcript>', 'empty'],
    ['timestamps beyond all numbers', '{"events":[{"tStartMs":1e300,"segs":[{"utf8":"a"}]}]}', 'empty'],
    ['other XML', '<?xml version="1.0"?><rss><channel><title>News</title></channel></rss>', 'unreadable'],
    ['truncated JSON', '{"events":[{"tStartMs":1,"segs":[{"utf8":"a', 'unreadable'],
    ['a PDF', '%PDF-1.7\n', 'unreadable'],
  ])('rejects %s', (_, text, expected) => {
    expect(outcomeReason(new TextEncoder().encode(text))).toBe(expected)
  })

  it('rejects a picture', () => {
    const noise = Uint8Array.from({ length: 5_000 }, (_, at) => (at * 7_919 * (at % 13) + at) % 256)
    expect(outcomeReason(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, ...noise))).toBe('unreadable')
  })

  it('rejects a file that is one byte over the limit', () => {
    const file = `WEBVTT\n\n00:01.000 --> 00:02.000\n${'word '.repeat(20)}\n`
    expect(outcomeReason(new TextEncoder().encode(file + ' '.repeat(MAX_CAPTION_BYTES - file.length)))).toBe('captions')
    expect(outcomeReason(new TextEncoder().encode(file + ' '.repeat(MAX_CAPTION_BYTES - file.length + 1)))).toBe(
      'too_big',
    )
  })
})

describe('for any captions', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzéß'), minLength: 1, maxLength: 9 })
  const cue = fc.record({
    gapMs: fc.integer({ min: 0, max: 20_000 }),
    lastsMs: fc.integer({ min: 200, max: 9_000 }),
    words: fc.array(word, { minLength: 1, maxLength: 9 }),
  })
  const cues = fc.array(cue, { minLength: 1, maxLength: 30 }).map(list => {
    let clockMs = 0
    return list.map(({ gapMs, lastsMs, words }) => {
      const startMs = clockMs + gapMs
      clockMs = startMs + lastsMs
      return { startMs, endMs: clockMs, text: words.join(' ') }
    })
  })
  const pad = (value: number, width: number) => String(value).padStart(width, '0')
  const stamp = (ms: number, point: string) =>
    `${pad(Math.floor(ms / 3_600_000), 2)}:${pad(Math.floor(ms / 60_000) % 60, 2)}:${pad(Math.floor(ms / 1000) % 60, 2)}${point}${pad(ms % 1000, 3)}`
  type WrittenCues = { startMs: number; endMs: number; text: string }[]
  const writers: Record<string, (list: WrittenCues) => string> = {
    vtt: list =>
      `WEBVTT\n\n${list.map(c => `${stamp(c.startMs, '.')} --> ${stamp(c.endMs, '.')}\n${c.text}`).join('\n\n')}`,
    srt: list =>
      list.map((c, at) => `${at + 1}\n${stamp(c.startMs, ',')} --> ${stamp(c.endMs, ',')}\n${c.text}\n`).join('\n'),
    json3: list =>
      JSON.stringify({
        events: list.map(c => ({ tStartMs: c.startMs, dDurationMs: c.endMs - c.startMs, segs: [{ utf8: c.text }] })),
      }),
    srv1: list =>
      `<transcript>${list.map(c => `<text start="${c.startMs / 1000}" dur="${(c.endMs - c.startMs) / 1000}">${c.text}</text>`).join('')}</transcript>`,
  }

  test.each(Object.keys(writers))('parses any captions written as %s with their times', format => {
    fc.assert(
      fc.property(cues, list => {
        expect(lines((writers[format] as (list: WrittenCues) => string)(list))).toEqual(
          list.map(c => [c.startMs, c.endMs, c.text]),
        )
      }),
    )
  })

  it('keeps every word of any rolling captions exactly once', () => {
    fc.assert(
      fc.property(fc.array(fc.array(word, { minLength: 2, maxLength: 7 }), { minLength: 3, maxLength: 30 }), lines => {
        const rows = lines.map(words => words.join(' '))
        const rolled = rows.flatMap((row, at) => [
          { startMs: at * 2000, endMs: at * 2000 + 1990, text: `${rows[at - 1] ?? ' '}\n${row}` },
          { startMs: at * 2000 + 1990, endMs: at * 2000 + 2000, text: `${row}\n ` },
        ])
        const { segments } = parsed((writers.vtt as (list: WrittenCues) => string)(rolled))
        expect(segments.map(segment => segment.text).join(' ')).toBe(rows.join(' '))
      }),
    )
  })

  it('parses any bytes without throwing, to ordered segments without markup', () => {
    const pieces = fc.constantFrom(
      'WEBVTT\n\n',
      '00:00:01.000 --> 00:00:02.000\n',
      '0:15 ',
      '<c>',
      '<00:00:01.500>',
      '&lt;b&gt;',
      '>> ',
      '- ',
      '[Music]',
      '\n\n',
      'Bob: ',
      '{"events":[',
      '<transcript><text start="1">',
      '99:59:59,999 --> 00:00:00,000\n',
      'word ',
      '\r',
      '\u0000',
    )
    const text = fc
      .array(fc.oneof({ weight: 4, arbitrary: pieces }, fc.string()), { maxLength: 40 })
      .map(list => list.join(''))
    fc.assert(
      fc.property(
        fc.oneof(
          text.map(value => new TextEncoder().encode(value)),
          fc.uint8Array({ maxLength: 200 }),
        ),
        bytes => {
          const outcome = parseCaptions(bytes)
          if (outcome.kind === 'refused') return
          expect(outcome.segments.length).toBeGreaterThan(0)
          outcome.segments.forEach((segment, at) => {
            expect(Number.isSafeInteger(segment.startMs) && Number.isSafeInteger(segment.endMs)).toBe(true)
            expect(segment.startMs).toBeGreaterThanOrEqual(outcome.segments[at - 1]?.startMs ?? 0)
            expect(segment.endMs).toBeGreaterThanOrEqual(segment.startMs)
            expect(segment.text).toMatch(/^\S+(?: \S+)*$/u)
          })
        },
      ),
      { numRuns: 1_000 },
    )
  })
})
