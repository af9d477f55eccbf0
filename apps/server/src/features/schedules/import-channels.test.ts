import { failures } from '@recaps/contract/failures'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { useServer } from '../../../test/start-server.ts'
import { refusal } from '../../../test/wait-for.ts'

const test = await useServer({ ports: { speech: silentSpeech } })
/** As a new user each time, so that no test reaches the rate limit. */
const importText = async (text: string) => {
  const { client } = await test.newUser()
  return await client.schedules.importChannels({ body: { text } })
}
const requestCount = (prefix: string) => test.fake.requests.filter(key => key.startsWith(prefix)).length

const bench = { id: 'UCP073R0_x88lMRBc-i9Z1Qg', handle: '@plainbench', title: 'Plain Bench' }
const salt = { id: 'UCYIeKfdLB23dvt6-dCFgRrQ', handle: '@saltandreason', title: 'Salt & Reason' }
const street = { id: 'UCZVkOhUli35ZL3JfE9D-l6A', handle: '@thelongstreet', title: 'The Long Street' }
const known = [bench, salt, street]

const feed = (id: string) => `https://www.youtube.com/feeds/videos.xml?channel_id=${id}`
const row = (id: string, title: string) => `${id},http://www.youtube.com/channel/${id},${title}`
const otherId = (n: number) => `UC${String(n).padStart(22, '0')}`
const noThumbnails = { default: '', medium: '', high: '' }

