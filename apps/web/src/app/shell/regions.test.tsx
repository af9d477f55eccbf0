import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openApp, withMemoryServer } from '../../test/open-app.tsx'
import type { MemoryApi } from '../../test/server/memory-api.ts'
import { sampleSummary } from '../../test/server/samples.ts'
import { addSummaries, createWorld } from '../../test/server/world.ts'

withMemoryServer()
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** Makes a route answer with a body that the app cannot render, as a bug would. */
const withBrokenAnswer = (route: string, body: unknown) => ({
  setUp: (api: MemoryApi) => api.break(route, () => Response.json(body)),
})
const failed = 'This part isn’t working. The rest of the page still works.'

describe('a render error in one region leaves the others working', () => {
  test('a render error in the menu header leaves the menu items and the page working', async () => {
    openApp('/settings', withBrokenAnswer('subscriptions.user', { activePlan: null }))
    const menu = await screen.findByRole('navigation', { name: 'Main menu' })
    expect(await within(menu).findByText(failed)).toBeInTheDocument()
    expect(within(menu).getByRole('link', { name: 'My Summaries' })).toBeInTheDocument()
    expect(within(menu).getByRole('button', { name: 'Log out' })).toBeInTheDocument()
    expect(await screen.findByRole('heading', { name: 'Where you are logged in' })).toBeInTheDocument()
  })

  test('a render error in the notification bell turns it into a retry button', async () => {
    const { user } = openApp(
      '/settings',
      withBrokenAnswer('notices.list', { data: [null], unread: 1, nextCursor: null }),
    )
    await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }))
    const name = 'Couldn’t load notifications. Try again'
    expect(await screen.findByRole('button', { name })).toBeInTheDocument()
    expect(await screen.findByRole('heading', { name: 'Where you are logged in' })).toBeInTheDocument()
  })

  test('a render error in the summary watch leaves the page working and reports that live updates are paused', async () => {
    openApp('/settings', {
      setUp(api) {
        withBrokenAnswer('summaries.list', { data: [null], nextCursor: null }).setUp(api)
        api.break('summaries.events', 'unavailable')
      },
    })
    expect(await screen.findByText('Live updates are paused.')).toBeInTheDocument()
    expect(await screen.findByRole('heading', { name: 'Where you are logged in' })).toBeInTheDocument()
  })

  test('a render error in a card leaves the other cards of the page working', async () => {
    openApp('/settings', withBrokenAnswer('users.sessions', { data: [null] }))
    expect(await screen.findByText(failed)).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Time zone' })).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Your data' })).toBeInTheDocument()
  })
})

describe('without a network', () => {
  const goOffline = () => {
    const spy = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => spy.mockRestore())
    act(() => void window.dispatchEvent(new Event('offline')))
    return spy
  }

  test('visitors see an offline banner on public pages until the network is back', async () => {
    openApp('/faq', { isSignedOut: true })
    await screen.findByRole('heading', { name: 'Questions and answers' })
    const banner = 'You’re offline. This page will work again once you’re back online.'
    expect(screen.queryByText(banner)).toBeNull()
    const network = goOffline()
    expect(screen.getByText(banner)).toBeInTheDocument()
    network.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    expect(screen.queryByText(banner)).toBeNull()
  })

  test('users see an offline banner that lists what still works', async () => {
    openApp('/tabs/history', { world: addSummaries(createWorld(), [sampleSummary(1, Date.now())]) })
    await screen.findByRole('heading', { name: 'My Summaries' })
    goOffline()
    expect(await screen.findByText(/^You’re offline\. Summaries you read recently/)).toBeInTheDocument()
  })
})
