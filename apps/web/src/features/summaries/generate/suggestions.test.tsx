import { failures } from '@recaps/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { held, openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { othersSummary, sampleSummary } from '../../../test/server/samples.ts'
import { sampleNewVideos } from '../../../test/server/schedule-samples.ts'
import { addSummaries, createWorld, type World } from '../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const withNews = (change: Partial<World> = {}) => {
  const newVideos = sampleNewVideos(now)
  const info = sampleSummary(9, now).videoInfo
  const videos = new Map(
    newVideos.map(({ videoId, title }) => [videoId, { videoInfo: { ...info, videoId, title } }] as const),
  )
  return createWorld({ newVideos, videos, ...change })
}
const withPopular = (change: Partial<World> = {}) =>
  createWorld({ popular: { week: [1, 2, 3, 4].map(id => othersSummary(id, now)) }, ...change })
const news = () => screen.findByRole('region', { name: 'New on your channels' })
const popular = () => screen.findByRole('region', { name: 'Popular this week' })

describe('below an empty box', () => {
  test('stands what the reader’s channels brought last, and one press has it summarized', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: withNews() })
    const section = within(await news())
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

  test('is for what is taken there what is written and chosen above, and for nothing after it', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: withNews() })
    await user.click(await screen.findByRole('button', { name: 'Length: Standard' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Short' }))
    await user.click(screen.getByRole('button', { name: 'Say what you want to know most' }))
    await user.type(screen.getByRole('textbox', { name: 'What do you want to know most?' }), 'what it costs')
    await user.click(within(await news()).getByRole('button', { name: /hinge/ }))
    await waitFor(() => expect(api.world.summaries.size).toBe(1))
    expect([...api.world.summaries.values()][0]).toMatchObject({ preset: 'short', focus: 'what it costs' })
    expect(await screen.findByRole('button', { name: 'Length: Standard' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Say what you want to know most' })).toBeInTheDocument()
  })

  test('says in words which is the last of the month', async () => {
    openApp('/tabs/summarize', { world: withNews({ used: 9 }) })
    expect(within(await news()).getByText('Any of them uses your last summary of this month.')).toBeInTheDocument()
    cleanup()
    openApp('/tabs/summarize', { world: withPopular({ opened: new Set([91, 92, 93, 94, 95, 96, 97, 98, 99]) }) })
    const cost = 'Any of them uses your last community read of this month.'
    expect(within(await popular()).getByText(cost)).toBeInTheDocument()
  })

  test('stays what could not be asked for, and why is told', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: withNews() })
    const section = within(await news())
    api.break('summaries.request', 'too_many_requests')
    await user.click(section.getByRole('button', { name: /kettle/ }))
    expect(await section.findByRole('alert')).toHaveTextContent(failures.too_many_requests.sentence)
    expect(section.getAllByRole('article')).toHaveLength(3)
  })

  test('that could not be asked for is named in a message where the page was left meanwhile', async () => {
    const { user, api } = openApp('/tabs/summarize', { world: withNews() })
    const answer = held(api, 'POST', '/api/summaries')
    api.break('summaries.request', 'too_many_requests')
    await user.click(within(await news()).getByRole('button', { name: /kettle/ }))
    await user.click(screen.getByRole('link', { name: 'Settings' }))
    await screen.findByRole('heading', { level: 1, name: 'Settings' })
    answer()
    expect(await screen.findByText(`“Why the kettle sings”: ${failures.too_many_requests.sentence}`)).toHaveClass(
      'toast__text',
    )
  })

  test('stands what is popular for who has no news, without what they have', async () => {
    const { user } = openApp('/tabs/summarize', { world: addSummaries(withPopular(), [sampleSummary(1, now)]) })
    const section = within(await popular())
    expect(section.getByText('Each uses 1 of your 10 community reads left this month.')).toBeInTheDocument()
    const links = section.getAllByRole('link')
    expect(links).toHaveLength(3)
    const { title } = sampleSummary(1, now).videoInfo
    expect(section.queryByRole('link', { name: title })).not.toBeInTheDocument()
    await user.click(links[0]!)
    await waitFor(() => expect(path()).toMatch(/^\/history-detail\/\d{10,}$/))
  })

  test('stands nothing where there is nothing, or the month has no place for it', async () => {
    const { api } = openApp('/tabs/summarize', { world: withNews({ used: 10 }) })
    expect(await screen.findByText(/You have used all your summaries/)).toBeInTheDocument()
    await waitFor(() => expect(api.calls).toContain('summaries.mostViewed'))
    expect(screen.queryByRole('region', { name: 'New on your channels' })).not.toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Popular this week' })).not.toBeInTheDocument()
  })

  test('gives way to what is typed', async () => {
    const { user } = openApp('/tabs/summarize', { world: withNews() })
    await news()
    await user.type(screen.getByRole('textbox', { name: /Link, video id/ }), 'bridges')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'New on your channels' })).not.toBeInTheDocument())
  })
})
