import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { sampleSummary } from '../../../test/server/samples.ts'
import { createWorld } from '../../../test/server/world.ts'

withMemoryServer()
const link = 'https://youtu.be/dQw4w9WgXcQ'
const second = 'https://www.youtube.com/watch?v=aBcDeFgHiJk'

const worldWithVideos = () =>
  createWorld({
    videos: new Map(
      ['dQw4w9WgXcQ', 'aBcDeFgHiJk'].map((videoId, at) => [
        videoId,
        { videoInfo: { ...sampleSummary(at + 1, Date.now()).videoInfo, videoId } },
      ]),
    ),
  })

const box = () => screen.findByRole('textbox', { name: 'Link, video id, or words to search for' })
const paste = async (text: string) => fireEvent.change(await box(), { target: { value: text } })
const notTaken = () => screen.findByRole('list', { name: 'Not taken' })

describe('a link beside that of a video', () => {
  test.each([
    ['a channel', 'https://www.youtube.com/@plainstructures', 'youtube.com/@plainstructures is a channel.'],
    [
      'a channel by its id',
      'youtube.com/channel/UCabcdefghijklmnopqrstuv',
      'youtube.com/channel/UCabcdefghijklmnopqrstuv is a channel.',
    ],
    ['a playlist', 'https://www.youtube.com/playlist?list=PL123', 'youtube.com/playlist?list=PL123 is a playlist.'],
    ['a clip', 'https://youtube.com/clip/UgkxAbc', 'youtube.com/clip/UgkxAbc is a clip.'],
    ['another site', 'https://vimeo.com/76979871', 'vimeo.com/76979871 is not on YouTube.'],
    ['an unfinished link', 'https://youtu.be/dQw4w', 'youtu.be/dQw4w is not complete.'],
    ['a page without a video', 'https://www.youtube.com/feed/history', 'youtube.com/feed/history holds no video.'],
  ])('is named as not taken when it is of %s, before or after it', async (_kind, other, sentence) => {
    openApp('/tabs/summarize', { world: worldWithVideos() })
    await paste(`${link} ${other}`)
    expect(await screen.findByRole('article', { name: /Why bridges hum/ })).toBeInTheDocument()
    expect(await notTaken()).toHaveTextContent(sentence)
    expect(screen.getByText('Only the video is taken.')).toBeInTheDocument()
    await paste(`${other}\n${link}`)
    expect(within(await notTaken()).getAllByRole('listitem')).toHaveLength(1)
  })

  test('is not named when it is the same video again', async () => {
    openApp('/tabs/summarize', { world: worldWithVideos() })
    await paste(`${link} ${link}?t=90`)
    expect(await screen.findByRole('article', { name: /Why bridges hum/ })).toBeInTheDocument()
    expect(screen.queryByRole('list', { name: 'Not taken' })).not.toBeInTheDocument()
  })

  test('is not looked for in words with a dot', async () => {
    openApp('/tabs/summarize', { world: worldWithVideos() })
    await paste(`What Node.js can do,e.g.now: ${link}`)
    expect(await screen.findByRole('article', { name: /Why bridges hum/ })).toBeInTheDocument()
    expect(screen.queryByText('Only the video is taken.')).not.toBeInTheDocument()
  })

  test('leads to the schedule when it is a channel', async () => {
    const { user } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await paste(`${link} https://www.youtube.com/@plainstructures`)
    await user.click(within(await notTaken()).getByRole('link', { name: 'Follow channels' }))
    await waitFor(() => expect(path()).toBe('/schedule-wizard-channels'))
  })
})

test('several links that are not taken are each named once, the first five of them', async () => {
  openApp('/tabs/summarize', { world: worldWithVideos() })
  const others = Array.from({ length: 7 }, (_, at) => `https://example.com/${at}`)
  await paste([link, ...others, second, others[0]].join('\n'))
  const list = await notTaken()
  expect(within(list).getAllByRole('listitem')).toHaveLength(6)
  expect(within(list).getByText('2 more links')).toBeInTheDocument()
  expect(screen.getByText('Only the 2 videos are taken.')).toBeInTheDocument()
})

test('of two links without a video each is explained', async () => {
  openApp('/tabs/summarize', { world: worldWithVideos() })
  await paste('https://www.youtube.com/@plainstructures https://vimeo.com/76979871')
  expect(await screen.findByText(/This is the link of a channel/)).toBeInTheDocument()
  expect(screen.getByText(/Only YouTube videos can be summarized/)).toBeInTheDocument()
})

test('two videos in what another app shares are both offered', async () => {
  const shared = new URLSearchParams({ title: 'Two talks', text: `${link}, then ${second}` })
  openApp(`/tabs/summarize?${shared}`, { world: worldWithVideos() })
  expect(await box()).toHaveValue(`${link}\n${second}`)
  expect(await screen.findByRole('button', { name: 'Generate 2 summaries' })).toBeInTheDocument()
})

test('a channel beside the video in what another app shares is named', async () => {
  const shared = new URLSearchParams({ text: `${link} by https://www.youtube.com/@plainstructures` })
  openApp(`/tabs/summarize?${shared}`, { world: worldWithVideos() })
  expect(within(await notTaken()).getAllByRole('listitem')).toHaveLength(1)
})
