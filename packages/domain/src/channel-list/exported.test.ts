import { describe, expect, it, test } from 'vitest'
import { readChannelList } from './read.ts'

const first = 'UCtHaxi4GTYDpJgMSGy7AeSw'
const second = 'UCqYPhGiB9tkShZorfgcL2lA'
const own = 'UC0000000000000000000own'
const urlOf = (id: string) => `https://www.youtube.com/channel/${id}`

/** As `id title`, `@handle title`, or the reason in brackets. */
const short = (value: unknown): string[] =>
  readChannelList(typeof value === 'string' ? value : JSON.stringify(value)).lines.map(line => {
    if (line.kind === 'refused') return `(${line.reason}) ${line.text}`.trim()
    const { channel, title } = line
    const name = channel.by === 'id' ? channel.channelId : channel.by === 'handle' ? channel.handle : channel.name
    return `${name} ${title}`.trim()
  })

/** Everything beside the id has a channel in it that nobody has subscribed to. */
const trap = {
  thumbnail: 'https://yt3.ggpht.com/UCxxxxxxxxxxxxxxxxxxxxxx=s176',
  avatar: 'https://www.youtube.com/@avatar',
  description: 'See https://www.youtube.com/@friend and @other',
  etag: 'UCyyyyyyyyyyyyyyyyyyyyyy',
}
const name = 'Tom @home, youtube.com/@tom'

describe('FreeTube', () => {
  const profile = (id: string, subscriptions: object[]) => ({ _id: id, name: '@All', bgColor: '#f00', subscriptions })

  it('writes a profile on each line of its .db', () => {
    const lines = [
      profile('allChannels', [
        { id: first, name, ...trap },
        { id: second, name: 'Two', thumbnail: null },
      ]),
      profile('x1', [{ id: second, name: 'Two' }]),
    ]
    expect(short(lines.map(line => JSON.stringify(line)).join('\n'))).toEqual([
      `${first} ${name}`,
      `${second} Two`,
      `${second} Two`,
    ])
  })

  it('appends to its .db, so that the last of a profile counts and one may be deleted', () => {
    const lines = [
      profile('allChannels', [{ id: first, name: 'One' }]),
      profile('x1', [{ id: first, name: 'One' }]),
      { $$indexCreated: { fieldName: '_id' } },
      profile('allChannels', [{ id: second, name: 'Two' }]),
      { $$deleted: true, _id: 'x1' },
    ]
    const text = lines.map(line => JSON.stringify(line)).join('\n')
    expect(short(text).filter(line => line.startsWith('UC'))).toEqual([`${second} Two`])
  })

  it('wrote a channel on each line once, and writes JSON too', () => {
    const line = (channelId: string, channelName: string) => ({ channelId, channelName, channelThumbnail: trap.avatar })
    const text = `${JSON.stringify(line(first, 'One'))}\r\n${JSON.stringify(line(second, 'Two'))}\r\n`
    expect(short(text)).toEqual([`${first} One`, `${second} Two`])
    expect(short([profile('allChannels', [{ id: first, name: 'One' }])])).toEqual([`${first} One`])
  })

  it('has files of what was watched and put into lists, which are no subscriptions', () => {
    const watched = { videoId: 'rCAS2eD-mcw', title: '@esa', author: 'One', authorId: first, _id: 'a' }
    const listed = { playlistName: '@mine', videos: [watched], _id: 'b' }
    for (const document of [watched, listed]) {
      expect(short(document).join()).not.toContain('UC')
      expect(short(`${JSON.stringify(document)}\n${JSON.stringify(document)}`).join()).not.toContain('UC')
    }
  })
})

describe('the subscriptions.json of a Google Takeout', () => {
  const item = (channelId: string, title: string) => ({
    contentDetails: { activityType: 'all', newItemCount: 0, totalItemCount: 7 },
    etag: 'x',
    id: 'Zk1xYz_0aBcDeFgHiJkLmNoPqRsTuVwXyZ01234567',
    kind: 'youtube#subscription',
    snippet: {
      channelId: own,
      description: trap.description,
      publishedAt: '2017-01-01T00:00:00.000Z',
      resourceId: { channelId, kind: 'youtube#channel' },
      thumbnails: { default: { url: trap.avatar } },
      title,
    },
  })

  it('names the channel in its resource, and the subscriber beside it', () => {
    expect(readChannelList(JSON.stringify([item(first, name)], null, 2)).format).toBe('takeout')
    expect(short([item(first, name), item(second, '@two')])).toEqual([`${first} ${name}`, `${second} @two`])
  })

  it('may be an answer of the API', () => {
    expect(short({ kind: 'youtube#subscriptionListResponse', items: [item(first, 'One')] })).toEqual([`${first} One`])
  })

  it('gives nothing of an item without a resource', () => {
    const { resourceId: _, ...snippet } = item(first, 'One').snippet
    expect(short([{ ...item(first, 'One'), snippet }, item(second, 'Two')])).toEqual([
      '(not_a_link) One',
      `${second} Two`,
    ])
  })
})

