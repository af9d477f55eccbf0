import { failures } from '@recaps/contract/failures'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { silence } from '../../../test/silence.ts'
import { useServer } from '../../../test/start-server.ts'
import { refusal } from '../../../test/waiting.ts'

const test = await useServer({ ports: { speech: silence } })
/** By a user of its own, so that nobody runs into the limit. */
const bring = async (text: string) => {
  const { client } = await test.newUser()
  return await client.schedules.importChannels({ body: { text } })
}
const askedOf = (key: string) => test.fake.requests.filter(asked => asked.startsWith(key)).length

const bench = { id: 'UCP073R0_x88lMRBc-i9Z1Qg', handle: '@plainbench', title: 'Plain Bench' }
const salt = { id: 'UCYIeKfdLB23dvt6-dCFgRrQ', handle: '@saltandreason', title: 'Salt & Reason' }
const street = { id: 'UCZVkOhUli35ZL3JfE9D-l6A', handle: '@thelongstreet', title: 'The Long Street' }
const known = [bench, salt, street]

const feed = (id: string) => `https://www.youtube.com/feeds/videos.xml?channel_id=${id}`
const row = (id: string, title: string) => `${id},http://www.youtube.com/channel/${id},${title}`
const otherId = (n: number) => `UC${String(n).padStart(22, '0')}`
const noThumbnails = { default: '', medium: '', high: '' }

describe('channels brought from elsewhere', () => {
  it('come out of an OPML file by their titles, without anybody being asked', async () => {
    const before = test.fake.requests.length
    const text = `<opml><body><outline text="Mine"><outline text="Earth &amp; sky" xmlUrl="${feed(otherId(1))}"/></outline>
      <outline text="A blog" xmlUrl="https://blog.example/feed"/></body></opml>`
    expect(await bring(text)).toEqual({
      format: 'opml',
      channels: [{ id: otherId(1), title: 'Earth & sky', description: '', thumbnails: noThumbnails }],
      unknown: [{ text: 'A blog (https://blog.example/feed)', reason: 'This leads elsewhere than to YouTube.' }],
    })
    expect(test.fake.requests.length).toBe(before)
  })

  it('come out of a Google Takeout in any language', async () => {
    const text = `\uFEFFKanal-ID,Kanal-URL,Kanaltitel\r\n${row(otherId(1), '"Cats, dogs"')}\r\n${row(otherId(2), 'Two')}\r\n`
    expect(await bring(text)).toMatchObject({
      format: 'takeout',
      channels: [
        { id: otherId(1), title: 'Cats, dogs' },
        { id: otherId(2), title: 'Two' },
      ],
      unknown: [],
    })
  })

  it('come out of the file of an app, and out of its subscriptions alone', async () => {
    const before = test.fake.requests.length
    const { format, channels, unknown } = await bring(
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
      { text: '@plainbench (https://soundcloud.com/somebody)', reason: 'This leads elsewhere than to YouTube.' },
    ])
    expect(test.fake.requests.length).toBe(before)
  })

  it('are refused where the file of an app is cut off, or about something else', async () => {
    const whole = JSON.stringify({ subscriptions: [{ url: `https://www.youtube.com/${bench.handle}`, name: 'One' }] })
    expect(await bring(whole.slice(0, -3))).toMatchObject({
      channels: [],
      unknown: [{ text: '', reason: 'This file is not whole. Export it again.' }],
    })
    expect(await bring(JSON.stringify({ blocked: [bench.id] }))).toMatchObject({
      channels: [],
      unknown: [{ text: '', reason: 'This file lists no subscriptions. Export those of the app.' }],
    })
  })

  it('are looked up where only a handle, a name or an id is there, each once, in the order of the list', async () => {
    const text = `@thelongstreet https://m.youtube.com/channel/${salt.id}?app=m
      https://www.youtube.com/c/plainbench, ${salt.id}, https://www.youtube.com/user/PlainBench, @TheLongStreet`
    const { format, channels, unknown } = await bring(text)
    expect(format).toBe('list')
    expect(channels.map(({ id, title }) => ({ id, title }))).toEqual(
      [street, salt, bench].map(({ id, title }) => ({ id, title })),
    )
    expect(channels[0]!.thumbnails.default).toMatch(/^https:\/\/yt3\./)
    expect(unknown).toEqual([])
  })

  it('have the title that the list says anywhere, and are not looked up for it', async () => {
    const before = test.fake.requests.length
    const [first, second] = [otherId(21), otherId(22)]
    const { channels } = await bring([row(first, ''), row(second, 'Two'), row(first, 'One')].join('\n'))
    expect(channels.map(({ id, title }) => [id, title])).toEqual([
      [first, 'One'],
      [second, 'Two'],
    ])
    expect(test.fake.requests.length).toBe(before)
  })

  it('that are none are told back with the reason', async () => {
    const text = `https://youtu.be/dQw4w9WgXcQ\nCooking with dogs\n@plainbench\n@nobodyatall\n${'x'.repeat(3_000)}`
    const { channels, unknown } = await bring(text)
    expect(channels.map(({ id }) => id)).toEqual([bench.id])
    expect(unknown).toEqual([
      { text: 'https://youtu.be/dQw4w9WgXcQ', reason: 'This is a video. Paste the link of its channel.' },
      { text: 'Cooking with dogs', reason: 'This is no link, handle or id of a channel.' },
      { text: '@nobodyatall', reason: 'YouTube has no such channel.' },
      { text: 'x'.repeat(200), reason: 'This is no link, handle or id of a channel.' },
    ])
  })

  it('can be followed as they come back', async () => {
    const { client } = await test.newUser()
    const { channels } = await client.schedules.importChannels({ body: { text: `${bench.id} ${otherId(7)}` } })
    const made = await client.schedules.create({ body: { channelList: channels } })
    expect(made.channelList).toEqual(channels)
  })

  it('are the known ones, whatever mixture of them is brought in whichever form', async () => {
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
      list: (all: { channel: typeof bench; form: (channel: typeof bench) => string }[], mark: string) =>
        all.map(({ channel, form }) => form(channel)).join(mark),
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
        async (all, format, mark) => {
          const read = await bring(written[format](all, mark))
          const expected = [...new Set(all.map(({ channel }) => channel))].map(({ id, title }) => ({ id, title }))
          expect(read.channels.map(({ id, title }) => ({ id, title }))).toEqual(expected)
          expect([read.format, read.unknown]).toEqual([format, []])
        },
      ),
      { numRuns: 25 },
    )
  })
})

