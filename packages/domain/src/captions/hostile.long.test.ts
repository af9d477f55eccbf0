import { describe, expect, test } from 'vitest'
import { MAX_CAPTION_BYTES, parseCaptions } from './parse.ts'

/** Fills a file up to the maximum size. */
const fill = (head: string, piece: string, tail = ''): string =>
  head + piece.repeat(Math.floor((MAX_CAPTION_BYTES - head.length - tail.length) / piece.length)) + tail

const fillWithLines = (head: string, line: (at: number) => string): string => {
  const lines: string[] = []
  let length = head.length
  for (let at = 0; length < MAX_CAPTION_BYTES - 200; at++) {
    const text = line(at)
    lines.push(text)
    length += text.length
  }
  return head + lines.join('')
}

const stamp = (seconds: number) =>
  [3600, 60, 1]
    .map((unit, at) => String(at === 0 ? Math.floor(seconds / unit) : Math.floor(seconds / unit) % 60).padStart(2, '0'))
    .join(':')
const cue = (from: number, to: number, text: string) => `${stamp(from)}.000 --> ${stamp(to)}.000\n${text}\n\n`

const header = 'WEBVTT\n\n'
const inCue = `${header}00:00:00.000 --> 00:00:01.000\n`
const inText = '<?xml version="1.0"?><transcript><text start="0" dur="1">'
const growing = () => {
  let line = ''
  return fillWithLines(header, at => {
    line = `${line} word${at}`.slice(-4_000)
    return cue(at, at + 1, line)
  })
}

const measure = (bytes: Uint8Array): number => {
  const before = process.cpuUsage()
  const outcome = parseCaptions(bytes)
  expect(['captions', 'refused']).toContain(outcome.kind)
  return process.cpuUsage(before).user / 1000
}

