import { failures } from '@recaps/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { openApp, path, withMemoryServer } from '../../test/open-app.tsx'
import { sampleNotification } from '../../test/server/schedule-samples.ts'
import { createWorld } from '../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const notices = (...ids: number[]) => ids.map(id => sampleNotification(id, now))
const panel = () => screen.findByRole('dialog', { name: 'Notifications' })

describe('the notification bell', () => {
  test('shows the unread count, and marks notifications as read when the panel opens', async () => {
    const world = createWorld({
      notices: [...notices(1, 2), sampleNotification(3, now, { readAt: new Date(now).toISOString() })],
    })
    const { user, api } = openApp('/tabs/history', { world })
    await user.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }))
    const rows = within(within(await panel()).getByRole('list', { name: 'Notifications' })).getAllByRole('listitem')
    expect(rows.map(row => row.textContent?.startsWith('New.'))).toEqual([true, true, false])
    await waitFor(() => expect(api.world.notices.every(({ readAt }) => readAt)).toBe(true))
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(await screen.findByRole('button', { name: 'Notifications' })).toBeInTheDocument()
  })

  test('keeps the unread count if marking as read fails, and retries only when the panel opens again', async () => {
    const { user, api } = openApp('/tabs/history', {
      world: createWorld({ notices: notices(1, 2) }),
      // Fails after the screen has changed, as on a real network.
      setUp: server =>
        server.break('notices.read', () => new Promise(resolve => setTimeout(() => resolve(Response.error()), 30))),
    })
    const readCalls = () => api.calls.filter(call => call === 'notices.read').length
    await user.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }))
    await waitFor(() => expect(readCalls()).toBe(1))
    await expect(waitFor(() => expect(readCalls()).toBeGreaterThan(1), { timeout: 500 })).rejects.toThrow()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    api.repair('notices.read')
    await user.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }))
    await waitFor(() => expect(api.world.notices.every(({ readAt }) => readAt)).toBe(true))
  })

  test('opens the page of a notification and closes the panel', async () => {
    const world = createWorld({
      notices: [sampleNotification(1, now, { title: 'Night Train is private', path: '/tabs/dashboard' })],
    })
    const { user } = openApp('/tabs/history', { world })
    await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }))
    await user.click(within(await panel()).getByRole('link', { name: /Night Train is private/ }))
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
    expect(screen.queryByRole('dialog', { name: 'Notifications' })).not.toBeInTheDocument()
  })

  test('links a notification with an external path to the start page instead', async () => {
    const world = createWorld({ notices: [sampleNotification(1, now, { path: 'https://evil.example/' })] })
    const { user } = openApp('/tabs/history', { world })
    await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }))
    expect(within(await panel()).getByRole('link')).toHaveAttribute('href', '/')
  })

  test('marks notifications that arrived since the last fetch as new', async () => {
    const { user, api } = openApp('/tabs/history')
    const bell = await screen.findByRole('button', { name: 'Notifications' })
    await waitFor(() => expect(api.calls).toContain('notices.list'))
    api.world.notices.push(...notices(1))
    await user.click(bell)
    const row = await within(await panel()).findByRole('listitem')
    expect(row).toHaveTextContent(/^New\./)
    expect(screen.queryByText(/^Nothing yet/)).not.toBeInTheDocument()
    await waitFor(() => expect(api.world.notices.every(({ readAt }) => readAt)).toBe(true))
    expect(row).toHaveTextContent(/^New\./)
  })

  test('refetches notifications when the user returns to the window', async () => {
    const { api } = openApp('/tabs/history')
    await screen.findByRole('button', { name: 'Notifications' })
    await waitFor(() => expect(api.calls).toContain('notices.list'))
    api.world.notices.push(...notices(1))
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeInTheDocument()
  })

  test('shows a placeholder in the panel if there are no notifications', async () => {
    const { user } = openApp('/tabs/history')
    await user.click(await screen.findByRole('button', { name: 'Notifications' }))
    expect(await screen.findByText(/^Nothing yet/)).toBeInTheDocument()
  })

  test('shows an error and a retry button if notifications cannot be loaded', async () => {
    const { user, api } = openApp('/tabs/history', {
      world: createWorld({ notices: notices(1) }),
      setUp: server => server.break('notices.list', 'unavailable'),
    })
    await user.click(await screen.findByRole('button', { name: 'Notifications' }))
    expect(await screen.findByText('Couldn’t load your notifications.')).toBeInTheDocument()
    api.repair('notices.list')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(within(await panel()).getAllByRole('listitem')).toHaveLength(1)
  })

  test('counts notifications behind “Show more” as unread until they are shown', async () => {
    const many = Array.from({ length: 30 }, (_, at) => sampleNotification(at + 1, now))
    const { user, api } = openApp('/tabs/history', { world: createWorld({ notices: many }) })
    const unread = () => api.world.notices.filter(({ readAt }) => readAt === null).length
    const close = () => user.click(screen.getByRole('button', { name: 'Close' }))
    await user.click(await screen.findByRole('button', { name: 'Notifications, 30 unread' }))
    await waitFor(() => expect(unread()).toBe(10))
    await close()
    await user.click(await screen.findByRole('button', { name: 'Notifications, 10 unread' }))
    await user.click(await screen.findByRole('button', { name: 'Show more' }))
    const rows = () => within(screen.getByRole('list', { name: 'Notifications' })).getAllByRole('listitem')
    await waitFor(() => expect(rows()).toHaveLength(30))
    // The first 20 were shown, and thus read, when the panel was opened before.
    expect(rows().map(row => row.textContent?.startsWith('New.'))).toEqual(many.map((_, at) => at >= 20))
    await waitFor(() => expect(unread()).toBe(0))
    await close()
    expect(await screen.findByRole('button', { name: 'Notifications' })).toBeInTheDocument()
  })

  test('loads older notifications with “Show more”, and again with “Try again” after a failure', async () => {
    const many = Array.from({ length: 25 }, (_, at) => sampleNotification(at + 1, now))
    const { user, api } = openApp('/tabs/history', { world: createWorld({ notices: many }) })
    await user.click(await screen.findByRole('button', { name: 'Notifications, 25 unread' }))
    const more = await screen.findByRole('button', { name: 'Show more' })
    api.break('notices.list', 'unavailable')
    await user.click(more)
    expect(await screen.findByRole('alert')).toHaveTextContent('The service is busy or restarting.')
    expect(within(await panel()).getAllByRole('listitem')).toHaveLength(20)
    api.repair('notices.list')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(async () => expect(within(await panel()).getAllByRole('listitem')).toHaveLength(25))
  })
})

