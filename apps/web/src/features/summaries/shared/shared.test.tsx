import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { sound } from '../../../test/browser.ts'
import { openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { othersSummary, sampleSummary } from '../../../test/server/samples.ts'
import { addSummaries, createWorld } from '../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const token = 'k'.repeat(43)
const address = `/history-detail/${token}`
const sharedSound = `/audio/shared/${token}/bridges.mp3`
const world = (change: Parameters<typeof sampleSummary>[2] = {}) =>
  createWorld({
    shared: new Map([[token, othersSummary(1, now, { access: 'shared', audioUrl: sharedSound, ...change })]]),
  })
const openAsVisitor = (to = address) => openApp(to, { world: world(), isSignedOut: true })

describe('a shared summary', () => {
  test('is read by a visitor, its creator named and linked first [spec 2.5]', async () => {
    const { api } = openAsVisitor()
    expect(await screen.findByRole('heading', { level: 1, name: /Why bridges hum/ })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Plain Structures' })).toHaveAttribute(
      'href',
      'https://www.youtube.com/channel/UCPlainStructures0000000',
    )
    expect(screen.getByRole('link', { name: 'Watch on YouTube' })).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'In three points' })).toBeInTheDocument()
    expect(document.title).toMatch(/^Why bridges hum/)
    await waitFor(() => expect(api.calls.filter(call => call === 'summaries.viewShared')).toHaveLength(1))
  })

  test('is heard by a visitor from its public address, at the chosen speed and place', async () => {
    const { user, api } = openAsVisitor()
    await user.click(await screen.findByRole('button', { name: /^Listen/ }))
    await waitFor(() => expect(sound.element()).toHaveAttribute('src', sharedSound))
    await waitFor(() => expect(sound.isOn()).toBe(true))
    const player = screen.getByRole('region', { name: 'Audio player' })
    sound.loaded(200)
    sound.at(65)
    expect(await within(player).findByText('1:05 / 3:20')).toBeInTheDocument()
    await user.click(within(player).getByRole('button', { name: 'Pause' }))
    expect(sound.isOn()).toBe(false)
    sound.fail()
    expect(await screen.findByText('The audio could not be played.')).toBeInTheDocument()
    await user.click(within(player).getByRole('button', { name: 'Play' }))
    await waitFor(() => expect(api.calls.filter(call => call === 'summaries.shared')).toHaveLength(2))
    expect(api.calls).not.toContain('summaries.detail')
    expect(api.calls).not.toContain('summaries.change')
  })

  test('shows nothing that only its owner, or an account, can do', async () => {
    openAsVisitor()
    await screen.findByRole('heading', { name: 'In three points' })
    expect(screen.queryByRole('tab')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /More actions|Add to My|Change voice/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('navigation', { name: 'Main menu' })).not.toBeInTheDocument()
  })

  test.each([
    ['above it', 0],
    ['below it', 1],
  ])('invites a visitor, and leads back to it after the log-in %s', async (_, which) => {
    const { user } = openAsVisitor()
    expect(await screen.findByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/registration')
    await user.click(screen.getAllByRole('link', { name: 'Log in' })[which]!)
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com')
    await user.type(screen.getByLabelText('Password'), 'long enough')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    expect(await screen.findByRole('button', { name: 'Add to My Summaries' })).toBeInTheDocument()
    expect(path()).toBe(address)
  })

  test('is heard by a user in the player of the app, which leads back to the link', async () => {
    const { user, api } = openApp(address, { world: world() })
    await user.click(await screen.findByRole('button', { name: /^Listen/ }))
    const back = await screen.findByRole('link', { name: /^Open summary: Why bridges/ })
    expect(back).toHaveAttribute('href', address)
    await waitFor(() => expect(sound.isOn()).toBe(true))
    sound.loaded(200)
    sound.at(20)
    await user.click(screen.getByRole('button', { name: 'Close player' }))
    expect(api.calls).not.toContain('summaries.change')
    expect(api.calls).not.toContain('summaries.detail')
  })

  test('is opened as one’s own by who shares it', async () => {
    const own = sampleSummary(7, now, { shared: true, shareToken: token })
    const known = addSummaries(createWorld({ shared: new Map([[token, own]]) }), [own])
    openApp(address, { world: known })
    await waitFor(() => expect(path()).toBe('/history-detail/7'))
  })

  test.each([
    ['that is not shared any more', `/history-detail/${'z'.repeat(43)}`],
    ['of which a part is missing', '/history-detail/kkkk'],
  ])('behind a link %s looks like one that never was', async (_, to) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user } = openAsVisitor(to)
    expect(await screen.findByRole('heading', { level: 1, name: 'This summary does not exist' })).toBeInTheDocument()
    expect(screen.getByText('It is not shared any more, or a part of its link is missing.')).toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: 'Return Home' }))
    await waitFor(() => expect(path()).not.toBe(to))
  })

  test('is tried again when it could not be loaded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user, api } = openApp(address, {
      world: world(),
      isSignedOut: true,
      setUp: server => server.break('summaries.shared', 'too_many_requests'),
    })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    api.mend('summaries.shared')
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'In three points' })).toBeInTheDocument()
  })
})

test('a number is for who is logged in: a visitor is asked to log in, and comes back [spec 2.5]', async () => {
  openApp('/history-detail/7', { isSignedOut: true })
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
})
