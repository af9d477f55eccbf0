import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type OpenedApp, openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { sampleSummary } from '../../../test/server/samples.ts'
import { addSummaries, createWorld } from '../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const bridges = /Why bridges hum/
const text = () => screen.findByRole('heading', { name: 'Key points' })
const noText = () => expect(screen.queryByRole('heading', { name: 'Key points' })).not.toBeInTheDocument()
const missing = () => screen.findByRole('heading', { name: 'Summary not found' })
const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const link = (name: string) => screen.getAllByRole('link', { name })[0]!

/** Opens the first summary from My Summaries. */
async function openPage() {
  const world = addSummaries(createWorld(), [sampleSummary(1, now), sampleSummary(2, now)])
  const opened = openApp('/tabs/history', { world })
  await opened.user.click(await screen.findByRole('link', { name: bridges }))
  await text()
  return opened
}

async function back() {
  act(() => window.history.back())
  await waitFor(() => expect(path()).toBe('/history-detail/1'))
}

async function deleteIt(user: OpenedApp['user'], more: string | RegExp) {
  await user.click(await screen.findByRole('button', { name: more }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await screen.findByText('Summary deleted')
}

/** Advances the clock beyond the stale time of the query. */
function advanceClock() {
  const clock = Date.now
  const later = vi.spyOn(Date, 'now').mockImplementation(() => clock() + 120_000)
  onTestFinished(() => later.mockRestore())
}

describe('going back to a deleted summary', () => {
  test('a summary deleted on its page is missing there after Back, until Undo', async () => {
    const { user, api } = await openPage()
    await deleteIt(user, 'More actions')
    await title('My Summaries')
    await back()
    await missing()
    noText()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await text()
    expect(path()).toBe('/history-detail/1')
    await waitFor(() => expect(api.world.summaries.get(1)!.deleted).toBe(false))
    expect(screen.queryByRole('heading', { name: 'Summary not found' })).not.toBeInTheDocument()
  })

  test('a summary deleted in the list is missing on its page after Back, until Undo', async () => {
    const { user } = await openPage()
    await user.click(link('My Summaries'))
    await deleteIt(user, /More actions for Why bridges/)
    await back()
    await missing()
    noText()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await text()
  })

  test('a summary that could not be deleted is shown again after Back', async () => {
    const { user, api } = await openPage()
    api.break('summaries.delete', 'internal')
    await user.click(await screen.findByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await screen.findByText('Couldn’t delete this summary. Try again.')
    await back()
    await text()
  })

  test('a summary deleted on another device stays hidden once the server returned 404, even if later requests fail', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user, api } = await openPage()
    await user.click(link('Popular'))
    await title('Popular')
    api.world.summaries.get(1)!.deleted = true
    advanceClock()
    await back()
    await missing()
    noText()

    await user.click(link('Popular'))
    await title('Popular')
    api.break('summaries.detail', 'too_many_requests')
    await back()
    await waitFor(() => expect(console.error).toHaveBeenCalledWith(expect.objectContaining({ status: 429 })))
    await missing()
    noText()
  })
})

test('going back to a deleted summary does not count as a view', async () => {
  const { user, api } = await openPage()
  await waitFor(() => expect(api.calls).toContain('summaries.view'))
  await deleteIt(user, 'More actions')
  await title('My Summaries')
  await back()
  await missing()
  expect(api.calls.filter(call => call === 'summaries.view')).toHaveLength(1)
})
