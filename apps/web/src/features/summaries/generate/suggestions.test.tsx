import { failures } from '@recaps/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { delayResponses, openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { communitySummary, sampleSummary } from '../../../test/server/samples.ts'
import { sampleNewVideos } from '../../../test/server/schedule-samples.ts'
import { addSummaries, createWorld, type World } from '../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const withNewVideos = (change: Partial<World> = {}) => {
  const newVideos = sampleNewVideos(now)
  const info = sampleSummary(9, now).videoInfo
  const videos = new Map(
    newVideos.map(({ videoId, title }) => [videoId, { videoInfo: { ...info, videoId, title } }] as const),
  )
  return createWorld({ newVideos, videos, ...change })
}
const withPopular = (change: Partial<World> = {}) =>
  createWorld({ popular: { week: [1, 2, 3, 4].map(id => communitySummary(id, now)) }, ...change })
const newVideosSection = () => screen.findByRole('region', { name: 'New from your channels' })
const popularSection = () => screen.findByRole('region', { name: 'Popular this week' })

describe('suggestions below an empty box', () => {
  test('suggests the newest videos of followed channels and summarizes one with one press', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: withNewVideos() })
    const section = within(await newVideosSection())
    expect(section.getByText('Each uses 1 of your 7 summaries left this month.')).toBeInTheDocument()
    expect(section.getAllByRole('article')).toHaveLength(3)
    expect(section.getByRole('article', { name: 'Why the kettle sings' })).toHaveTextContent(
      'Plain Bench · 12 min · 1 h ago',
    )
    await user.click(section.getByRole('button', { name: 'Generate a summary of What a hinge knows about time' }))
    const work = within(await screen.findByRole('region', { name: 'In progress' }))
    expect(work.getByRole('article', { name: 'What a hinge knows about time' })).toBeInTheDocument()
    await waitFor(() =>
      expect(section.queryByRole('article', { name: 'What a hinge knows about time' })).not.toBeInTheDocument(),
    )
    expect([...api.world.summaries.values()].map(({ videoInfo }) => videoInfo.title)).toEqual([
      'What a hinge knows about time',
    ])
    expect(api.calls).not.toContain('summaries.mostViewed')
    expect(screen.getByRole('region', { name: 'In progress' })).toHaveFocus()
  })

  test('applies the focus and length above to a suggested video, then resets them', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: withNewVideos() })
    await user.click(await screen.findByRole('button', { name: 'Length: Standard' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Short' }))
    await user.click(screen.getByRole('button', { name: 'Add a focus' }))
    await user.type(screen.getByRole('textbox', { name: 'What do you want to know most?' }), 'what it costs')
    await user.click(within(await newVideosSection()).getByRole('button', { name: /hinge/ }))
    await waitFor(() => expect(api.world.summaries.size).toBe(1))
    expect([...api.world.summaries.values()][0]).toMatchObject({ preset: 'short', focus: 'what it costs' })
    expect(await screen.findByRole('button', { name: 'Length: Standard' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Add a focus' })).toBeInTheDocument()
  })

  test('shows when a suggestion would use the last summary or community read of the month', async () => {
    openApp('/tabs/summarize', { world: withNewVideos({ used: 9 }) })
    expect(within(await newVideosSection()).getByText('Each uses your last summary this month.')).toBeInTheDocument()
    cleanup()
    openApp('/tabs/summarize', { world: withPopular({ openedReads: new Set([91, 92, 93, 94, 95, 96, 97, 98, 99]) }) })
    const cost = 'Opening one uses your last community read this month.'
    expect(within(await popularSection()).getByText(cost)).toBeInTheDocument()
  })

  test('keeps a suggestion and shows the error when its request fails', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: withNewVideos() })
    const section = within(await newVideosSection())
    api.break('summaries.request', 'too_many_requests')
    await user.click(section.getByRole('button', { name: /kettle/ }))
    expect(await section.findByRole('alert')).toHaveTextContent(failures.too_many_requests.sentence)
    expect(section.getAllByRole('article')).toHaveLength(3)
  })

  test('names a failed suggestion in a toast after the page is left', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: withNewVideos() })
    const answer = delayResponses(api, 'POST', '/api/summaries')
    api.break('summaries.request', 'too_many_requests')
    await user.click(within(await newVideosSection()).getByRole('button', { name: /kettle/ }))
    await user.click(screen.getByRole('link', { name: 'Settings' }))
    await screen.findByRole('heading', { level: 1, name: 'Settings' })
    answer()
    expect(await screen.findByText(`“Why the kettle sings”: ${failures.too_many_requests.sentence}`)).toHaveClass(
      'toast__text',
    )
  })

  test('suggests popular summaries that are new to the user when there are no new videos', async () => {
    const { user } = openApp('/tabs/summarize', { world: addSummaries(withPopular(), [sampleSummary(1, now)]) })
    const section = within(await popularSection())
    expect(section.getByText('Opening one uses 1 of your 10 community reads left this month.')).toBeInTheDocument()
    const links = section.getAllByRole('link')
    expect(links).toHaveLength(3)
    const { title } = sampleSummary(1, now).videoInfo
    expect(section.queryByRole('link', { name: title })).not.toBeInTheDocument()
    await user.click(links[0]!)
    await waitFor(() => expect(path()).toMatch(/^\/history-detail\/\d{10,}$/))
  })

  test('shows no suggestions if there are none or the quota is used up', async () => {
    const { api } = openApp('/tabs/summarize', { world: withNewVideos({ used: 10 }) })
    expect(await screen.findByText(/You’ve used all your summaries/)).toBeInTheDocument()
    await waitFor(() => expect(api.calls).toContain('summaries.mostViewed'))
    expect(screen.queryByRole('region', { name: 'New from your channels' })).not.toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Popular this week' })).not.toBeInTheDocument()
  })

  test('hides the suggestions while text is typed', async () => {
    const { user } = openApp('/tabs/summarize', { world: withNewVideos() })
    await newVideosSection()
    await user.type(screen.getByRole('textbox', { name: /YouTube link/ }), 'bridges')
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'New from your channels' })).not.toBeInTheDocument(),
    )
  })
})