describe('importing channels', () => {
  it('the import reads channels with their titles from an OPML file, without a request to YouTube', async () => {
    const before = test.fake.requests.length
    const text = `<opml><body><outline text="Mine"><outline text="Earth &amp; sky" xmlUrl="${feed(otherId(1))}"/></outline>
      <outline text="A blog" xmlUrl="https://blog.example/feed"/></body></opml>`
    expect(await importText(text)).toEqual({
      format: 'opml',
      channels: [{ id: otherId(1), title: 'Earth & sky', description: '', thumbnails: noThumbnails }],
      unknown: [{ text: 'A blog (https://blog.example/feed)', reason: 'This isn’t a YouTube link.' }],
    })
    expect(test.fake.requests.length).toBe(before)
  })

  it('the import reads channels from a Google Takeout in any language', async () => {
    const text = `\uFEFFKanal-ID,Kanal-URL,Kanaltitel\r\n${row(otherId(1), '"Cats, dogs"')}\r\n${row(otherId(2), 'Two')}\r\n`
    expect(await importText(text)).toMatchObject({
      format: 'takeout',
      channels: [
        { id: otherId(1), title: 'Cats, dogs' },
        { id: otherId(2), title: 'Two' },
      ],
      unknown: [],
    })
  })

  it('the import reads channels only from the subscriptions in an app export', async () => {
    const before = test.fake.requests.length
    const { format, channels, unknown } = await importText(
      JSON.stringify({
        app_version: '0.27.2',
        subscriptions: [
          { service_id: 0, url: `https://www.youtube.com/channel/${otherId(1)}`, name: 'One, by @plainbench' },
          { service_id: 1, url: 'https://soundcloud.com/somebody', name: '@plainbench' },
        ],
        history: [{ url: `https://www.youtube.com/channel/${bench.id}` }],
      }),
    )
    expect(format).toBe('list')
    expect(channels.map(({ id, title }) => [id, title])).toEqual([[otherId(1), 'One, by @plainbench']])
    expect(unknown).toEqual([
      { text: '@plainbench (https://soundcloud.com/somebody)', reason: 'This isn’t a YouTube link.' },
    ])
    expect(test.fake.requests.length).toBe(before)
  })

  it('the import rejects an app export that is incomplete or contains no subscriptions', async () => {
    const complete = JSON.stringify({
      subscriptions: [{ url: `https://www.youtube.com/${bench.handle}`, name: 'One' }],
    })
    expect(await importText(complete.slice(0, -3))).toMatchObject({
      channels: [],
      unknown: [{ text: '', reason: 'This file is incomplete. Export it again.' }],
    })
    expect(await importText(JSON.stringify({ blocked: [bench.id] }))).toMatchObject({
      channels: [],
      unknown: [{ text: '', reason: 'This file has no subscriptions in it. Export your subscriptions from the app.' }],
    })
  })

  it('the import looks up channels listed only by handle, name or id, each once and in the order of the list', async () => {
    const text = `@thelongstreet https://m.youtube.com/channel/${salt.id}?app=m
      https://www.youtube.com/c/plainbench, ${salt.id}, https://www.youtube.com/user/PlainBench, @TheLongStreet`
    const { format, channels, unknown } = await importText(text)
    expect(format).toBe('list')
    expect(channels.map(({ id, title }) => ({ id, title }))).toEqual(
      [street, salt, bench].map(({ id, title }) => ({ id, title })),
    )
    expect(channels[0]!.thumbnails.default).toMatch(/^https:\/\/yt3\./)
    expect(unknown).toEqual([])
  })

  it('the import uses a title from any line of the list instead of looking up the channel', async () => {
    const before = test.fake.requests.length
    const [first, second] = [otherId(21), otherId(22)]
    const { channels } = await importText([row(first, ''), row(second, 'Two'), row(first, 'One')].join('\n'))
    expect(channels.map(({ id, title }) => [id, title])).toEqual([
      [first, 'One'],
      [second, 'Two'],
    ])
    expect(test.fake.requests.length).toBe(before)
  })

  it('the import returns lines that are not channels with the reason', async () => {
    const text = `https://youtu.be/dQw4w9WgXcQ\nCooking with dogs\n@plainbench\n@nobodyatall\n${'x'.repeat(3_000)}`
    const { channels, unknown } = await importText(text)
    expect(channels.map(({ id }) => id)).toEqual([bench.id])
    expect(unknown).toEqual([
      { text: 'https://youtu.be/dQw4w9WgXcQ', reason: 'This is a video. Paste the link to its channel.' },
      { text: 'Cooking with dogs', reason: 'This isn’t a channel link, handle or ID.' },
      { text: '@nobodyatall', reason: 'We couldn’t find this channel on YouTube.' },
      { text: 'x'.repeat(200), reason: 'This isn’t a channel link, handle or ID.' },
    ])
  })

  it('imported channels can be followed unchanged', async () => {
    const { client } = await test.newUser()
    const { channels } = await client.schedules.importChannels({ body: { text: `${bench.id} ${otherId(7)}` } })
    const made = await client.schedules.create({ body: { channelList: channels } })
    expect(made.channelList).toEqual(channels)
  })

  it('the import reads the same channels from any mix of ids, handles and links in any format', async () => {
    const forms = [
      ({ id }: typeof bench) => id,
      ({ handle }: typeof bench) => handle,
      ({ id }: typeof bench) => `https://www.youtube.com/channel/${id}/videos?view=0`,
      ({ handle }: typeof bench) => `m.youtube.com/${handle}?si=abc`,
      ({ handle }: typeof bench) => `https://www.youtube.com/c/${handle.slice(1)}`,
      ({ handle, title }: typeof bench) => `- ${title}: https://www.youtube.com/user/${handle.slice(1)}`,
    ]
    const listed = fc.record({ channel: fc.constantFrom(...known), form: fc.constantFrom(...forms) })
    const written = {
      list: (all: { channel: typeof bench; form: (channel: typeof bench) => string }[], separator: string) =>
        all.map(({ channel, form }) => form(channel)).join(separator),
      opml: (all: { channel: typeof bench }[]) =>
        `<opml>${all.map(({ channel }) => `<outline title="${channel.title.replace('&', '&amp;')}" xmlUrl="${feed(channel.id)}"/>`).join('')}</opml>`,
      takeout: (all: { channel: typeof bench }[]) =>
        ['A,B,C', ...all.map(({ channel }) => row(channel.id, channel.title))].join('\r\n'),
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(listed, { minLength: 1, maxLength: 12 }),
        fc.constantFrom('list', 'opml', 'takeout'),
        fc.constantFrom('\n', ', ', '\r\n\r\n', ' ; '),
        async (all, format, separator) => {
          const read = await importText(written[format](all, separator))
          const expected = [...new Set(all.map(({ channel }) => channel))].map(({ id, title }) => ({ id, title }))
          expect(read.channels.map(({ id, title }) => ({ id, title }))).toEqual(expected)
          expect([read.format, read.unknown]).toEqual([format, []])
        },
      ),
      { numRuns: 25 },
    )
  })
})

