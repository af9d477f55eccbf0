import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { openApp, path, withMemoryServer } from '../../test/open-app.tsx'
import { sampleNotice } from '../../test/server/schedule-samples.ts'
import { createWorld } from '../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const notices = (...ids: number[]) => ids.map(id => sampleNotice(id, now))
const panel = () => screen.findByRole('dialog', { name: 'Notices' })

describe('the bell', () => {
  test('says how much is unread, and that it is read once it was opened', async () => {
    const world = createWorld({
      notices: [...notices(1, 2), sampleNotice(3, now, { readAt: new Date(now).toISOString() })],
    })
    const { user, api } = openApp('/tabs/history', { world })
    await user.click(await screen.findByRole('button', { name: 'Notices, 2 unread' }))
    const rows = within(within(await panel()).getByRole('list', { name: 'Notices' })).getAllByRole('listitem')
    expect(rows.map(row => row.textContent?.startsWith('New.'))).toEqual([true, true, false])
    await waitFor(() => expect(api.world.notices.every(({ readAt }) => readAt)).toBe(true))
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(await screen.findByRole('button', { name: 'Notices' })).toBeInTheDocument()
  })

  test('leads where each notice leads', async () => {
    const world = createWorld({
      notices: [sampleNotice(1, now, { title: 'Night Train is private', path: '/tabs/dashboard' })],
    })
    const { user } = openApp('/tabs/history', { world })
    await user.click(await screen.findByRole('button', { name: 'Notices, 1 unread' }))
    await user.click(within(await panel()).getByRole('link', { name: /Night Train is private/ }))
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
    expect(screen.queryByRole('dialog', { name: 'Notices' })).not.toBeInTheDocument()
  })

  test('leads nowhere else, whatever a notice says', async () => {
    const world = createWorld({ notices: [sampleNotice(1, now, { path: 'https://evil.example/' })] })
    const { user } = openApp('/tabs/history', { world })
    await user.click(await screen.findByRole('button', { name: 'Notices, 1 unread' }))
    expect(within(await panel()).getByRole('link')).toHaveAttribute('href', '/')
  })

  test('says that nothing has happened', async () => {
    const { user } = openApp('/tabs/history')
    await user.click(await screen.findByRole('button', { name: 'Notices' }))
    expect(await screen.findByText(/Nothing has happened yet/)).toBeInTheDocument()
  })

  test('says when the notices could not be loaded, and tries again', async () => {
    const { user, api } = openApp('/tabs/history', {
      world: createWorld({ notices: notices(1) }),
      setUp: server => server.break('notices.list', 'unavailable'),
    })
    await user.click(await screen.findByRole('button', { name: 'Notices' }))
    expect(await screen.findByText('Your notices could not be loaded.')).toBeInTheDocument()
    api.mend('notices.list')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(within(await panel()).getAllByRole('listitem')).toHaveLength(1)
  })

  test('shows older ones at a press', async () => {
    const many = Array.from({ length: 25 }, (_, at) => sampleNotice(at + 1, now))
    const { user } = openApp('/tabs/history', { world: createWorld({ notices: many }) })
    await user.click(await screen.findByRole('button', { name: 'Notices, 25 unread' }))
    await user.click(await screen.findByRole('button', { name: 'Show more' }))
    await waitFor(async () => expect(within(await panel()).getAllByRole('listitem')).toHaveLength(25))
  })
})
