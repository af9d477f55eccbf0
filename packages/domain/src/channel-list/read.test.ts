import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { MAX_LINES } from './line.ts'
import { readChannelList } from './read.ts'

const first = 'UCLA_DiR1FfKNvjuUpBHmylQ'
const second = 'UCP073R0_x88lMRBc-i9Z1Qg'

/** One text per line: the channel's id, handle or name with its title, or the reason in brackets with the text. */
const describeLines = (text: string): string[] =>
  readChannelList(text).lines.map(line => {
    if (line.kind === 'refused') return `(${line.reason}) ${line.text}`.trim()
    const { channel, title } = line
    const name = channel.by === 'id' ? channel.channelId : channel.by === 'handle' ? channel.handle : channel.name
    return [name, title].filter(Boolean).join(' ')
  })

const feed = (id: string) => `https://www.youtube.com/feeds/videos.xml?channel_id=${id}`

describe('an OPML file', () => {
  const opml = (body: string) => `<?xml version="1.0"?>\n<opml version="1.1"><head/><body>${body}</body></opml>`

  it('reads the channel feeds of an OPML file, including folders, and reports other feeds', () => {
    const text = opml(`
      <outline text="Watching" title="Watching">
        <outline text="Earth &amp; sky" type="rss" xmlUrl="${feed(first)}" />
        <OUTLINE TITLE="Upper" XMLURL="${feed(second)}"/>
      </outline>
      <outline text="Bridge" xmlUrl="https://bridge.example/feed" htmlUrl="https://www.youtube.com/@ESA"/>
      <outline text="By page" htmlUrl="https://www.youtube.com/@NASA"/>
      <outline text="A blog" xmlUrl="https://blog.example/feed" htmlUrl="https://blog.example"/>`)
    expect(readChannelList(text).format).toBe('opml')
    expect(describeLines(text)).toEqual([
      `${first} Earth & sky`,
      `${second} Upper`,
      '@ESA Bridge',
      '@NASA By page',
      '(not_youtube) A blog (https://blog.example/feed)',
    ])
  })

  it('recognizes OPML with a byte order mark, without an XML declaration, and truncated', () => {
    expect(describeLines(`\uFEFF <opml><outline title="One" xmlUrl="${feed(first)}"/><outline title="Tw`)).toEqual([
      `${first} One`,
    ])
  })

  it('does not expand DTD entities in OPML', () => {
    const lol = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')
    const text = `<!DOCTYPE opml [<!ENTITY l0 "lol"><!ENTITY f SYSTEM "file:///etc/passwd">${lol}]>
      <opml><outline title="&l9;&f;" xmlUrl="${feed(first)}"/></opml>`
    expect(describeLines(text)).toEqual([`${first} &l9;&f;`])
  })

  it('stops reading OPML that is nested too deeply', () => {
    const text = opml(`<outline xmlUrl="${feed(first)}"/>${'<outline>'.repeat(20_000)}`)
    expect(describeLines(text)).toEqual([first, '(too_deep)'])
  })
})

describe('a subscriptions.csv', () => {
  const row = (id: string, title: string, delimiter = ',') =>
    [id, `http://www.youtube.com/channel/${id}`, title].join(delimiter)

  test.each([
    ['in English', 'Channel Id,Channel Url,Channel Title'],
    ['in German', 'Kanal-ID,Kanal-URL,Kanaltitel'],
    ['in Japanese', 'チャンネル ID,チャンネルの URL,チャンネルのタイトル'],
    ['in Arabic', 'معرّف القناة,عنوان URL للقناة,عنوان القناة'],
  ])('recognizes a subscriptions.csv with a header %s', (_, header) => {
    const text = `\uFEFF${header}\r\n${row(first, '"Cats, dogs; ""and"" me"')}\r\n${row(second, 'Plain')}\r\n\r\n`
    expect(readChannelList(text).format).toBe('takeout')
    expect(describeLines(text)).toEqual([`${first} Cats, dogs; "and" me`, `${second} Plain`])
  })

  it('recognizes a subscriptions.csv without a header, with other delimiters, and with a line break in a title', () => {
    expect(describeLines(row(first, 'Plain; simple'))).toEqual([`${first} Plain; simple`])
    expect(describeLines(`${row(first, 'One', ';')}\n${row(second, '"Two\nlines"', ';')}`)).toEqual([
      `${first} One`,
      `${second} Two\nlines`,
    ])
    expect(describeLines(`Id\tUrl\tTitle\n${row(first, 'Tabs', '\t')}`)).toEqual([`${first} Tabs`])
  })

  it('reads a CSV row with an empty title and reports a row without a channel', () => {
    expect(describeLines(`${row(first, '')}\nUC123,http://www.youtube.com/channel/UC123,Cut`)).toEqual([
      first,
      '(not_a_link) UC123, http://www.youtube.com/channel/UC123, Cut',
    ])
  })

  it('reads a CSV with an unclosed quote line by line', () => {
    const text = `${row(first, 'One')}\n"${second},http://www.youtube.com/channel/${second},Two`
    expect(readChannelList(text).format).toBe('list')
    expect(describeLines(text)).toContain(first)
    expect(describeLines(text)).toContain(second)
  })
})