describe('importing a list that is too long', () => {
  it('the import looks up 50 names of a long list, four at a time, and returns the others as not looked up', async () => {
    const clearFault = test.fake.fault('resolve|*', { kind: 'delay', ms: 100 })
    const before = requestCount('resolve|')
    const startedAt = performance.now()
    const { unknown } = await importText(Array.from({ length: 60 }, (_, n) => `@nobody-${n}`).join('\n'))
    expect(performance.now() - startedAt).toBeGreaterThan(1_200)
    clearFault()
    expect(requestCount('resolve|') - before).toBe(50)
    expect(unknown.filter(({ reason }) => reason === 'We couldn’t find this channel on YouTube.')).toHaveLength(50)
    const skipped = unknown.filter(({ reason }) => reason.startsWith('You can import up to 50 handles and names'))
    expect(skipped.map(({ text }) => text)).toEqual(Array.from({ length: 10 }, (_, n) => `@nobody-${n + 50}`))
  })

  it('the import reads at most 500 channels of a long list, including ids that are not looked up', async () => {
    const rows = Array.from({ length: 510 }, (_, n) => row(otherId(n), `Channel ${n}`))
    const { channels, unknown } = await importText(rows.join('\n'))
    expect(channels.map(({ id }) => id)).toEqual(Array.from({ length: 500 }, (_, n) => otherId(n)))
    expect(unknown).toHaveLength(10)
    expect(unknown[0]!.reason).toMatch(/^You can import up to 500 channels/)
  })

  it('the import returns at most 200 lines that are not channels, and the number of the others', async () => {
    const { unknown } = await importText(Array.from({ length: 9_000 }, (_, n) => `line ${n}`).join('\n'))
    expect(unknown).toHaveLength(201)
    expect(unknown.at(-1)!.reason).toBe('And 4,801 more lines that aren’t channels.')
  })
})

describe('importing something that is not a list', () => {
  it.each([
    ['an empty text', ' \n\t ', /^This list is empty/],
    ['bytes', `${'\u0001\u0002PNG'.repeat(50)}`, /^This isn’t a text file/],
    ['bytes that are not UTF-8', `${'\uFFFDa'.repeat(50)}`, /^This isn’t a text file/],
    ['UTF-16 read as UTF-8', `\uFFFD\uFFFD${[...'@plainbench'].join('\0')}`, /a NUL character/],
  ])('the import rejects %s with an explanation', async (_, text, error) => {
    const refused = await refusal(importText(text))
    expect(refused).toMatchObject({ status: failures.invalid_request.status, code: 'invalid_request' })
    expect(refused.error).toMatch(error)
  })

  it.each([
    [
      'an XML entity bomb',
      `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(1_000)}">]><opml>${'<outline title="&b;"/>'.repeat(15_000)}</opml>`,
    ],
    ['commas', ','.repeat(400_000)],
    ['deeply nested folders', `<opml>${'<outline>'.repeat(44_000)}`],
    ['lines', 'a.bc d.ef @x\n'.repeat(30_000)],
    ['ids', Array.from({ length: 15_000 }, (_, n) => otherId(n)).join(' ')],
    ['a channel and commas', `${row(bench.id, 'Plain')}\n${','.repeat(399_000)}`],
  ])('the import handles a list of %s within two seconds', async (_, text) => {
    const { client } = await test.newUser()
    const clearFault = test.fake.fault('browse|*', { kind: 'status', status: 404 })
    const startedAt = performance.now()
    await client.schedules.importChannels({ body: { text: text.slice(0, 400_000) } })
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    clearFault()
  })
})

describe('importing while YouTube does not respond', () => {
  it('the import accepts ids while YouTube does not respond, and reports other channels as not looked up', async () => {
    const clearFault = test.fake.fault('*', { kind: 'status', status: 500 })
    const { channels, unknown } = await importText(`${otherId(8)} @somebody-else`)
    clearFault()
    expect(channels).toEqual([{ id: otherId(8), title: otherId(8), description: '', thumbnails: noThumbnails }])
    expect(unknown).toEqual([
      { text: '@somebody-else', reason: 'YouTube didn’t respond in time. Import this channel again.' },
    ])
  })
})

describe('untrusted titles in an imported list', () => {
  it('the import reads titles as one line, without bidirectional control characters', async () => {
    const { channels, unknown } = await importText(
      `${row(otherId(9), '"Two\nlines \u202Eand <b>tags</b>"')}\nUC1,http://x.example/\u202E,"a\u0007b"`,
    )
    expect(channels[0]!.title).toBe('Two lines and <b>tags</b>')
    expect(unknown[0]!.text).toBe('UC1, http://x.example/, a b')
  })
})

it('a user can import ten lists in ten minutes', async () => {
  const { client } = await test.newUser()
  for (let n = 0; n < 10; n++) await client.schedules.importChannels({ body: { text: bench.id } })
  expect(await refusal(client.schedules.importChannels({ body: { text: bench.id } }))).toMatchObject({
    status: 429,
    code: 'too_many_requests',
  })
})
