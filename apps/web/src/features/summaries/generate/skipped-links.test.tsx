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

const box = () => screen.findByRole('textbox', { name: 'YouTube link, video ID or search' })
const paste = async (text: string) => fireEvent.change(await box(), { target: { value: text } })
const skippedLinks = () => screen.findByRole('list', { name: 'Skipped links' })

describe('other links next to a video link', () => {
  test.each([
    ['a channel', 'https://www.youtube.com/@plainstructures', 'youtube.com/@plainstructures is a channel.'],
    [
      'a channel by its id',
      'youtube.com/channel/UCabcdefghijklmnopqrstuv',
      'youtube.com/channel/UCabcdefghijklmnopqrstuv is a channel.',
    ],
    ['a playlist', 'https://www.youtube.com/playlist?list=PL123', 'youtube.com/playlist?list=PL123 is a playlist.'],
    ['a clip', 'https://youtube.com/clip/UgkxAbc', 'youtube.com/clip/UgkxAbc is a clip.'],
    ['another site', 'https://vimeo.com/76979871', 'vimeo.com/76979871 isn’t on YouTube.'],
    ['an unfinished link', 'https://youtu.be/dQw4w', 'youtu.be/dQw4w is incomplete.'],
    ['a page without a video', 'https://www.youtube.com/feed/history', 'youtube.com/feed/history has no video.'],
  ])('lists %s as skipped before or after a video link', async (_kind, other, sentence) => {
    openApp('/tabs/summarize', { world: worldWithVideos() })
    await paste(`${link} ${other}`)
    expect(await screen.findByRole('article', { name: /Why bridges hum/ })).toBeInTheDocument()
    expect(await skippedLinks()).toHaveTextContent(sentence)
    expect(screen.getByText('Only the video will be summarized.')).toBeInTheDocument()
    await paste(`${other}\n${link}`)
    expect(within(await skippedLinks()).getAllByRole('listitem')).toHaveLength(1)
  })

  test('does not list a second link to the same video as skipped', async () => {
    openApp('/tabs/summarize', { world: worldWithVideos() })
    await paste(`${link} ${link}?t=90`)
    expect(await screen.findByRole('article', { name: /Why bridges hum/ })).toBeInTheDocument()
    expect(screen.queryByRole('list', { name: 'Skipped links' })).not.toBeInTheDocument()
  })

  test('does not list words with a dot as skipped links', async () => {
    openApp('/tabs/summarize', { world: worldWithVideos() })
    await paste(`What Node.js can do,e.g.now: ${link}`)
    expect(await screen.findByRole('article', { name: /Why bridges hum/ })).toBeInTheDocument()
    expect(screen.queryByText('Only the video will be summarized.')).not.toBeInTheDocument()
  })

  test('offers to follow channels next to a skipped channel link', async () => {
    const { user } = openApp('/tabs/summarize', { world: worldWithVideos() })
    await paste(`${link} https://www.youtube.com/@plainstructures`)
    await user.click(within(await skippedLinks()).getByRole('link', { name: 'Follow channels' }))
    await waitFor(() => expect(path()).toBe('/schedule-wizard-channels'))
  })
})

test('lists the first five skipped links without duplicates', async () => {
  openApp('/tabs/summarize', { world: worldWithVideos() })
  const others = Array.from({ length: 7 }, (_, at) => `https://example.com/${at}`)
  await paste([link, ...others, second, others[0]].join('\n'))
  const list = await skippedLinks()
  expect(within(list).getAllByRole('listitem')).toHaveLength(6)
  expect(within(list).getByText('2 more links')).toBeInTheDocument()
  expect(screen.getByText('Only the 2 videos will be summarized.')).toBeInTheDocument()
})

test('explains each of two links without a video', async () => {
  openApp('/tabs/summarize', { world: worldWithVideos() })
  await paste('https://www.youtube.com/@plainstructures https://vimeo.com/76979871')
  expect(await screen.findByText(/This is a channel link/)).toBeInTheDocument()
  expect(screen.getByText(/Only YouTube videos can be summarized/)).toBeInTheDocument()
})

test('offers both videos of a text shared by another app', async () => {
  const shared = new URLSearchParams({ title: 'Two talks', text: `${link}, then ${second}` })
  openApp(`/tabs/summarize?${shared}`, { world: worldWithVideos() })
  expect(await box()).toHaveValue(`${link}\n${second}`)
  expect(await screen.findByRole('button', { name: 'Generate 2 summaries' })).toBeInTheDocument()
})

test('lists a channel link as skipped in a text shared by another app', async () => {
  const shared = new URLSearchParams({ text: `${link} by https://www.youtube.com/@plainstructures` })
  openApp(`/tabs/summarize?${shared}`, { world: worldWithVideos() })
  expect(within(await skippedLinks()).getAllByRole('listitem')).toHaveLength(1)
})