describe('a pasted list', () => {
  test.each([
    [`${first} ${second}`, [first, second]],
    [`${first},${second}`, [first, second]],
    [`${first},https://www.youtube.com/channel/${first},@NASA`, [first, first, '@NASA']],
    [
      `https://m.youtube.com/channel/${first}?si=x&app=m, @NASA;youtube.com/c/Some\nhttps://youtube.com/user/Old`,
      [first, '@NASA', 'Some', 'Old'],
    ],
    ['- Earth: https://www.youtube.com/@NASA (the best)', ['@NASA']],
    ['Node.js talks https://www.youtube.com/@NASA', ['@NASA']],
    ['https://www.youtube.com/@NASAhttps://www.youtube.com/@ESA', ['@NASA', '@ESA']],
    ['\uFEFF@NASA\r\n\r\n  @ESA  \u2028@JAXA', ['@NASA', '@ESA', '@JAXA']],
    ['Marques Brownlee\n@NASA', ['(not_a_link) Marques Brownlee', '@NASA']],
    ['https://youtu.be/dQw4w9WgXcQ', ['(video) https://youtu.be/dQw4w9WgXcQ']],
    [
      '@NASA https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      ['@NASA', '(video) https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ],
    ['https://www.youtube.com/playlist?list=PL1', ['(not_a_channel) https://www.youtube.com/playlist?list=PL1']],
    ['https://vimeo.com/nasa', ['(not_youtube) https://vimeo.com/nasa']],
    ['UC123', ['(not_a_link) UC123']],
    ['@ab', ['(malformed_id) @ab']],
    [',,,;;;\n\n', []],
  ])('reads the pasted list %j', (text, expected) => {
    expect(readChannelList(text).format).toBe('list')
    expect(describeLines(text)).toEqual(expected)
  })

  it('reports where it stopped reading a list that is too long', () => {
    const lines = describeLines('@someone\n'.repeat(MAX_LINES + 1))
    expect(lines).toHaveLength(MAX_LINES + 1)
    expect(lines.at(-1)).toBe('(too_long)')
  })
})

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
const anyId = fc.string({ unit: fc.constantFrom(...letters), minLength: 22, maxLength: 22 }).map(end => `UC${end}`)
const anyTitle = fc.string({ unit: 'grapheme', maxLength: 30 }).map(title => `${title.replace(/\p{Cc}/gu, '')}.`.trim())
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const writers: Record<'opml' | 'takeout' | 'list', (channels: [id: string, title: string][]) => string> = {
  opml: channels =>
    `<opml><body>${channels.map(([id, title]) => `<outline text="${escaped(title)}" xmlUrl="${feed(id)}"/>`).join('')}</body></opml>`,
  takeout: channels =>
    [
      'Id,Url,Title',
      ...channels.map(([id, title]) => `${id},http://www.youtube.com/channel/${id},${quoted(title)}`),
    ].join('\r\n'),
  list: channels => channels.map(([id], n) => (n % 2 ? id : `https://m.youtube.com/channel/${id}?si=1`)).join(',\n'),
}

test.each(['opml', 'takeout', 'list'] as const)('reads exactly the channels written as %s', format => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyId, anyTitle), { minLength: 1, maxLength: 30 }), channels => {
      const list = readChannelList(writers[format](channels))
      expect(list.format).toBe(format)
      expect(list.lines).toMatchObject(
        channels.map(([channelId, title]) => ({
          channel: { by: 'id', channelId },
          title: format === 'list' ? '' : title,
        })),
      )
    }),
    { numRuns: 200 },
  )
})

const maxChars = 400_000
const filled = (piece: string) => piece.repeat(Math.floor(maxChars / piece.length))
const takeoutRow = `${first},http://www.youtube.com/channel/${first},Plain\n`

/** Parsing blocks other requests, so it must be fast. */
describe('400,000 characters', () => {
  test.each([
    ['commas', filled(',')],
    ['quotes', filled('"')],
    ['angle brackets', filled('<')],
    ['open outlines', `<opml>${filled('<outline xmlUrl="a" ')}`],
    ['small outlines', `<opml>${filled('<outline xmlUrl="x.y"/>')}`],
    ['attributes', `<opml><outline ${filled('a="b" ')}/></opml>`],
    ['folders', `<opml>${filled('<outline>')}`],
    ['entities', `<opml><outline title="${filled('&amp;')}" xmlUrl="a.b"/></opml>`],
    ['a DTD', `<!DOCTYPE opml [${filled('<!ENTITY a "&b;">')}]><opml/>`],
    ['a channel and commas', takeoutRow + filled(',')],
    ['a channel and quotes', takeoutRow + filled('"')],
    ['a channel and quoted cells', takeoutRow + filled('"",')],
    ['channels', filled(takeoutRow)],
    ['ids', filled(`${first},`)],
    ['letters', filled('a')],
    ['words', filled('a ')],
    ['lines that look like hosts', filled('a.bc\n')],
    ['handles', filled('@abc ')],
    ['links without spaces', filled('https://')],
    ['nested links', filled('https://www.google.com/url?q=')],
    ['percent signs', filled('youtube.com/%')],
    ['handles with zero-width spaces', filled('youtube.com/@\u200B')],
  ])('reads 400,000 characters of %s in less than a second', (_, text) => {
    const startedAt = performance.now()
    readChannelList(text)
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })
})