describe('five megabytes of hostile captions are parsed in linear time [ASVS 1.5.1, 5.2.1] [threat 20]', () => {
  const files: Record<string, () => string> = {
    'open angle brackets': () => fill(inCue, '<'),
    'open tags': () => fill(inCue, '<c.a '),
    'nested tags': () => fill(inCue, '<c>'),
    'word timestamps': () => fill(inCue, 'a<00:00:00.500>'),
    escapes: () => fill(inCue, '&amp;amp;'),
    ampersands: () => fill(inCue, '&#x'),
    overrides: () => fill(inCue, '{\\'),
    'open brackets': () => fill(inCue, '['),
    brackets: () => fill(inCue, '[a]'),
    stars: () => fill(inCue, '*a '),
    turns: () => fill(inCue, '>> '),
    names: () => fill(inCue, 'Aaa Bbb Ccc: '),
    dashes: () => fill(inCue, '\n- '),
    lines: () => fill(inCue, 'a\n'),
    spaces: () => fill(inCue, ' ', 'x'),
    'spaces in a time line': () => fill(`${header}00:00:00.000`, ' ', '--> 00:00:01.000\na'),
    arrows: () => fill(header, '-->'),
    'arrow lines': () => fill(header, '-->\n'),
    timestamps: () => fill(header, '00:00:00.000 '),
    digits: () => fill('', '1'),
    'settings followed by something else': () =>
      fill(header, `00:00:00.000 --> 00:00:01.000 ${'line:'.repeat(180)} x\na\n\n`),
    'line feeds': () => fill(header, '\n'),
    'carriage returns': () => fill(header, '\r'),
    headers: () => fill('', 'WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00.000,MPEGTS:9\n\n00:00.000 --> 00:01.000\na\n\n'),
    indices: () => fill('', '1\n'),
    'time lines': () => fill('', '00:00:00,000 --> 00:00:01,000\n'),
    'the same cue': () => fill(header, cue(0, 1, 'the same words again')),
    'a growing line': growing,
    'cues in reverse order': () => fillWithLines(header, at => cue(400_000 - at * 3, 400_001 - at * 3, `word${at}`)),
    'a clock that jumps back and forth': () =>
      fillWithLines(header, at => cue(at % 2 ? at : 90_000 - at, at + 1, `word${at}`)),
    'a thousand recordings': () =>
      fillWithLines(header, at => cue((at % 119) * 20, (at % 119) * 20 + 20, `word${at} ${'and so on '.repeat(3)}`)),
    silences: () => fillWithLines(header, at => cue(at * 90, at * 90 + 1, `word${at}`)),
    'XML open tags': () => fill('<transcript>', '<a>'),
    'XML closing tags': () => fill(inText, '</b>'),
    'XML angle brackets': () => fill(inText, '<'),
    'XML attributes': () => fillWithLines('<transcript ', at => `a${at}="1" `),
    'XML texts': () => fill('<transcript>', '<text start="1" dur="2">a</text>'),
    'XML words': () => fill('<timedtext><body><p t="0" d="1000">', '<s t="1">&amp;lt;</s>'),
    'XML comments': () => fill(`${inText}<!--`, '-'),
    'XML CDATA sections': () => fill(`${inText}<![CDATA[`, ']'),
    'entity definitions': () => fill('<!DOCTYPE x [', '<!ENTITY a "b">'),
    'a billion laughs': () =>
      fill(
        '<!DOCTYPE l [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]><transcript><text start="0">',
        '&c;',
      ),
    'JSON arrays': () => fill('{"events":', '['),
    'JSON objects': () => fill('{"events":', '{"a":'),
    'JSON events': () => fill('{"events":[', '{"tStartMs":1,"segs":[{"utf8":"a"}]},', '{}]}'),
    'JSON words': () => fill('{"events":[{"tStartMs":1,"segs":[', '{"utf8":"a "},', '{}]}]}'),
    'JSON transcripts': () => fill('{"segments":[', '{"start":1,"end":2,"text":"a "},', '{}]}'),
    'JSON transcripts of words': () => fill('[{"start":1,"text":"a","words":[', '{"word":"a","start":1},', '{}]}]'),
    'JSON records at as many paths': () =>
      `${fillWithLines('{', at => `"k${at}":[{"text":"a","start":${at}}],`)}"z":[]}`,
    'JSON Lines': () => fill('', '{"start":1,"text":"a"}\n'),
    'truncated JSON Lines': () => fill('{"start":1,"text":"a"}\n', '{"start":1,\n'),
    'TTML spans': () => fill('<tt><body><div><p begin="1s">', '<span begin="1s" end="2s">a b c</span>'),
    'TTML breaks': () => fill('<tt><body><div><p begin="1s">', 'a<br/>'),
    'TTML paragraphs': () => fill('<tt><body><div timeContainer="seq">', '<p dur="1s">a</p>'),
    'TTML in two languages': () => fill('<tt><body><div>', '<p xml:lang="en" begin="1s">a</p><p xml:lang="fr">b</p>'),
    dialogues: () => fill('[Script Info]\n', 'Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,a word\n'),
    'a dialogue with many fields': () => fill('[Script Info]\nDialogue: 0,0:00:01.00,0:00:02.00,', ','),
    'ASS tags': () => fill(inCue, '{\\k1}'),
    'ASS drawings': () => fill(inCue, 'm 0 0 l 1 '),
    'ASS drawings in rows': () => fill(inCue, 'm 0 0 l 1 1 x\n'),
    'ASS breaks': () => fill(inCue, 'a\\N'),
    'lyrics with many timestamps': () => fill('', '[00:01.00]', 'a'),
    'lyrics at twenty times': () => fill('[ar:a]\n', `${'[00:01.00]'.repeat(20)}a word\n`),
    'lyrics with timed words': () => fill('[00:01.00]', '<00:01.00>a '),
    'lyrics with a long line at twenty times': () => fill('[00:01.00]'.repeat(20), '<00:01.00>a '),
    'signs before timestamps': () => fill(header, '-0-0:-'),
    'full-width timestamps': () => fill(header, '００：').slice(0, MAX_CAPTION_BYTES / 3),
    'digits of other scripts': () =>
      fillWithLines('', at => `${at}\n٠٠:٠٠:٠١,٠٠٠ --> ٠٠:٠٠:٠٢,٠٠٠\na\n\n`).slice(0, 3_300_000),
    'long fields': () => fill(header, `${'0'.repeat(300)}:${'0'.repeat(300)}:1 --> 0:0:2\na\n\n`),
    'chat headers': () => fill('', '14:33:05 From Ada Example to Everyone: a\n'),
    'chat headers with many recipients': () => fill('', `14:33:05 From Ada${' to a'.repeat(30)}\n`),
    'chat dates': () => fill('', '[03/05/2025, 14:33:05] Ada: a\n'),
    'names above timestamps': () => fill('', 'Ada Example\n0:03\na word and then as many more\n'),
    'text that is almost a name': () => fill('', `${'Ada '.repeat(50)}0:03\n`),
    'spelled-out timestamps': () => fill('', 'Ada Example\n1 hour 2 minutes 3 seconds\na\n'),
    'two languages': () =>
      fillWithLines('', at => `${at}\n${cue(at, at + 1, 'We and the tide are here\n我们在这里')}`).slice(0, 4_300_000),
    'two languages in one row': () => fill(inCue, 'a 我 ').slice(0, 3_300_000),
    'rows with the same time': () => fill(inCue, 'the and of to\nder die und das\n'),
    'a loop of a word': () => fill(inCue, 'thank '),
    'a loop of a phrase': () => fill(inCue, 'we go home and then we go home again and '),
    'nearly a loop': () => fillWithLines(inCue, at => (at % 50 === 0 ? `w${at} ` : 'we go home ')),
    adverts: () => fillWithLines('', at => cue(at, at + 1, 'Support us and become VIP member')),
    'nearly adverts': () => fill(inCue, 'subtitles by A, '),
    'credits without an end': () => fillWithLines('', at => cue(at, at + 1, `Subtitles by ${'Ada '.repeat(50)}x;`)),
    'labels of several speakers': () => fill(inCue, '\nADA, BEN AND '),
    'brackets in labels': () => fill(inCue, 'ADA (a): '),
    'Windows characters': () => fill(inCue, 'é').slice(0, MAX_CAPTION_BYTES / 2),
    'plain timestamps': () => fill('', '0:00\n'),
    'plain lines with timestamps': () => fill('', '0:00 some words\n'),
    'plain names': () => fill('', 'Ada Lovelace 0:00\n'),
    'plain words': () => fill('', 'Ada '),
    'plain lines': () => fill('', 'a line of words\n'),
    'invisible characters': () => fill('', '\u00ad').slice(0, MAX_CAPTION_BYTES / 2),
    NUL: () => fill('', 'a\u0000'),
  }

  test.each(Object.keys(files))('parses five megabytes of %s in linear time', name => {
    const bytes = new TextEncoder().encode((files[name] as () => string)())
    expect(bytes.length).toBeGreaterThan(MAX_CAPTION_BYTES * 0.9)
    // CPU time, best of three, so that other load on the machine does not matter. Quadratic time would take minutes; a slow
    // machine needs a second or two.
    const maxMs = 5_000
    let ms = measure(bytes)
    for (let retries = 0; ms >= maxMs && retries < 2; retries++) ms = Math.min(ms, measure(bytes))
    expect(ms).toBeLessThan(maxMs)
  })
})