describe('a list that is too long', () => {
  it('has fifty names looked up, four at a time, and names the others', async () => {
    const lift = test.fake.fault('resolve|*', { kind: 'delay', ms: 100 })
    const before = askedOf('resolve|')
    const startedAt = performance.now()
    const { unknown } = await bring(Array.from({ length: 60 }, (_, n) => `@nobody-${n}`).join('\n'))
    expect(performance.now() - startedAt).toBeGreaterThan(1_200)
    lift()
    expect(askedOf('resolve|') - before).toBe(50)
    expect(unknown.filter(({ reason }) => reason === 'YouTube has no such channel.')).toHaveLength(50)
    const left = unknown.filter(({ reason }) => reason.startsWith('At most 50 handles and names'))
    expect(left.map(({ text }) => text)).toEqual(Array.from({ length: 10 }, (_, n) => `@nobody-${n + 50}`))
  })

  it('gives 500 channels, and an id that is not looked up any more all the same', async () => {
    const rows = Array.from({ length: 510 }, (_, n) => row(otherId(n), `Channel ${n}`))
    const { channels, unknown } = await bring(rows.join('\n'))
    expect(channels.map(({ id }) => id)).toEqual(Array.from({ length: 500 }, (_, n) => otherId(n)))
    expect(unknown).toHaveLength(10)
    expect(unknown[0]!.reason).toMatch(/^At most 500 channels/)
  })

  it('tells 200 lines that are none, and how many more there are', async () => {
    const { unknown } = await bring(Array.from({ length: 9_000 }, (_, n) => `line ${n}`).join('\n'))
    expect(unknown).toHaveLength(201)
    expect(unknown.at(-1)!.reason).toBe('And 4,801 more that could not be read as channels.')
  })
})

describe('what is no list', () => {
  it.each([
    ['nothing', ' \n\t ', /^There is nothing in it/],
    ['bytes', `${'\u0001\u0002PNG'.repeat(50)}`, /^This is no text/],
    ['bytes that are no UTF-8', `${'\uFFFDa'.repeat(50)}`, /^This is no text/],
    ['UTF-16 read as UTF-8', `\uFFFD\uFFFD${[...'@plainbench'].join('\0')}`, /a character that is no text/],
  ])('is refused in words: %s', async (_, text, error) => {
    const refused = await refusal(bring(text))
    expect(refused).toMatchObject({ status: failures.invalid_request.status, code: 'invalid_request' })
    expect(refused.error).toMatch(error)
  })

  it.each([
    [
      'a bomb of entities',
      `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(1_000)}">]><opml>${'<outline title="&b;"/>'.repeat(15_000)}</opml>`,
    ],
    ['commas', ','.repeat(400_000)],
    ['folders in folders', `<opml>${'<outline>'.repeat(44_000)}`],
    ['lines', 'a.bc d.ef @x\n'.repeat(30_000)],
    ['ids', Array.from({ length: 15_000 }, (_, n) => otherId(n)).join(' ')],
    ['a channel and commas', `${row(bench.id, 'Plain')}\n${','.repeat(399_000)}`],
  ])('is answered within two seconds: %s', async (_, text) => {
    const { client } = await test.newUser()
    const lift = test.fake.fault('browse|*', { kind: 'status', status: 404 })
    const startedAt = performance.now()
    await client.schedules.importChannels({ body: { text: text.slice(0, 400_000) } })
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    lift()
  })
})

describe('a YouTube that does not answer', () => {
  it('leaves ids certain, and says of the others that they were not looked up', async () => {
    const lift = test.fake.fault('*', { kind: 'status', status: 500 })
    const { channels, unknown } = await bring(`${otherId(8)} @somebody-else`)
    lift()
    expect(channels).toEqual([{ id: otherId(8), title: otherId(8), description: '', thumbnails: noThumbnails }])
    expect(unknown).toEqual([
      { text: '@somebody-else', reason: 'YouTube did not answer in time. Bring this one again.' },
    ])
  })
})

describe('titles of strangers', () => {
  it('are kept as one line, without what turns the direction of reading', async () => {
    const { channels, unknown } = await bring(
      `${row(otherId(9), '"Two\nlines \u202Eand <b>tags</b>"')}\nUC1,http://x.example/\u202E,"a\u0007b"`,
    )
    expect(channels[0]!.title).toBe('Two lines and <b>tags</b>')
    expect(unknown[0]!.text).toBe('UC1, http://x.example/, a b')
  })
})

it('A user may bring ten lists in ten minutes', async () => {
  const { client } = await test.newUser()
  for (let n = 0; n < 10; n++) await client.schedules.importChannels({ body: { text: bench.id } })
  expect(await refusal(client.schedules.importChannels({ body: { text: bench.id } }))).toMatchObject({
    status: 429,
    code: 'too_many_requests',
  })
})
