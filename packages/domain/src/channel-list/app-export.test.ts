import { describe, expect, it, test } from 'vitest'
import { readChannelList } from './read.ts'

const first = 'UCtHaxi4GTYDpJgMSGy7AeSw'
const second = 'UCqYPhGiB9tkShZorfgcL2lA'
const own = 'UC0000000000000000000own'
const channelUrl = (id: string) => `https://www.youtube.com/channel/${id}`

/** One text per line: the channel's id, handle or name with its title, or the reason in brackets with the text. */
const describeLines = (value: unknown): string[] =>
  readChannelList(typeof value === 'string' ? value : JSON.stringify(value)).lines.map(line => {
    if (line.kind === 'refused') return `(${line.reason}) ${line.text}`.trim()
    const { channel, title } = line
    const name = channel.by === 'id' ? channel.channelId : channel.by === 'handle' ? channel.handle : channel.name
    return `${name} ${title}`.trim()
  })

/** Fields that contain channels to which the user is not subscribed. */
const decoys = {
  thumbnail: 'https://yt3.ggpht.com/UCxxxxxxxxxxxxxxxxxxxxxx=s176',
  avatar: 'https://www.youtube.com/@avatar',
  description: 'See https://www.youtube.com/@friend and @other',
  etag: 'UCyyyyyyyyyyyyyyyyyyyyyy',
}
const name = 'Tom @home, youtube.com/@tom'

describe('FreeTube', () => {
  const profile = (id: string, subscriptions: object[]) => ({ _id: id, name: '@All', bgColor: '#f00', subscriptions })

  it('reads a FreeTube .db with a profile on each line', () => {
    const lines = [
      profile('allChannels', [
        { id: first, name, ...decoys },
        { id: second, name: 'Two', thumbnail: null },
      ]),
      profile('x1', [{ id: second, name: 'Two' }]),
    ]
    expect(describeLines(lines.map(line => JSON.stringify(line)).join('\n'))).toEqual([
      `${first} ${name}`,
      `${second} Two`,
      `${second} Two`,
    ])
  })

  it('uses the last version of each profile in an append-only FreeTube .db, including deletions', () => {
    const lines = [
      profile('allChannels', [{ id: first, name: 'One' }]),
      profile('x1', [{ id: first, name: 'One' }]),
      { $$indexCreated: { fieldName: '_id' } },
      profile('allChannels', [{ id: second, name: 'Two' }]),
      { $$deleted: true, _id: 'x1' },
    ]
    const text = lines.map(line => JSON.stringify(line)).join('\n')
    expect(describeLines(text).filter(line => line.startsWith('UC'))).toEqual([`${second} Two`])
  })

  it('reads older FreeTube files with a channel on each line, and FreeTube JSON', () => {
    const line = (channelId: string, channelName: string) => ({
      channelId,
      channelName,
      channelThumbnail: decoys.avatar,
    })
    const text = `${JSON.stringify(line(first, 'One'))}\r\n${JSON.stringify(line(second, 'Two'))}\r\n`
    expect(describeLines(text)).toEqual([`${first} One`, `${second} Two`])
    expect(describeLines([profile('allChannels', [{ id: first, name: 'One' }])])).toEqual([`${first} One`])
  })

  it('finds no subscriptions in FreeTube files of watched videos and playlists', () => {
    const watched = { videoId: 'rCAS2eD-mcw', title: '@esa', author: 'One', authorId: first, _id: 'a' }
    const listed = { playlistName: '@mine', videos: [watched], _id: 'b' }
    for (const document of [watched, listed]) {
      expect(describeLines(document).join()).not.toContain('UC')
      expect(describeLines(`${JSON.stringify(document)}\n${JSON.stringify(document)}`).join()).not.toContain('UC')
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
      description: decoys.description,
      publishedAt: '2017-01-01T00:00:00.000Z',
      resourceId: { channelId, kind: 'youtube#channel' },
      thumbnails: { default: { url: decoys.avatar } },
      title,
    },
  })

  it('reads the channel from the resource of a Takeout item, not the subscriber', () => {
    expect(readChannelList(JSON.stringify([item(first, name)], null, 2)).format).toBe('takeout')
    expect(describeLines([item(first, name), item(second, '@two')])).toEqual([`${first} ${name}`, `${second} @two`])
  })

  it('reads subscriptions from a response of the YouTube API', () => {
    expect(describeLines({ kind: 'youtube#subscriptionListResponse', items: [item(first, 'One')] })).toEqual([
      `${first} One`,
    ])
  })

  it('reports a Takeout item without a resource as not a channel', () => {
    const { resourceId: _, ...snippet } = item(first, 'One').snippet
    expect(describeLines([{ ...item(first, 'One'), snippet }, item(second, 'Two')])).toEqual([
      '(not_a_link) One',
      `${second} Two`,
    ])
  })
})