describe('the files of other apps', () => {
  test.each([
    [
      'NewPipe',
      {
        app_version: '0.27.2',
        app_version_int: 999,
        subscriptions: [
          { service_id: 0, url: urlOf(first), name },
          { service_id: 0, url: 'https://www.youtube.com/@esa', name: 'ESA' },
          { service_id: 1, url: 'https://soundcloud.com/@esa', name: '@esa' },
          { service_id: 3, url: 'https://tube.example/video-channels/esa', name: 'Elsewhere' },
        ],
      },
      [
        `${first} ${name}`,
        '@esa ESA',
        '(not_youtube) @esa (https://soundcloud.com/@esa)',
        '(not_youtube) Elsewhere (https://tube.example/video-channels/esa)',
      ],
    ],
    [
      'Piped',
      { subscriptions: [{ url: `/channel/${first}`, name, avatar: trap.avatar, verified: true }] },
      [`${first} ${name}`],
    ],
    [
      'groups of Piped',
      { format: 'Piped', version: 1, groups: [{ groupName: '@mine', channels: [first, second] }] },
      [first, second],
    ],
    [
      'a playlist of Piped',
      {
        format: 'Piped',
        version: 1,
        playlists: [{ name: '@mine', videos: ['https://youtube.com/watch?v=rCAS2eD-mcw'] }],
      },
      ['(no_subscriptions)'],
    ],
    [
      'Invidious',
      {
        subscriptions: [first, second],
        watch_history: ['rCAS2eD-mcw'],
        preferences: { default_home: '@trending' },
        playlists: [{ title: '@mine', description: trap.description, privacy: 'Public', videos: ['rCAS2eD-mcw'] }],
      },
      [first, second],
    ],
    ['the API of Invidious', [{ author: name, authorId: first }], [`${first} ${name}`]],
    [
      'LibreTube',
      {
        watchHistory: [{ videoId: 'rCAS2eD-mcw', uploaderUrl: `/channel/${own}`, title: '@esa' }],
        searchHistory: [{ query: '@esa' }],
        localSubscriptions: [{ channelId: first, name, avatar: trap.avatar }, { channelId: second }],
        playlistBookmarks: [{ playlistId: 'PL1', uploaderUrl: urlOf(own) }],
        channelGroups: [{ name: '@mine', channels: [own] }],
      },
      [`${first} ${name}`, second],
    ],
    [
      'a list of Grayjay',
      [urlOf(first), 'https://www.youtube.com/@esa', 'https://odysee.com/@esa:1'],
      [first, '@esa', '(not_youtube) https://odysee.com/@esa:1'],
    ],
    [
      'Grayjay',
      {
        stores: { Subscriptions: [urlOf(first)], Playlists: [`@mine\n${urlOf(own)}`], history: [urlOf(own)] },
        cache: { channels: [{ url: urlOf(own), name: 'Own' }] },
      },
      [first],
    ],
    [
      'the store of Grayjay',
      [
        {
          channel: {
            id: { platform: 'YouTube', value: first },
            name,
            url: urlOf(first),
            description: trap.description,
          },
        },
      ],
      [`${first} ${name}`],
    ],
    [
      'what is watched, of a Google Takeout',
      [{ header: 'YouTube', title: 'Watched @esa', titleUrl: 'https://youtu.be/x', subtitles: [{ url: urlOf(own) }] }],
      ['(not_a_link) Watched @esa'],
    ],
    ['blocked channels', { blocked: [first], settings: { hidden: [second] } }, ['(no_subscriptions)']],
    ['nothing', { subscriptions: [] }, ['(no_subscriptions)']],
    ['an empty array', [], ['(no_subscriptions)']],
    [
      'entries of no form',
      { subscriptions: [null, 7, true, [], {}, { name }] },
      ['(not_a_link)', '(not_a_link)', '(not_a_link)', '(not_a_link)', '(not_a_link)', `(not_a_link) ${name}`],
    ],
    ['names without a channel', [{ name: '@esa', url: '', id: 12 }], ['(not_a_link) @esa']],
    [
      'addresses with words',
      { subscriptions: [{ url: `my site, ${urlOf(first)}`, name: 'One' }] },
      [`(not_a_link) One (my site, ${urlOf(first)})`],
    ],
  ])('%s', (_, value, expected) => {
    expect(short(value)).toEqual(expected)
    expect(short(`\uFEFF\n${JSON.stringify(value, null, 4)}\n`)).toEqual(expected)
  })

  it.each([0.3, 0.7, 0.99])('are refused where they are cut off after %d', part => {
    const text = JSON.stringify({ subscriptions: [{ url: urlOf(first), name, ...trap }] })
    expect(short(text.slice(0, text.length * part))).toEqual(['(cut_off)'])
  })

  it('are not what somebody writes in brackets', () => {
    expect(short('[ESA](https://www.youtube.com/@esa)\n[[@nasa]]')).toEqual(['@esa', '@nasa'])
  })
})

