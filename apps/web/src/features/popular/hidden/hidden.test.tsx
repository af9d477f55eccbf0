import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { setMedia } from '../../../test/browser.ts'
import { openApp, withMemoryServer } from '../../../test/open-app.tsx'
import { othersSummary } from '../../../test/server/samples.ts'
import { createWorld, type World } from '../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
/** Two of Ground Truth, one of Plain Structures, one of Deep History. */
const week = [2, 1, 8, 4].map(id => othersSummary(id, now))
const bridges = /^Why bridges hum/
const bridgesLink = /Why bridges hum/
const rivers = 'The city that buried its rivers'
const hiddenOne = (at: number) => ({
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

describe('a channel', () => {
  test('is hidden from its card, with all that is listed of it, and comes back by the toast', async () => {
    const { user, api } = open()
    await hide(user, rivers)
    expect(await screen.findByText('Hidden in Popular: Ground Truth')).toBeInTheDocument()
    await waitFor(() => expect(titles()).toEqual([expect.stringMatching(bridges), expect.stringMatching(/^A history/)]))
    expect(api.world.hiddenChannels).toMatchObject([{ channel: 'Ground Truth' }])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(titles()).toHaveLength(4))
    expect(titles()[0]).toBe(rivers)
    expect(api.world.hiddenChannels).toEqual([])
  })

  test('leaves before the server has answered, and what comes behind it moves up', async () => {
    const ids = [2, ...Array.from({ length: 12 }, (_, at) => 21 + at * 10)]
    const { user, api } = open({ popular: { week: ids.map(id => othersSummary(id, now)) } })
    const { promise, resolve } = Promise.withResolvers<void>()
    api.break('popular.hide', async () => {
      await promise
      return new Response(null, { status: 204 })
    })
    await hide(user, rivers)
    await waitFor(() => expect(titles()[0]).toMatch(bridges))
    expect(screen.queryByText(/^Hidden in Popular/)).not.toBeInTheDocument()
    resolve()
    expect(await screen.findByText('Hidden in Popular: Ground Truth')).toBeInTheDocument()
  })

  test.each([1440, 390])(
    'hands the keyboard to the summary that takes its place, or to the heading (%i px)',
    async width => {
      setMedia({ width })
      const { user } = open({ popular: { week: [2, 1].map(id => othersSummary(id, now)) } })
      const press = async (name: string | RegExp) => {
        const card = await screen.findByRole('article', { name })
        ;(await within(card).findByRole('button', { name: /^More actions/ })).focus()
        await user.keyboard('{Enter}')
        ;(await screen.findByText('Hide this channel')).closest<HTMLElement>('.action')!.focus()
        await user.keyboard('{Enter}')
      }
      await press(rivers)
      await waitFor(() => expect(screen.getByRole('link', { name: bridgesLink })).toHaveFocus())
      expect(await screen.findByText('Hidden in Popular: Ground Truth')).toBeInTheDocument()
      expect(screen.getByRole('link', { name: bridgesLink })).toHaveFocus()
      await press(bridges)
      await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Popular' })).toHaveFocus())
    },
  )

  test('that cannot be hidden comes back to its place, and the reason is told', async () => {
    const { user, api } = open()
    const error = 'You have hidden 500 channels, which is the most.'
    api.break('popular.hide', () => Response.json({ error, code: 'invalid_request', requestId: 'r' }, { status: 400 }))
    await hide(user, rivers)
    expect(await screen.findByText(error)).toBeInTheDocument()
    await waitFor(() => expect(titles()).toHaveLength(4))
    expect(titles()[0]).toBe(rivers)
  })

  test('that cannot be hidden comes back in an outage too', async () => {
    const { user, api } = open()
    await screen.findByRole('article', { name: rivers })
    for (const route of ['popular.hide', 'summaries.mostViewed']) api.break(route, () => Response.error())
    await hide(user, rivers)
    expect(await screen.findByText('This channel could not be hidden')).toBeInTheDocument()
    await waitFor(() => expect(titles()).toHaveLength(4))
  })

  test('that cannot be shown again stays hidden, and says so', async () => {
    const { user, api } = open()
    await hide(user, rivers)
    await screen.findByText('Hidden in Popular: Ground Truth')
    api.break('popular.show', () => Response.error())
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('This channel could not be shown again')).toBeInTheDocument()
    expect(api.world.hiddenChannels).toHaveLength(1)
  })
})

describe('nothing left in the list', () => {
  test('says how many channels are hidden and where that is changed', async () => {
    const { user } = open({ popular: { week: week.slice(0, 1) } })
    await hide(user, rivers)
    expect(await screen.findByText(/^You have hidden one channel in Popular\./)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Change that in Settings' })).toHaveAttribute('href', '/settings')
  })

  test('says nothing of hiding to whoever has hidden nothing', async () => {
    const { api } = open({ popular: {} })
    expect(await screen.findByRole('heading', { name: 'Nothing popular this week' })).toBeInTheDocument()
    await waitFor(() => expect(api.calls).toContain('popular.hidden'))
    expect(screen.queryByText(/^You have hidden/)).not.toBeInTheDocument()
  })
})

describe('the settings', () => {
  const card = () => screen.findByRole('region', { name: 'Hidden in Popular' })

  test('list what is hidden, and show it again', async () => {
    const { user, api } = open({ hiddenChannels: [hiddenOne(1), hiddenOne(2)] }, '/settings')
    const rows = async () => within(await card()).getAllByRole('listitem')
    expect((await rows()).map(row => row.querySelector('p')?.textContent)).toEqual(['Channel 1', 'Channel 2'])
    await user.click(screen.getByRole('button', { name: 'Show again: Channel 1' }))
    expect(await screen.findByText('In Popular again: Channel 1')).toBeInTheDocument()
    await waitFor(async () => expect(await rows()).toHaveLength(1))
    expect(screen.getByRole('button', { name: 'Show again: Channel 2' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Show again: Channel 2' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Hidden in Popular' })).not.toBeInTheDocument())
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(api.world.hiddenChannels).toEqual([])
  })

  test('begin with five of many', async () => {
    const { user } = open({ hiddenChannels: Array.from({ length: 37 }, (_, at) => hiddenOne(at)) }, '/settings')
    expect(within(await card()).getAllByRole('listitem')).toHaveLength(5)
    await user.click(screen.getByRole('button', { name: 'See all 37' }))
    expect(within(await card()).getAllByRole('listitem')).toHaveLength(37)
    expect(screen.getByRole('button', { name: 'Show again: Channel 5' })).toHaveFocus()
  })

  test('say nothing of it to whoever has hidden nothing', async () => {
    const { api } = open({}, '/settings')
    await waitFor(() => expect(api.calls).toContain('popular.hidden'))
    expect(await screen.findByRole('region', { name: 'Privacy' })).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Hidden in Popular' })).not.toBeInTheDocument()
  })
})
