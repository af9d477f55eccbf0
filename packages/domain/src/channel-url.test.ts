import { describe, expect, test } from 'vitest'
import { channelUrl, parseChannelLink } from './channel-url.ts'

const UC = 'UCLA_DiR1FfKNvjuUpBHmylQ'
const second = 'UCtHaxi4GTYDpJgMSGy7AeSw'
const end = second.slice(2)

describe('channel links and names', () => {
  test.each([
    [`https://www.youtube.com/channel/${UC}`, { by: 'id', channelId: UC }],
    [`https://www.youtube.com/channel/${UC}/videos?view=0`, { by: 'id', channelId: UC }],
    [`m.youtube.com/channel/${UC}`, { by: 'id', channelId: UC }],
    [`https://www.youtube.com/feeds/videos.xml?channel_id=${UC}`, { by: 'id', channelId: UC }],
    [`https://www.youtube.com/embed/live_stream?channel=${UC}`, { by: 'id', channelId: UC }],
    [channelUrl(UC), { by: 'id', channelId: UC }],
    [UC, { by: 'id', channelId: UC }],
    ['https://www.youtube.com/@NASA', { by: 'handle', handle: '@NASA' }],
    ['https://youtube.com/@NASA?si=abc', { by: 'handle', handle: '@NASA' }],
    ['https://www.youtube.com/@NASA/live', { by: 'handle', handle: '@NASA' }],
    ['https://www.youtube.com/@%E6%97%A5%E6%9C%AC%E8%AA%9E', { by: 'handle', handle: '@日本語' }],
    ['@NASA', { by: 'handle', handle: '@NASA' }],
    ['Look at @some.one-else_2!', { by: 'handle', handle: '@some.one-else_2' }],
    ['https://www.youtube.com/c/NASA', { by: 'custom', name: 'NASA' }],
    ['https://www.youtube.com/user/NASAtelevision/featured', { by: 'user', name: 'NASAtelevision' }],
    ['https://www.youtube.com/creativecommons', { by: 'custom', name: 'creativecommons' }],
  ])('reads the channel from %s', (text, channel) => {
    expect(parseChannelLink(text)).toEqual({ kind: 'channel', channel })
  })
})

describe('text that is not a channel', () => {
  test.each([
    ['  ', 'empty'],
    ['nasa', 'not_a_link'],
    ['https://vimeo.com/nasa', 'not_youtube'],
    ['https://youtu.be/dQw4w9WgXcQ', 'not_a_channel'],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'not_a_channel'],
    ['https://www.youtube.com/playlist?list=PL1', 'not_a_channel'],
    ['https://www.youtube.com/results?search_query=nasa', 'not_a_channel'],
    ['https://www.youtube.com/', 'not_a_channel'],
    ['https://www.youtube.com/channel/UC123', 'malformed_id'],
    [`https://www.youtube.com/channel/${UC}x`, 'malformed_id'],
    ['@ab', 'malformed_id'],
    ['https://www.youtube.com/@a<b', 'malformed_id'],
  ])('rejects %j as a channel link: %s', (text, reason) => {
    expect(parseChannelLink(text)).toEqual({ kind: 'refused', reason })
  })
})