describe('deleting notifications', () => {
  const read = { readAt: new Date(now).toISOString() }
  const rows = async () => within(await panel()).queryAllByRole('listitem')
  const names = async () => (await rows()).map(row => within(row).getByRole('link').textContent)
  const open = async (world: ReturnType<typeof createWorld>, setUp = {}) => {
    const opened = openApp('/tabs/history', { world, ...setUp })
    await opened.user.click(await screen.findByRole('button', { name: /^Notifications/ }))
    await within(await panel()).findByRole('list', { name: 'Notifications' })
    return opened
  }
  const three = () =>
    createWorld({ notices: [1, 2, 3].map(id => sampleNotification(id, now, { title: `Notice ${id}`, ...read })) })

  test('deletes a notification, moves focus to the next one, and restores it in place on undo', async () => {
    const { user, api } = await open(three())
    screen.getByRole('button', { name: 'Delete: Notice 2' }).focus()
    await user.keyboard('{Enter}')
    expect(await names()).toEqual(['Notice 1', 'Notice 3'])
    expect(screen.getByRole('button', { name: 'Delete: Notice 3' })).toHaveFocus()
    await waitFor(() => expect(api.world.notices).toHaveLength(2))
    await user.click(await within(await panel()).findByRole('button', { name: 'Undo' }))
    expect(await names()).toEqual(['Notice 1', 'Notice 2', 'Notice 3'])
    await waitFor(() => expect(api.world.notices).toHaveLength(3))
  })

  test('deletes a notification with a swipe', async () => {
    const { api } = await open(three())
    const row = (await rows())[0]!.firstElementChild!
    const at = { pointerType: 'touch', pointerId: 1, bubbles: true }
    Object.assign(row, { setPointerCapture() {} })
    act(() => {
      row.dispatchEvent(new PointerEvent('pointerdown', { ...at, clientX: 300 }))
      row.dispatchEvent(new PointerEvent('pointermove', { ...at, clientX: 200 }))
      row.dispatchEvent(new PointerEvent('pointerup', { ...at, clientX: 200 }))
    })
    await waitFor(async () => expect(await names()).toEqual(['Notice 2', 'Notice 3']))
    await waitFor(() => expect(api.world.notices).toHaveLength(2))
  })

  test('deletes all read notifications but keeps those marked as new', async () => {
    const world = three()
    world.notices.unshift(sampleNotification(9, now, { title: 'Fresh' }))
    const { user, api } = await open(world)
    await waitFor(() => expect(api.world.notices.every(({ readAt }) => readAt)).toBe(true))
    await user.click(screen.getByRole('button', { name: 'Delete all read' }))
    expect(await names()).toEqual(['New. Fresh'])
    expect(await screen.findByText('3 notifications deleted')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Delete all read' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await names()).toHaveLength(4)
    await waitFor(() => expect(api.world.notices).toHaveLength(4))
  })

  test('restores several notifications that were deleted in a row with one undo', async () => {
    const { user, api } = await open(three())
    for (const name of ['Notice 1', 'Notice 2', 'Notice 3'])
      await user.click(await screen.findByRole('button', { name: `Delete: ${name}` }))
    expect(await screen.findByText('3 notifications deleted')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await names()).toEqual(['Notice 1', 'Notice 2', 'Notice 3'])
    await waitFor(() => expect(api.world.notices).toHaveLength(3))
  })

  test('restores a single deletion and a following “Delete all read” with one undo', async () => {
    const world = three()
    world.notices.unshift(sampleNotification(9, now, { title: 'Fresh' }))
    const { user, api } = await open(world)
    await user.click(await screen.findByRole('button', { name: 'Delete: Fresh' }))
    await user.click(screen.getByRole('button', { name: 'Delete all read' }))
    expect(await screen.findByText('4 notifications deleted')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(api.world.notices).toHaveLength(4))
    expect(await names()).toHaveLength(4)
  })

  test('does not delete notifications behind “Show more” with “Delete all read”', async () => {
    const many = Array.from({ length: 25 }, (_, at) => sampleNotification(at + 1, now, at === 0 ? read : {}))
    const { user, api } = await open(createWorld({ notices: many }))
    await user.click(screen.getByRole('button', { name: 'Delete all read' }))
    expect(await screen.findByText('Notification deleted')).toBeInTheDocument()
    expect(api.world.notices).toHaveLength(24)
  })

  test('loads more notifications when all shown ones have been deleted', async () => {
    const many = Array.from({ length: 1 }, () => sampleNotification(1, now, { title: 'Notice 1', ...read }))
    const { user, api } = await open(createWorld({ notices: many }))
    api.world.notices.push(sampleNotification(2, now, { title: 'Notice 2' }))
    await user.click(screen.getByRole('button', { name: 'Delete: Notice 1' }))
    expect(await screen.findByRole('link', { name: /Notice 2/ })).toBeInTheDocument()
  })

  test('keeps a notification and shows the reason if deleting it fails', async () => {
    await open(three(), {
      setUp: (server: { break(name: string, code: string): void }) => server.break('notices.delete', 'unavailable'),
    }).then(({ user }) => user.click(screen.getByRole('button', { name: 'Delete: Notice 2' })))
    expect(await screen.findByText(failures.unavailable.sentence)).toBeInTheDocument()
    expect(await names()).toHaveLength(3)
  })

  test('shows an error if a deleted notification can no longer be restored', async () => {
    const { user, api } = await open(three())
    await user.click(screen.getByRole('button', { name: 'Delete: Notice 2' }))
    const undo = await screen.findByRole('button', { name: 'Undo' })
    api.world.deletedNotices = []
    await user.click(undo)
    expect(await screen.findByText('Couldn’t restore all of them.')).toBeInTheDocument()
    await waitFor(async () => expect(await names()).toEqual(['Notice 1', 'Notice 3']))
  })
})
