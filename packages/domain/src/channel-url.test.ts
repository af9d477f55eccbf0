import { describe, expect, test } from 'vitest'
import { channelUrl, parseChannelLink } from './channel-url.ts'

const UC = 'UCLA_DiR1FfKNvjuUpBHmylQ'

describe('a channel is understood from', () => {
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
  ])('%s', (text, channel) => {
    expect(parseChannelLink(text)).toEqual({ kind: 'channel', channel })
  })
})

describe('what is not a channel is refused with its reason', () => {
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
  ])('%s → %s', (text, reason) => {
    expect(parseChannelLink(text)).toEqual({ kind: 'refused', reason })
  })
})
