import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { setMedia } from '../../../test/browser.ts'
import { openApp, withMemoryServer } from '../../../test/open-app.tsx'
import { communitySummary } from '../../../test/server/samples.ts'
import { createWorld, type World } from '../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
/** Two summaries of Ground Truth, one of Plain Structures, one of Deep History. */
const week = [2, 1, 8, 4].map(id => communitySummary(id, now))
const bridges = /^Why bridges hum/
const bridgesLink = /Why bridges hum/
const rivers = 'The city that buried its rivers'
const hiddenChannel = (at: number) => ({
  channelId: `UC${String(at).padStart(22, '0')}`,
  channel: `Channel ${at}`,
  hiddenAt: new Date(now - at).toISOString(),
})
const open = (change: Partial<World> = {}, address = '/tabs/popular') =>
  openApp(address, { world: createWorld({ popular: { week }, ...change }) })
const titles = () => screen.getAllByRole('article').map(card => card.getAttribute('aria-label'))

async function hide(user: ReturnType<typeof open>['user'], name: string | RegExp) {
  const card = await screen.findByRole('article', { name })
  await user.click(await within(card).findByRole('button', { name: /^More actions/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Hide this channel' }))
}

describe('hiding a channel', () => {
  test('hides all summaries of a channel from a card menu, and Undo in the toast restores them', async () => {
    const { user, api } = open()
    await hide(user, rivers)
    expect(await screen.findByText('Ground Truth hidden from Popular')).toBeInTheDocument()
    await waitFor(() => expect(titles()).toEqual([expect.stringMatching(bridges), expect.stringMatching(/^A history/)]))
    expect(api.world.hiddenChannels).toMatchObject([{ channel: 'Ground Truth' }])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(titles()).toHaveLength(4))
    expect(titles()[0]).toBe(rivers)
    expect(api.world.hiddenChannels).toEqual([])
  })

  test('removes a hidden channel from the list before the server responds', async () => {
    const ids = [2, ...Array.from({ length: 12 }, (_, at) => 21 + at * 10)]
    const { user, api } = open({ popular: { week: ids.map(id => communitySummary(id, now)) } })
    const { promise, resolve } = Promise.withResolvers<void>()
    api.break('popular.hide', async () => {
      await promise
      return new Response(null, { status: 204 })
    })
    await hide(user, rivers)
    await waitFor(() => expect(titles()[0]).toMatch(bridges))
    expect(screen.queryByText(/hidden from Popular$/)).not.toBeInTheDocument()
    resolve()
    expect(await screen.findByText('Ground Truth hidden from Popular')).toBeInTheDocument()
  })

  test.each([1440, 390])(
    'moves the focus to the next summary or the heading when a channel is hidden (%i px)',
    async width => {
      setMedia({ width })
      const { user } = open({ popular: { week: [2, 1].map(id => communitySummary(id, now)) } })
      const press = async (name: string | RegExp) => {
        const card = await screen.findByRole('article', { name })
        ;(await within(card).findByRole('button', { name: /^More actions/ })).focus()
        await user.keyboard('{Enter}')
        ;(await screen.findByText('Hide this channel')).closest<HTMLElement>('.action')!.focus()
        await user.keyboard('{Enter}')
      }
      await press(rivers)
      await waitFor(() => expect(screen.getByRole('link', { name: bridgesLink })).toHaveFocus())
      expect(await screen.findByText('Ground Truth hidden from Popular')).toBeInTheDocument()
      expect(screen.getByRole('link', { name: bridgesLink })).toHaveFocus()
      await press(bridges)
      await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Popular' })).toHaveFocus())
    },
  )

  test('restores the summaries in place and shows the reason when the server refuses to hide a channel', async () => {
    const { user, api } = open()
    const error = 'You have hidden 500 channels, the maximum.'
    api.break('popular.hide', () => Response.json({ error, code: 'invalid_request', requestId: 'r' }, { status: 400 }))
    await hide(user, rivers)
    expect(await screen.findByText(error)).toBeInTheDocument()
    await waitFor(() => expect(titles()).toHaveLength(4))
    expect(titles()[0]).toBe(rivers)
  })

  test('restores the summaries when hiding a channel fails because of an outage', async () => {
    const { user, api } = open()
    await screen.findByRole('article', { name: rivers })
    for (const route of ['popular.hide', 'summaries.mostViewed']) api.break(route, () => Response.error())
    await hide(user, rivers)
    expect(await screen.findByText('Couldn’t hide this channel')).toBeInTheDocument()
    await waitFor(() => expect(titles()).toHaveLength(4))
  })

  test('shows an error and keeps the channel hidden when unhiding fails', async () => {
    const { user, api } = open()
    await hide(user, rivers)
    await screen.findByText('Ground Truth hidden from Popular')
    api.break('popular.show', () => Response.error())
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Couldn’t unhide this channel')).toBeInTheDocument()
    expect(api.world.hiddenChannels).toHaveLength(1)
  })
})

describe('empty popular list', () => {
  test('shows the number of hidden channels and a link to Settings below an empty list', async () => {
    const { user } = open({ popular: { week: week.slice(0, 1) } })
    await hide(user, rivers)
    expect(await screen.findByText(/^You’ve hidden 1 channel\./)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Manage in Settings' })).toHaveAttribute('href', '/settings')
  })

  test('shows no hint about hidden channels if none are hidden', async () => {
    const { api } = open({ popular: {} })
    expect(await screen.findByRole('heading', { name: 'Nothing popular this week' })).toBeInTheDocument()
    await waitFor(() => expect(api.calls).toContain('popular.hidden'))
    expect(screen.queryByText(/^You’ve hidden/)).not.toBeInTheDocument()
  })
})

describe('hidden channels in Settings', () => {
  const card = () => screen.findByRole('region', { name: 'Hidden channels' })

  test('lists hidden channels in Settings and unhides them', async () => {
    const { user, api } = open({ hiddenChannels: [hiddenChannel(1), hiddenChannel(2)] }, '/settings')
    const rows = async () => within(await card()).getAllByRole('listitem')
    expect((await rows()).map(row => row.querySelector('p')?.textContent)).toEqual(['Channel 1', 'Channel 2'])
    await user.click(screen.getByRole('button', { name: 'Unhide Channel 1' }))
    expect(await screen.findByText('Channel 1 is back in Popular')).toBeInTheDocument()
    await waitFor(async () => expect(await rows()).toHaveLength(1))
    expect(screen.getByRole('button', { name: 'Unhide Channel 2' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Unhide Channel 2' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Hidden channels' })).not.toBeInTheDocument())
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(api.world.hiddenChannels).toEqual([])
  })

  test('lists five hidden channels at first and all of them after "See all"', async () => {
    const { user } = open({ hiddenChannels: Array.from({ length: 37 }, (_, at) => hiddenChannel(at)) }, '/settings')
    expect(within(await card()).getAllByRole('listitem')).toHaveLength(5)
    await user.click(screen.getByRole('button', { name: 'See all 37' }))
    expect(within(await card()).getAllByRole('listitem')).toHaveLength(37)
    expect(screen.getByRole('button', { name: 'Unhide Channel 5' })).toHaveFocus()
  })

  test('shows no hidden channels card if none are hidden', async () => {
    const { api } = open({}, '/settings')
    await waitFor(() => expect(api.calls).toContain('popular.hidden'))
    expect(await screen.findByRole('region', { name: 'Privacy' })).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Hidden channels' })).not.toBeInTheDocument()
  })
})
