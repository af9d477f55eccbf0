import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { parseCaptions } from './parse.ts'

const parsed = (text: string) => {
  const outcome = parseCaptions(text)
  if (outcome.kind === 'refused') throw new Error(outcome.reason)
  return outcome
}
const lines = (text: string) => parsed(text).segments.map(s => [s.startMs, s.endMs, s.text])
const tt = (body: string, attributes = '') =>
  `<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ${attributes}>${body}</tt>`
const cases = resolve(import.meta.dirname, '../../../../../shared/cases/09-ttml')
const hasCases = existsSync(cases)

describe('TTML times', () => {
  const expected = [
    [61_000, 63_500, 'The kettle boils.'],
    [64_000, 66_000, 'Nobody comes.'],
  ]
  test.each([
    [
      'on paragraphs',
      '<body><div><p begin="61s" end="63.5s">The kettle boils.</p><p begin="00:01:04" dur="2s">Nobody comes.</p></div></body>',
      '',
    ],
    [
      'on spans',
      '<body><div><p><span begin="61s" end="63.5s">The kettle boils.</span> <span begin="64s" end="66s">Nobody comes.</span></p></div></body>',
      '',
    ],
    [
      'on nested spans',
      '<body><div><p><span begin="60s"><span begin="1s" end="3.5s">The kettle boils.</span></span></p><p begin="64s" end="66s">Nobody <span>comes.</span></p></div></body>',
      '',
    ],
    [
      'on divs',
      '<body><div><div begin="61s" end="63.5s"><p>The kettle <br/>boils.</p></div><div begin="64s" end="66s"><p>Nobody comes.</p></div></div></body>',
      '',
    ],
    [
      'with an offset on the body',
      '<body begin="1m"><div><p begin="1s" end="3.5s">The kettle boils.</p><p begin="4s" end="6s">Nobody comes.</p></div></body>',
      '',
    ],
    [
      'with offsets on the body and the div',
      '<body begin="40s"><div begin="20000ms"><p begin="1s" end="3.5s">The kettle boils.</p><p begin="4s" end="6s">Nobody comes.</p></div></body>',
      '',
    ],
    [
      'in ticks',
      '<body><div><p begin="6100t" end="6350t">The kettle boils.</p><p begin="6400t" end="6600t">Nobody comes.</p></div></body>',
      'ttp:tickRate="100"',
    ],
    [
      'in frames',
      '<body><div><p begin="1464f" end="00:01:03:12">The kettle boils.</p><p begin="00:01:04:00" end="1584f">Nobody comes.</p></div></body>',
      'ttp:frameRate="24"',
    ],
    [
      'in frames of a fractional rate',
      '<body><div><p begin="1830f" end="1905f">The kettle boils.</p><p begin="1920f" end="1980f">Nobody comes.</p></div></body>',
      'ttp:frameRate="60" ttp:frameRateMultiplier="1 2"',
    ],
    [
      'in a sequence',
      '<body><div begin="61s" timeContainer="seq"><p dur="2.5s">The kettle boils.</p><p begin="0.5s" dur="2s">Nobody comes.</p></div></body>',
      '',
    ],
    [
      'on spans, relative to the document',
      '<body><div><p begin="61s" end="63.5s"><span begin="61s" end="63.5s">The kettle boils.</span></p><p begin="64s" end="66s">Nobody comes.</p></div></body>',
      '',
    ],
    [
      'with extra white space',
      '<body>\n <div>\n  <p begin=" 61s " end="63.5s">\n   The kettle\n   boils.\n  </p>\n  <p begin="64s" end="66s">Nobody\tcomes.</p>\n </div>\n</body>',
      '',
    ],
  ])('reads TTML with times %s', (_, body, attributes) => {
    expect(lines(tt(body, attributes))).toEqual(expected)
  })

  it('reads TTML with a namespace prefix', () => {
    const text =
      '<?xml version="1.0"?><tt:tt xmlns:tt="http://www.w3.org/ns/ttml"><tt:body><tt:div begin="61s" end="63.5s"><tt:p>The kettle boils.</tt:p></tt:div></tt:body></tt:tt>'
    expect(lines(text)).toEqual([expected[0]])
  })
})

describe('TTML', () => {
  it('reads word times from TTML with a span per word', () => {
    const body =
      '<body><div><p begin="1s" end="3s"><span begin="0s">We</span> <span begin="0.5s">set</span> <span begin="1.2s">sail.</span></p></div></body>'
    expect(parsed(tt(body)).segments).toEqual([
      {
        startMs: 1000,
        endMs: 3000,
        text: 'We set sail.',
        words: [
          { text: 'We', startMs: 1000 },
          { text: 'set', startMs: 1500 },
          { text: 'sail.', startMs: 2200 },
        ],
      },
    ])
  })

  it('reads the speakers of TTML', () => {
    const head =
      '<head><metadata><ttm:agent xml:id="a1"><ttm:name type="full">Ada</ttm:name></ttm:agent></metadata></head>'
    const body =
      '<body><div><p begin="1s" end="2s" ttm:agent="a1">Hello there.</p><p begin="3s" end="4s">Who is it?</p></div></body>'
    expect(parsed(tt(head + body)).segments).toMatchObject([
      { text: 'Hello there.', speaker: 'Ada' },
      { text: 'Who is it?' },
    ])
  })

  it('keeps only the English of TTML in two languages', () => {
    const body =
      '<body><div xml:lang="fr"><p begin="1s" end="2s">Bonjour.</p></div><div xml:lang="en-GB"><p begin="1s" end="2s">Good day.</p></div></body>'
    expect(lines(tt(body))).toEqual([[1000, 2000, 'Good day.']])
  })

  it('removes descriptions and ruby text from TTML', () => {
    const body =
      '<body><div><p begin="1s" end="2s"><metadata><ttm:desc>Not said</ttm:desc></metadata>Tokyo <span tts:ruby="text">toukyou</span>calls.</p></div></body>'
    expect(lines(tt(body))).toEqual([[1000, 2000, 'Tokyo calls.']])
  })

  it('reads truncated TTML up to its end', () => {
    expect(lines('<tt><body><div begin="1s" end="2s"><p>One.</p></div><div begin="3s" en')).toEqual([
      [1000, 2000, 'One.'],
    ])
  })
})

test.skipIf(!hasCases)(`the collected TTML files are read completely${hasCases ? '' : ' (skipped: no cases)'}`, () => {
  const firstAndCount = (name: string) => {
    const all = lines(readFileSync(join(cases, name), 'utf8'))
    return [all.length, ...(all[0] ?? []).slice(0, 2)]
  }
  expect(['long-div', 'long-span', 'long-ticks'].map(name => firstAndCount(`${name}.ttml`))).toEqual(
    Array(3).fill([12, 5000, 10_000]),
  )
  expect(firstAndCount('frames-offset.ttml')).toEqual([2, 11_000, 13_000])
  expect(firstAndCount('span-timing.ttml')).toEqual([3, 59_640, 61_120])
  expect(firstAndCount('ticks.ttml')).toEqual([2, 1_863_737, 1_867_616])
})
