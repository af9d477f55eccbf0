import { failures } from '@recaps/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
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

  test('counts on where it cannot be told that they were read, and asks no more until it is opened again', async () => {
    const { user, api } = openApp('/tabs/history', {
      world: createWorld({ notices: notices(1, 2) }),
      // Not before the screen has changed, as any network.
      setUp: server =>
        server.break('notices.read', () => new Promise(done => setTimeout(() => done(Response.error()), 30))),
    })
    const reads = () => api.calls.filter(call => call === 'notices.read').length
    await user.click(await screen.findByRole('button', { name: 'Notices, 2 unread' }))
    await waitFor(() => expect(reads()).toBe(1))
    await expect(waitFor(() => expect(reads()).toBeGreaterThan(1), { timeout: 500 })).rejects.toThrow()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    api.mend('notices.read')
    await user.click(await screen.findByRole('button', { name: 'Notices, 2 unread' }))
    await waitFor(() => expect(api.world.notices.every(({ readAt }) => readAt)).toBe(true))
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

  test('shows what has happened since it last looked, marked as new', async () => {
    const { user, api } = openApp('/tabs/history')
    const bell = await screen.findByRole('button', { name: 'Notices' })
    await waitFor(() => expect(api.calls).toContain('notices.list'))
    api.world.notices.push(...notices(1))
    await user.click(bell)
    const row = await within(await panel()).findByRole('listitem')
    expect(row).toHaveTextContent(/^New\./)
    expect(screen.queryByText(/^Nothing yet/)).not.toBeInTheDocument()
    await waitFor(() => expect(api.world.notices.every(({ readAt }) => readAt)).toBe(true))
    expect(row).toHaveTextContent(/^New\./)
  })

  test('looks again when its user comes back to the window, say from a mail', async () => {
    const { api } = openApp('/tabs/history')
    await screen.findByRole('button', { name: 'Notices' })
    await waitFor(() => expect(api.calls).toContain('notices.list'))
    api.world.notices.push(...notices(1))
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    expect(await screen.findByRole('button', { name: 'Notices, 1 unread' })).toBeInTheDocument()
  })

  test('says that nothing has happened', async () => {
    const { user } = openApp('/tabs/history')
    await user.click(await screen.findByRole('button', { name: 'Notices' }))
    expect(await screen.findByText(/^Nothing yet/)).toBeInTheDocument()
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

  test('counts on with those behind “Show more”, which are read once they are shown', async () => {
    const many = Array.from({ length: 30 }, (_, at) => sampleNotice(at + 1, now))
    const { user, api } = openApp('/tabs/history', { world: createWorld({ notices: many }) })
    const unread = () => api.world.notices.filter(({ readAt }) => readAt === null).length
    const close = () => user.click(screen.getByRole('button', { name: 'Close' }))
    await user.click(await screen.findByRole('button', { name: 'Notices, 30 unread' }))
    await waitFor(() => expect(unread()).toBe(10))
    await close()
    await user.click(await screen.findByRole('button', { name: 'Notices, 10 unread' }))
    await user.click(await screen.findByRole('button', { name: 'Show more' }))
    const rows = () => within(screen.getByRole('list', { name: 'Notices' })).getAllByRole('listitem')
    await waitFor(() => expect(rows()).toHaveLength(30))
    // What was shown when it was open before is new no more.
    expect(rows().map(row => row.textContent?.startsWith('New.'))).toEqual(many.map((_, at) => at >= 20))
    await waitFor(() => expect(unread()).toBe(0))
    await close()
    expect(await screen.findByRole('button', { name: 'Notices' })).toBeInTheDocument()
  })

  test('shows older ones at a press, and at another one where that failed', async () => {
    const many = Array.from({ length: 25 }, (_, at) => sampleNotice(at + 1, now))
    const { user, api } = openApp('/tabs/history', { world: createWorld({ notices: many }) })
    await user.click(await screen.findByRole('button', { name: 'Notices, 25 unread' }))
    const more = await screen.findByRole('button', { name: 'Show more' })
    api.break('notices.list', 'unavailable')
    await user.click(more)
    expect(await screen.findByRole('alert')).toHaveTextContent('The service is busy or restarting.')
    expect(within(await panel()).getAllByRole('listitem')).toHaveLength(20)
    api.mend('notices.list')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(async () => expect(within(await panel()).getAllByRole('listitem')).toHaveLength(25))
  })
})

describe('a notice', () => {
  const read = { readAt: new Date(now).toISOString() }
  const rows = async () => within(await panel()).queryAllByRole('listitem')
  const names = async () => (await rows()).map(row => within(row).getByRole('link').textContent)
  const open = async (world: ReturnType<typeof createWorld>, setUp = {}) => {
    const opened = openApp('/tabs/history', { world, ...setUp })
    await opened.user.click(await screen.findByRole('button', { name: /^Notices/ }))
    await within(await panel()).findByRole('list', { name: 'Notices' })
    return opened
  }
  const three = () =>
    createWorld({ notices: [1, 2, 3].map(id => sampleNotice(id, now, { title: `Notice ${id}`, ...read })) })

  test('is put away at a press, which leaves the keyboard at the next one, and comes back to its place', async () => {
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

  test('is pulled aside by a finger', async () => {
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

  test('that was read goes with all others that were, and what is told as new stays', async () => {
    const world = three()
    world.notices.unshift(sampleNotice(9, now, { title: 'Fresh' }))
    const { user, api } = await open(world)
    await waitFor(() => expect(api.world.notices.every(({ readAt }) => readAt)).toBe(true))
    await user.click(screen.getByRole('button', { name: 'Delete what was read' }))
    expect(await names()).toEqual(['New. Fresh'])
    expect(await screen.findByText('3 notices deleted')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Delete what was read' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await names()).toHaveLength(4)
    await waitFor(() => expect(api.world.notices).toHaveLength(4))
  })

  test('comes back with the others that were put away one after the other', async () => {
    const { user, api } = await open(three())
    for (const name of ['Notice 1', 'Notice 2', 'Notice 3'])
      await user.click(await screen.findByRole('button', { name: `Delete: ${name}` }))
    expect(await screen.findByText('3 notices deleted')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await names()).toEqual(['Notice 1', 'Notice 2', 'Notice 3'])
    await waitFor(() => expect(api.world.notices).toHaveLength(3))
  })

  test('that was put away comes back with those that were read, where these went since', async () => {
    const world = three()
    world.notices.unshift(sampleNotice(9, now, { title: 'Fresh' }))
    const { user, api } = await open(world)
    await user.click(await screen.findByRole('button', { name: 'Delete: Fresh' }))
    await user.click(screen.getByRole('button', { name: 'Delete what was read' }))
    expect(await screen.findByText('4 notices deleted')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(api.world.notices).toHaveLength(4))
    expect(await names()).toHaveLength(4)
  })

  test('that is not shown yet does not go with those that were read', async () => {
    const many = Array.from({ length: 25 }, (_, at) => sampleNotice(at + 1, now, at === 0 ? read : {}))
    const { user, api } = await open(createWorld({ notices: many }))
    await user.click(screen.getByRole('button', { name: 'Delete what was read' }))
    expect(await screen.findByText('Notice deleted')).toBeInTheDocument()
    expect(api.world.notices).toHaveLength(24)
  })

  test('behind those that are shown comes forward when they are all put away', async () => {
    const many = Array.from({ length: 1 }, () => sampleNotice(1, now, { title: 'Notice 1', ...read }))
    const { user, api } = await open(createWorld({ notices: many }))
    api.world.notices.push(sampleNotice(2, now, { title: 'Notice 2' }))
    await user.click(screen.getByRole('button', { name: 'Delete: Notice 1' }))
    expect(await screen.findByRole('link', { name: /Notice 2/ })).toBeInTheDocument()
  })

  test('that could not be put away stays, with the reason', async () => {
    await open(three(), {
      setUp: (server: { break(name: string, code: string): void }) => server.break('notices.delete', 'unavailable'),
    }).then(({ user }) => user.click(screen.getByRole('button', { name: 'Delete: Notice 2' })))
    expect(await screen.findByText(failures.unavailable.sentence)).toBeInTheDocument()
    expect(await names()).toHaveLength(3)
  })

  test('that was put away too long ago does not come back, and says so', async () => {
    const { user, api } = await open(three())
    await user.click(screen.getByRole('button', { name: 'Delete: Notice 2' }))
    const undo = await screen.findByRole('button', { name: 'Undo' })
    api.world.deletedNotices = []
    await user.click(undo)
    expect(await screen.findByText('Not all could be brought back.')).toBeInTheDocument()
    await waitFor(async () => expect(await names()).toEqual(['Notice 1', 'Notice 3']))
  })
})
