import { failures } from '@recaps/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { delayResponses, openApp, withMemoryServer } from '../../../test/open-app.tsx'
import { sampleSummary } from '../../../test/server/samples.ts'
import { addSummaries, createWorld } from '../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const open = (change: Parameters<typeof sampleSummary>[2] = {}) =>
  openApp('/history-detail/1', { world: addSummaries(createWorld(), [sampleSummary(1, now, change)]) })
const sheet = () => screen.findByRole('dialog', { name: 'Share this summary' })
const linkIn = async () => (await within(await sheet()).findByLabelText<HTMLInputElement>('Link to this summary')).value

async function openSheet(name = 'Share') {
  const app = open()
  await app.user.click(await screen.findByRole('button', { name }))
  return { ...app, within: within(await sheet()) }
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share')
})

describe('sharing a summary', () => {
  test('explains what a link shows and creates it only on request', async () => {
    const { user, api, within } = await openSheet()
    expect(within.getByText(/listen to this summary without an account/)).toBeInTheDocument()
    expect(within.getByText(/your name, the transcript/)).toBeInTheDocument()
    expect(within.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings')
    expect(api.world.summaries.get(1)!.shared).toBe(false)
    await user.click(within.getByRole('button', { name: 'Create link' }))
    expect(await linkIn()).toBe(api.world.summaries.get(1)!.shareUrl)
    await user.click(within.getByRole('button', { name: 'Copy' }))
    expect(await within.findByRole('button', { name: 'Copied' })).toBeInTheDocument()
    expect(await navigator.clipboard.readText()).toBe(await linkIn())
    await user.click(within.getByRole('button', { name: 'Close' }))
    expect(await screen.findByRole('button', { name: 'Shared' })).toBeInTheDocument()
  })

  test('revokes a share link at once, and Undo restores the same link', async () => {
    const { user, api, within } = await openSheet()
    await user.click(within.getByRole('button', { name: 'Create link' }))
    const link = await linkIn()
    await user.click(within.getByRole('button', { name: 'Stop sharing' }))
    expect(await within.findByText('This link no longer works.')).toBeInTheDocument()
    expect(api.world.summaries.get(1)!.shared).toBe(false)
    await user.click(within.getByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await linkIn()).toBe(link))
    expect(api.world.summaries.get(1)!.shared).toBe(true)
  })

  test('creates a different share link after the old one was revoked', async () => {
    const { user, within } = await openSheet()
    await user.click(within.getByRole('button', { name: 'Create link' }))
    const link = await linkIn()
    await user.click(within.getByRole('button', { name: 'Stop sharing' }))
    await user.click(await within.findByRole('button', { name: 'Create link' }))
    expect(await linkIn()).not.toBe(link)
  })

  test('passes the share link to the share sheet of the system', async () => {
    const share = vi.fn(async () => {})
    Object.assign(navigator, { share })
    const { user, within } = await openSheet()
    await user.click(within.getByRole('button', { name: 'Create link' }))
    await user.click(await within.findByRole('button', { name: 'Share via…' }))
    expect(share).toHaveBeenCalledWith({ title: expect.stringMatching(/^Why bridges hum/), url: await linkIn() })
  })

  test('shows why a share link could not be created, and retries', async () => {
    const { user, api, within } = await openSheet()
    api.break('summaries.change', 'not_shareable')
    await user.click(within.getByRole('button', { name: 'Create link' }))
    expect(await within.findByRole('alert')).toBeInTheDocument()
    api.repair('summaries.change')
    await user.click(within.getByRole('button', { name: 'Create link' }))
    expect(await linkIn()).toMatch(/^https:/)
    expect(within.queryByRole('alert')).not.toBeInTheDocument()
  })

  test.each([
    ['Stop sharing', 'Shared', true],
    ['Create link', 'Share', false],
  ])('shows a toast when "%s" fails after the share sheet was closed', async (press, name, shared) => {
    const link = { shared, shareToken: 'a'.repeat(43), shareUrl: 'https://recaps.example/history-detail/a' }
    const { user, api } = open(shared ? link : {})
    await user.click(await screen.findByRole('button', { name }))
    const openedSheet = within(await sheet())
    const answer = delayResponses(api, 'PATCH', '/api/summaries/1')
    api.break('summaries.change', 'too_many_requests')
    await user.click(openedSheet.getByRole('button', { name: press }))
    await user.click(openedSheet.getByRole('button', { name: 'Close' }))
    answer()
    expect(await screen.findByText(failures.too_many_requests.sentence)).toHaveClass('toast__text')
    expect(screen.getByRole('button', { name })).toBeInTheDocument()
    expect(api.world.summaries.get(1)!.shared).toBe(shared)
  })

  test('Stop sharing also works for a summary whose link is unavailable', async () => {
    const { user, api } = open({ shared: true, shareToken: null, shareUrl: null })
    await user.click(await screen.findByRole('button', { name: 'Shared' }))
    expect(within(await sheet()).getByText(/can’t be shown anymore/)).toBeInTheDocument()
    await user.click(within(await sheet()).getByRole('button', { name: 'Stop sharing' }))
    await waitFor(() => expect(api.world.summaries.get(1)!.shared).toBe(false))
    expect(within(await sheet()).queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  })
})

test.each([
  ['a summary of another user', { access: 'community' as const }],
  ['a summary of an uploaded file', { videoInfo: { ...sampleSummary(1, now).videoInfo, videoUrl: null } }],
])('offers no Share button for %s', async (_, change) => {
  open(change)
  await screen.findByRole('heading', { name: 'Key points' })
  expect(screen.queryByRole('button', { name: /^Share/ })).not.toBeInTheDocument()
})
