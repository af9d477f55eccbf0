import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { testAudio } from '../../../test/browser.ts'
import { openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { communitySummary, sampleSummary } from '../../../test/server/samples.ts'
import { addSummaries, createWorld } from '../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const token = 'k'.repeat(43)
const sharePath = `/history-detail/${token}`
const sharedAudio = `/audio/shared/${token}/bridges.mp3`
const world = (change: Parameters<typeof sampleSummary>[2] = {}) =>
  createWorld({
    shared: new Map([[token, communitySummary(1, now, { access: 'shared', audioUrl: sharedAudio, ...change })]]),
  })
const openAsVisitor = (to = sharePath) => openApp(to, { world: world(), isSignedOut: true })

describe('shared summary', () => {
  test('shows a shared summary to a visitor, with the channel named and linked first [spec 2.5]', async () => {
    const { api } = openAsVisitor()
    expect(await screen.findByRole('heading', { level: 1, name: /Why bridges hum/ })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Plain Structures' })).toHaveAttribute(
      'href',
      'https://www.youtube.com/channel/UCPlainStructures0000000',
    )
    expect(screen.getByRole('link', { name: 'Watch on YouTube' })).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Key points' })).toBeInTheDocument()
    expect(document.title).toMatch(/^Why bridges hum/)
    await waitFor(() => expect(api.calls.filter(call => call === 'summaries.viewShared')).toHaveLength(1))
  })

  test('plays a shared summary for a visitor from its public audio URL', async () => {
    const { user, api } = openAsVisitor()
    await user.click(await screen.findByRole('button', { name: /^Listen(?! from)/ }))
    await waitFor(() => expect(testAudio.element()).toHaveAttribute('src', sharedAudio))
    await waitFor(() => expect(testAudio.isOn()).toBe(true))
    const player = screen.getByRole('region', { name: 'Audio player' })
    testAudio.loaded(200)
    testAudio.at(65)
    expect(await within(player).findByText('1:05 / 3:20')).toBeInTheDocument()
    await user.click(within(player).getByRole('button', { name: 'Pause' }))
    expect(testAudio.isOn()).toBe(false)
    testAudio.fail()
    expect(await screen.findByText('Couldn’t play this audio.')).toBeInTheDocument()
    await user.click(within(player).getByRole('button', { name: 'Play' }))
    await waitFor(() => expect(api.calls.filter(call => call === 'summaries.shared')).toHaveLength(2))
    expect(api.calls).not.toContain('summaries.detail')
    expect(api.calls).not.toContain('summaries.change')
  })

  test('hides owner and account actions from a visitor of a shared summary', async () => {
    openAsVisitor()
    await screen.findByRole('heading', { name: 'Key points' })
    expect(screen.queryByRole('tab')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /More actions|Add to My|Change voice/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('navigation', { name: 'Main menu' })).not.toBeInTheDocument()
  })

  test.each([
    ['above it', 0],
    ['below it', 1],
  ])('returns a visitor to the shared summary after logging in with the link %s', async (_, index) => {
    const { user } = openAsVisitor()
    expect(await screen.findByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/registration')
    await user.click(screen.getAllByRole('link', { name: 'Log in' })[index]!)
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com')
    await user.type(screen.getByLabelText('Password'), 'long enough')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    expect(await screen.findByRole('button', { name: 'Add to My Summaries' })).toBeInTheDocument()
    expect(path()).toBe(sharePath)
  })

  test('plays a shared summary in the app’s player for a user, linked back to the share link', async () => {
    const { user, api } = openApp(sharePath, { world: world() })
    await user.click(await screen.findByRole('button', { name: /^Listen(?! from)/ }))
    const back = await screen.findByRole('link', { name: /^Open summary: Why bridges/ })
    expect(back).toHaveAttribute('href', sharePath)
    await waitFor(() => expect(testAudio.isOn()).toBe(true))
    testAudio.loaded(200)
    testAudio.at(20)
    await user.click(screen.getByRole('button', { name: 'Close player' }))
    expect(api.calls).not.toContain('summaries.change')
    expect(api.calls).not.toContain('summaries.detail')
  })

  test('redirects the owner of a share link to their own summary', async () => {
    const own = sampleSummary(7, now, { shared: true, shareToken: token })
    const known = addSummaries(createWorld({ shared: new Map([[token, own]]) }), [own])
    openApp(sharePath, { world: known })
    await waitFor(() => expect(path()).toBe('/history-detail/7'))
  })

  test.each([
    ['is no longer shared', `/history-detail/${'z'.repeat(43)}`],
    ['is incomplete', '/history-detail/kkkk'],
  ])('shows "Summary not found" for a share link that %s', async (_, to) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user } = openAsVisitor(to)
    expect(await screen.findByRole('heading', { level: 1, name: 'Summary not found' })).toBeInTheDocument()
    expect(screen.getByText('It’s no longer shared, or part of the link is missing.')).toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: 'Return Home' }))
    await waitFor(() => expect(path()).not.toBe(to))
  })

  test('retries loading a shared summary on request', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user, api } = openApp(sharePath, {
      world: world(),
      isSignedOut: true,
      setUp: server => server.break('summaries.shared', 'too_many_requests'),
    })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    api.repair('summaries.shared')
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Key points' })).toBeInTheDocument()
  })
})

test('asks a visitor who opens a summary by its number to log in [spec 2.5]', async () => {
  openApp('/history-detail/7', { isSignedOut: true })
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
})
