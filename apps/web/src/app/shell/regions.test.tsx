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

/** An answer that no part of ours knows how to show, as after a fault of ours. */
const answering = (route: string, body: unknown) => ({
  setUp: (api: MemoryApi) => api.break(route, () => Response.json(body)),
})
const failed = 'This part failed. The rest still works.'

describe('a fault in one region takes nothing else along', () => {
  test('in the menu: its head falls, its ways and the page stay', async () => {
    openApp('/settings', answering('subscriptions.user', { activePlan: null }))
    const menu = await screen.findByRole('navigation', { name: 'Main menu' })
    expect(await within(menu).findByText(failed)).toBeInTheDocument()
    expect(within(menu).getByRole('link', { name: 'My Summaries' })).toBeInTheDocument()
    expect(within(menu).getByRole('button', { name: 'Log out' })).toBeInTheDocument()
    expect(await screen.findByRole('heading', { name: 'Where you are logged in' })).toBeInTheDocument()
  })

  test('in the bell: it stands there as what can be tried again', async () => {
    const { user } = openApp('/settings', answering('notices.list', { data: [null], unread: 1, nextCursor: null }))
    await user.click(await screen.findByRole('button', { name: 'Notices, 1 unread' }))
    const name = 'Your notices could not be shown. Try again'
    expect(await screen.findByRole('button', { name })).toBeInTheDocument()
    expect(await screen.findByRole('heading', { name: 'Where you are logged in' })).toBeInTheDocument()
  })

  test('in what follows the summaries: the page stays, and says that nothing is followed', async () => {
    openApp('/settings', {
      setUp(api) {
        answering('summaries.list', { data: [null], nextCursor: null }).setUp(api)
        api.break('summaries.events', 'unavailable')
      },
    })
    expect(await screen.findByText('What is in progress is not followed at the moment.')).toBeInTheDocument()
    expect(await screen.findByRole('heading', { name: 'Where you are logged in' })).toBeInTheDocument()
  })

  test('in a card: the other cards of its page stay', async () => {
    openApp('/settings', answering('users.sessions', { data: [null] }))
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

  test('visitors are told so, on every page of theirs, until there is one again', async () => {
    openApp('/faq', { isSignedOut: true })
    await screen.findByRole('heading', { name: 'Questions and answers' })
    const told = 'You are offline. This page goes on when you are connected again.'
    expect(screen.queryByText(told)).toBeNull()
    const network = goOffline()
    expect(screen.getByText(told)).toBeInTheDocument()
    network.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    expect(screen.queryByText(told)).toBeNull()
  })

  test('users are told what is here all the same', async () => {
    openApp('/tabs/history', { world: addSummaries(createWorld(), [sampleSummary(1, Date.now())]) })
    await screen.findByRole('heading', { name: 'My Summaries' })
    goOffline()
    expect(await screen.findByText(/^You are offline\. What you read lately/)).toBeInTheDocument()
  })
})
