import { failures } from '@recaps/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { held, openApp, withMemoryServer } from '../../../test/open-app.tsx'
import { sampleSummary } from '../../../test/server/samples.ts'
import { addSummaries, createWorld } from '../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const open = (change: Parameters<typeof sampleSummary>[2] = {}) =>
  openApp('/history-detail/1', { world: addSummaries(createWorld(), [sampleSummary(1, now, change)]) })
const sheet = () => screen.findByRole('dialog', { name: 'Share this summary' })
const linkIn = async () => (await within(await sheet()).findByLabelText<HTMLInputElement>('Link to this summary')).value

async function openSheet(name = 'Share') {
  const opened = open()
  await opened.user.click(await screen.findByRole('button', { name }))
  return { ...opened, within: within(await sheet()) }
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share')
})

describe('sharing a summary', () => {
  test('begins with a press, after it was said who sees what', async () => {
    const { user, api, within } = await openSheet()
    expect(within.getByText(/hears this summary, with no account/)).toBeInTheDocument()
    expect(within.getByText(/who you are, the transcript/)).toBeInTheDocument()
    expect(within.getByRole('link', { name: 'settings' })).toHaveAttribute('href', '/settings')
    expect(api.world.summaries.get(1)!.shared).toBe(false)
    await user.click(within.getByRole('button', { name: 'Make a link' }))
    expect(await linkIn()).toBe(api.world.summaries.get(1)!.shareUrl)
    await user.click(within.getByRole('button', { name: 'Copy' }))
    expect(await within.findByRole('button', { name: 'Copied' })).toBeInTheDocument()
    expect(await navigator.clipboard.readText()).toBe(await linkIn())
    await user.click(within.getByRole('button', { name: 'Close' }))
    expect(await screen.findByRole('button', { name: 'Shared' })).toBeInTheDocument()
  })

  test('stops at once, and the same link opens again when that is taken back', async () => {
    const { user, api, within } = await openSheet()
    await user.click(within.getByRole('button', { name: 'Make a link' }))
    const link = await linkIn()
    await user.click(within.getByRole('button', { name: 'Stop sharing' }))
    expect(await within.findByText('The link does not open anything any more.')).toBeInTheDocument()
    expect(api.world.summaries.get(1)!.shared).toBe(false)
    await user.click(within.getByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await linkIn()).toBe(link))
    expect(api.world.summaries.get(1)!.shared).toBe(true)
  })

  test('makes another link after one was closed for good', async () => {
    const { user, within } = await openSheet()
    await user.click(within.getByRole('button', { name: 'Make a link' }))
    const link = await linkIn()
    await user.click(within.getByRole('button', { name: 'Stop sharing' }))
    await user.click(await within.findByRole('button', { name: 'Make a link' }))
    expect(await linkIn()).not.toBe(link)
  })

  test('hands the link to the system where that has a way to send it', async () => {
    const share = vi.fn(async () => {})
    Object.assign(navigator, { share })
    const { user, within } = await openSheet()
    await user.click(within.getByRole('button', { name: 'Make a link' }))
    await user.click(await within.findByRole('button', { name: 'Send by another app' }))
    expect(share).toHaveBeenCalledWith({ title: expect.stringMatching(/^Why bridges hum/), url: await linkIn() })
  })

  test('says why it cannot be, and tries again', async () => {
    const { user, api, within } = await openSheet()
    api.break('summaries.change', 'not_shareable')
    await user.click(within.getByRole('button', { name: 'Make a link' }))
    expect(await within.findByRole('alert')).toBeInTheDocument()
    api.mend('summaries.change')
    await user.click(within.getByRole('button', { name: 'Make a link' }))
    expect(await linkIn()).toMatch(/^https:/)
    expect(within.queryByRole('alert')).not.toBeInTheDocument()
  })

  test.each([
    ['Stop sharing', 'Shared', true],
    ['Make a link', 'Share', false],
  ])('tells in a message of a press on %s that is refused after the sheet was closed', async (press, name, shared) => {
    const link = { shared, shareToken: 'a'.repeat(43), shareUrl: 'https://recaps.example/history-detail/a' }
    const { user, api } = open(shared ? link : {})
    await user.click(await screen.findByRole('button', { name }))
    const opened = within(await sheet())
    const answer = held(api, 'PATCH', '/api/summaries/1')
    api.break('summaries.change', 'too_many_requests')
    await user.click(opened.getByRole('button', { name: press }))
    await user.click(opened.getByRole('button', { name: 'Close' }))
    answer()
    expect(await screen.findByText(failures.too_many_requests.sentence)).toHaveClass('toast__text')
    expect(screen.getByRole('button', { name })).toBeInTheDocument()
    expect(api.world.summaries.get(1)!.shared).toBe(shared)
  })

  test('is stopped also where the link cannot be shown any more', async () => {
    const { user, api } = open({ shared: true, shareToken: null, shareUrl: null })
    await user.click(await screen.findByRole('button', { name: 'Shared' }))
    expect(within(await sheet()).getByText(/cannot be shown any more/)).toBeInTheDocument()
    await user.click(within(await sheet()).getByRole('button', { name: 'Stop sharing' }))
    await waitFor(() => expect(api.world.summaries.get(1)!.shared).toBe(false))
    expect(within(await sheet()).queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  })
})

test.each([
  ['what others have', { access: 'community' as const }],
  ['a file of one’s own', { videoInfo: { ...sampleSummary(1, now).videoInfo, videoUrl: null } }],
])('there is nothing to share %s by', async (_, change) => {
  open(change)
  await screen.findByRole('heading', { name: 'In three points' })
  expect(screen.queryByRole('button', { name: /^Share/ })).not.toBeInTheDocument()
})