describe('less common channel links', () => {
  const id = { by: 'id', channelId: second }
  test.each([
    [`https://www.youtube.com/feeds/videos.xml?playlist_id=UU${end}`, id],
    [`https://www.youtube.com/feeds/videos.xml?playlist_id=UUSH${end}`, id],
    [`https://www.youtube.com/playlist?list=UULV${end}&si=x`, id],
    [`https://www.youtube.com/playlist?list=UUMO${end}`, id],
    [`https://www.youtube.com/embed/videoseries?list=UU${end}`, id],
    [`UULF${end}`, id],
    [`https://m.youtube.com/#/channel/${second}`, id],
    [`https://m.youtube.com/?#/channel/${second}/videos`, id],
    [`https://www.youtube.com/feed/${second}`, id],
    [`https://www.youtube.com/${second}`, id],
    [`https://www.youtube.com/user/${second}`, id],
    [`https://piped.video/channel/${second}`, id],
    [`https://invidious.example.org/feed/channel/${second}`, id],
    [`https://inv.nadeko.net/api/v1/channels/${second}/latest`, id],
    [`https://socialblade.com/youtube/channel/${second}/monthly`, id],
    [`https://rsshub.app/youtube/channel/${second}`, id],
    [`https://playboard.co/en/channel/${second}`, id],
    [`vnd.youtube://www.youtube.com/channel/${second}`, id],
    [`youtube://channel/${second}`, id],
    [`https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2Fchannel%2F${second}%3Fcbrd%3D1`, id],
    [`https://l.facebook.com/l.php?u=https%3A%2F%2Fwww.youtube.com%2Fchannel%2F${second}&h=x`, id],
    [`https:\\/\\/www.youtube.com\\/channel\\/${second}`, id],
    [`https://web.archive.org/web/2015/http://www.youtube.com/channel/${second}`, id],
    ['https://www.youtube.com/feeds/videos.xml?user=ESA', { by: 'user', name: 'ESA' }],
    ['http://gdata.youtube.com/feeds/base/users/ESA/uploads?alt=rss', { by: 'user', name: 'ESA' }],
    ['https://m.youtube.com/#/user/ESA', { by: 'user', name: 'ESA' }],
    ['http://www.youtube.com/subscription_center?add_user=ESA', { by: 'user', name: 'ESA' }],
    ['http://m.youtube.com/profile?gl=DE&user=ESA', { by: 'user', name: 'ESA' }],
    ['https://www.youtube.com/embed?listType=user_uploads&list=ESA', { by: 'user', name: 'ESA' }],
    ['https://youtu.be/@esa', { by: 'handle', handle: '@esa' }],
    ['https://www.youtube.com/c/@esa', { by: 'handle', handle: '@esa' }],
    ['https://yewtu.be/@esa', { by: 'handle', handle: '@esa' }],
    ['https://www.google.com/url?q=https://www.youtube.com/%40esa', { by: 'handle', handle: '@esa' }],
    ['https://socialblade.com/youtube/handle/esa', { by: 'handle', handle: '@esa' }],
    ['https://www.youtube.com/signin?next=%2F%40esa', { by: 'handle', handle: '@esa' }],
    ['https://www.youtube.com/attribution_link?u=%2Fuser%2FESA', { by: 'user', name: 'ESA' }],
    ['https://www.youtube.com/c/Deep%20Sea', { by: 'custom', name: 'Deep Sea' }],
    ['https://www.youtube.com/u/DeepSea', { by: 'custom', name: 'DeepSea' }],
    ['https://m.youtube.com/+DeepSea', { by: 'custom', name: 'DeepSea' }],
    ['https://youtube.it/DeepSea', { by: 'custom', name: 'DeepSea' }],
    ['https://gaming.youtube.com/DeepSea', { by: 'custom', name: 'DeepSea' }],
  ])('reads the channel from %s', (text, channel) => {
    expect(parseChannelLink(text)).toEqual({ kind: 'channel', channel })
  })

  test.each([
    `https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=UU${end}`,
    `https://www.youtube.com/watch?v=dQw4w9WgXcQ&channel=${second}`,
    `https://youtu.be/dQw4w9WgXcQ?ab_channel=ESA`,
    `https://www.youtube.com/shorts/dQw4w9WgXcQ?user=ESA`,
    `https://www.youtube.com/playlist?list=FL${end}`,
    `https://www.youtube.com/playlist?list=UU${end}x`,
    'https://www.youtube.com/playlist?list=PLtHaxi4GTYDpJgMSGy7AeSwtHaxi4GTY',
    'https://www.youtube.com/results?user=ESA',
    'https://www.youtube.com/howyoutubeworks',
    'https://blog.youtube.com/inside',
    'https://yewtu.be/preferences',
    'https://piped.video/trending',
    `https://youtube.com.evil.example/channel/${second}`,
    `https://example.org/channel/${second}`,
    `https://example.org/?u=https://www.youtube.com/channel/${second}`,
    'https://www.tiktok.com/@esa',
    'youtube:esa',
  ])('finds no channel in %s', text => {
    expect(parseChannelLink(text).kind).toBe('refused')
  })
})