describe('files of other apps', () => {
  test.each([
    [
      'NewPipe',
      {
        app_version: '0.27.2',
        app_version_int: 999,
        subscriptions: [
          { service_id: 0, url: channelUrl(first), name },
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
      { subscriptions: [{ url: `/channel/${first}`, name, avatar: decoys.avatar, verified: true }] },
      [`${first} ${name}`],
    ],
    [
      'Piped groups',
      { format: 'Piped', version: 1, groups: [{ groupName: '@mine', channels: [first, second] }] },
      [first, second],
    ],
    [
      'a Piped playlist',
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
        playlists: [{ title: '@mine', description: decoys.description, privacy: 'Public', videos: ['rCAS2eD-mcw'] }],
      },
      [first, second],
    ],
    ['the Invidious API', [{ author: name, authorId: first }], [`${first} ${name}`]],
    [
      'LibreTube',
      {
        watchHistory: [{ videoId: 'rCAS2eD-mcw', uploaderUrl: `/channel/${own}`, title: '@esa' }],
        searchHistory: [{ query: '@esa' }],
        localSubscriptions: [{ channelId: first, name, avatar: decoys.avatar }, { channelId: second }],
        playlistBookmarks: [{ playlistId: 'PL1', uploaderUrl: channelUrl(own) }],
        channelGroups: [{ name: '@mine', channels: [own] }],
      },
      [`${first} ${name}`, second],
    ],
    [
      'a Grayjay list',
      [channelUrl(first), 'https://www.youtube.com/@esa', 'https://odysee.com/@esa:1'],
      [first, '@esa', '(not_youtube) https://odysee.com/@esa:1'],
    ],
    [
      'Grayjay',
      {
        stores: {
          Subscriptions: [channelUrl(first)],
          Playlists: [`@mine\n${channelUrl(own)}`],
          history: [channelUrl(own)],
        },
        cache: { channels: [{ url: channelUrl(own), name: 'Own' }] },
      },
      [first],
    ],
    [
      'the Grayjay store',
      [
        {
          channel: {
            id: { platform: 'YouTube', value: first },
            name,
            url: channelUrl(first),
            description: decoys.description,
          },
        },
      ],
      [`${first} ${name}`],
    ],
    [
      'the watch history of a Google Takeout',
      [
        {
          header: 'YouTube',
          title: 'Watched @esa',
          titleUrl: 'https://youtu.be/x',
          subtitles: [{ url: channelUrl(own) }],
        },
      ],
      ['(not_a_link) Watched @esa'],
    ],
    ['blocked channels', { blocked: [first], settings: { hidden: [second] } }, ['(no_subscriptions)']],
    ['no subscriptions', { subscriptions: [] }, ['(no_subscriptions)']],
    ['an empty array', [], ['(no_subscriptions)']],
    [
      'invalid entries',
      { subscriptions: [null, 7, true, [], {}, { name }] },
      ['(not_a_link)', '(not_a_link)', '(not_a_link)', '(not_a_link)', '(not_a_link)', `(not_a_link) ${name}`],
    ],
    ['names without a channel', [{ name: '@esa', url: '', id: 12 }], ['(not_a_link) @esa']],
    [
      'URLs with words',
      { subscriptions: [{ url: `my site, ${channelUrl(first)}`, name: 'One' }] },
      [`(not_a_link) One (my site, ${channelUrl(first)})`],
    ],
  ])('reads the channels from %s', (_, value, expected) => {
    expect(describeLines(value)).toEqual(expected)
    expect(describeLines(`\uFEFF\n${JSON.stringify(value, null, 4)}\n`)).toEqual(expected)
  })

  it.each([0.3, 0.7, 0.99])('rejects a JSON file truncated to %d of its length', part => {
    const text = JSON.stringify({ subscriptions: [{ url: channelUrl(first), name, ...decoys }] })
    expect(describeLines(text.slice(0, text.length * part))).toEqual(['(cut_off)'])
  })

  it('does not mistake pasted text in brackets for JSON', () => {
    expect(describeLines('[ESA](https://www.youtube.com/@esa)\n[[@nasa]]')).toEqual(['@esa', '@nasa'])
  })
})

describe('a table', () => {
  const row = (id: string, title: string) => `${id},${channelUrl(id)},${title}`

  test.each([
    ['with a header', `Kanal-ID,Kanal-URL,Kanaltitel\n${row(first, '@esa')}\n${row(second, 'youtube.com/@b')}`],
    ['without a header', `${row(first, '@esa')}\n${row(second, 'youtube.com/@b')}`],
    ['with semicolons', `ID;URL;Titel\n${row(first, '@esa')}\n${row(second, 'youtube.com/@b')}`.replaceAll(',', ';')],
    [
      'with the title first',
      `Name,Id,Url\n@esa,${first},${channelUrl(first)}\nyoutube.com/@b,${second},${channelUrl(second)}`,
    ],
    ['without URLs', `Id,Title\n${first},@esa\n${second},youtube.com/@b`],
    ['with only URLs', `Title,Link\n@esa,${channelUrl(first)}\nyoutube.com/@b,${channelUrl(second)}`],
    [
      'with pictures, numbers and dates',
      `Id,Url,Picture,Videos,Since,Title\n${[first, second]
        .map((id, at) => `${id},${channelUrl(id)},${decoys.thumbnail},12,2020-01-02,${at ? 'youtube.com/@b' : '@esa'}`)
        .join('\n')}`,
    ],
  ])('does not read titles as channels in a table %s', (_, text) => {
    expect(readChannelList(text).format).toBe('takeout')
    expect(describeLines(text)).toEqual([`${first} @esa`, `${second} youtube.com/@b`])
  })

  it('does not mistake pasted links and names separated by commas for a table', () => {
    expect(describeLines(`${first}, ${channelUrl(first)}, - ESA: https://www.youtube.com/@esa`)).toEqual([
      first,
      first,
      '@esa',
    ])
    expect(
      describeLines(`- A: https://www.youtube.com/@esa, - B: https://www.youtube.com/@jaxa\n${first}, the best`),
    ).toEqual(['@esa', '@jaxa', first, '(not_a_link) the best'])
  })

  it('reads only the ids, not the titles, of a table with an unclosed quote', () => {
    expect(describeLines(`${row(first, '"@esa')}\n${row(second, 'See @b and https://www.youtube.com/@c')}`)).toEqual([
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
    [`text="One" type="link" url="${channelUrl(first)}"`, `${first} One`],
    [
      `text="@esa" description="${channelUrl(own)}" imageUrl="${channelUrl(own)}" xmlUrl="https://blog.example/feed,@esa"`,
      '(not_youtube) @esa (https://blog.example/feed,@esa)',
    ],
    [
      `text="List" xmlUrl="https://www.youtube.com/feeds/videos.xml?playlist_id=PL1" htmlUrl="${channelUrl(own)}"`,
      '(not_a_channel) List (https://www.youtube.com/feeds/videos.xml?playlist_id=PL1)',
    ],
    [
      `text="Bad" xmlUrl="https://youtube.com.evil.example/feed/channel/${first}"`,
      `(not_youtube) Bad (https://youtube.com.evil.example/feed/channel/${first})`,
    ],
  ])('reads the OPML outline %s', (attributes, expected) => {
    expect(describeLines(outline(attributes))).toEqual([expected])
  })
})

const maxChars = 400_000
const filled = (piece: string) => piece.repeat(Math.floor(maxChars / piece.length))

describe('400,000 characters', () => {
  test.each([
    ['open arrays', filled('[')],
    ['nested arrays', `${'['.repeat(maxChars / 2)}${']'.repeat(maxChars / 2)}`],
    ['nested objects', filled('{"subscriptions":')],
    ['documents', filled('{"_id":"a"}\n')],
    ['open documents', filled('{"a":\n')],
    ['ids', `{"subscriptions":[${filled('"UC",').slice(0, -1)}]}`],
    ['channels', `[${filled(`{"id":"${first}"},`).slice(0, -1)}]`],
    ['quotes and spaces', `{"${filled('" ')}`],
    ['tabs', filled('\t')],
    ['links in tables', filled('https://youtube.com/@abc,')],
    ['links without spaces', filled('https://youtube.com/')],
    ['rows with links', filled('a,https://youtube.com/@abc\n')],
  ])('reads 400,000 characters of %s in less than a second', (_, text) => {
    const startedAt = process.cpuUsage()
    readChannelList(text)
    expect(process.cpuUsage(startedAt).user).toBeLessThan(1_000_000)
  })
})