describe('a table', () => {
  const row = (id: string, title: string) => `${id},${urlOf(id)},${title}`

  test.each([
    ['with a header', `Kanal-ID,Kanal-URL,Kanaltitel\n${row(first, '@esa')}\n${row(second, 'youtube.com/@b')}`],
    ['without one', `${row(first, '@esa')}\n${row(second, 'youtube.com/@b')}`],
    ['with semicolons', `ID;URL;Titel\n${row(first, '@esa')}\n${row(second, 'youtube.com/@b')}`.replaceAll(',', ';')],
    ['with its title first', `Name,Id,Url\n@esa,${first},${urlOf(first)}\nyoutube.com/@b,${second},${urlOf(second)}`],
    ['without addresses', `Id,Title\n${first},@esa\n${second},youtube.com/@b`],
    ['with addresses alone', `Title,Link\n@esa,${urlOf(first)}\nyoutube.com/@b,${urlOf(second)}`],
    [
      'with pictures, numbers and dates',
      `Id,Url,Picture,Videos,Since,Title\n${[first, second]
        .map((id, at) => `${id},${urlOf(id)},${trap.thumbnail},12,2020-01-02,${at ? 'youtube.com/@b' : '@esa'}`)
        .join('\n')}`,
    ],
  ])('%s has titles that are no channels', (_, text) => {
    expect(readChannelList(text).format).toBe('takeout')
    expect(short(text)).toEqual([`${first} @esa`, `${second} youtube.com/@b`])
  })

  it('is not what somebody pastes with commas between links and their names', () => {
    expect(short(`${first}, ${urlOf(first)}, - ESA: https://www.youtube.com/@esa`)).toEqual([first, first, '@esa'])
    expect(short(`- A: https://www.youtube.com/@esa, - B: https://www.youtube.com/@jaxa\n${first}, the best`)).toEqual([
      '@esa',
      '@jaxa',
      first,
      '(not_a_link) the best',
    ])
  })

  it('of which the quotes do not end gives its ids and nothing of its titles', () => {
    expect(short(`${row(first, '"@esa')}\n${row(second, 'See @b and https://www.youtube.com/@c')}`)).toEqual([
      first,
      second,
    ])
  })
})

describe('an OPML file', () => {
  const outline = (attributes: string) => `<opml><body><outline ${attributes}/></body></opml>`

  test.each([
    [`title="@esa" xmlUrl="https://yewtu.be/feed/channel/${first}"`, `${first} @esa`],
    [`title="One" xmlUrl="http://192.168.1.5:3000/feed/channel/${first}"`, `${first} One`],
    [`text="Old" xmlUrl="http://gdata.youtube.com/feeds/base/users/ESA/uploads?alt=rss"`, 'ESA Old'],
    [`text="One" xmlUrl="https://www.youtube.com/feeds/videos.xml?playlist_id=UULF${first.slice(2)}"`, `${first} One`],
    [`text="One" type="link" url="${urlOf(first)}"`, `${first} One`],
    [
      `text="@esa" description="${urlOf(own)}" imageUrl="${urlOf(own)}" xmlUrl="https://blog.example/feed,@esa"`,
      '(not_youtube) @esa (https://blog.example/feed,@esa)',
    ],
    [
      `text="List" xmlUrl="https://www.youtube.com/feeds/videos.xml?playlist_id=PL1" htmlUrl="${urlOf(own)}"`,
      '(not_a_channel) List (https://www.youtube.com/feeds/videos.xml?playlist_id=PL1)',
    ],
    [
      `text="Bad" xmlUrl="https://youtube.com.evil.example/feed/channel/${first}"`,
      `(not_youtube) Bad (https://youtube.com.evil.example/feed/channel/${first})`,
    ],
  ])('%s', (attributes, expected) => {
    expect(short(outline(attributes))).toEqual([expected])
  })
})

const most = 400_000
const filled = (piece: string) => piece.repeat(Math.floor(most / piece.length))

describe('400,000 characters', () => {
  test.each([
    ['of open arrays', filled('[')],
    ['of arrays in arrays', `${'['.repeat(most / 2)}${']'.repeat(most / 2)}`],
    ['of objects in objects', filled('{"subscriptions":')],
    ['of documents', filled('{"_id":"a"}\n')],
    ['of open documents', filled('{"a":\n')],
    ['of ids', `{"subscriptions":[${filled('"UC",').slice(0, -1)}]}`],
    ['of channels', `[${filled(`{"id":"${first}"},`).slice(0, -1)}]`],
    ['of quotes and spaces', `{"${filled('" ')}`],
    ['of tabs', filled('\t')],
    ['of links in tables', filled('https://youtube.com/@abc,')],
    ['of links without an end', filled('https://youtube.com/')],
    ['of rows with links', filled('a,https://youtube.com/@abc\n')],
  ])('%s take no second', (_, text) => {
    const startedAt = process.cpuUsage()
    readChannelList(text)
    expect(process.cpuUsage(startedAt).user).toBeLessThan(1_000_000)
  })
})
