import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type OpenedApp, openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { sampleSummary } from '../../../test/server/samples.ts'
import { addSummaries, createWorld } from '../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const bridges = /Why bridges hum/
const text = () => screen.findByRole('heading', { name: 'In three points' })
const noText = () => expect(screen.queryByRole('heading', { name: 'In three points' })).not.toBeInTheDocument()
const missing = () => screen.findByRole('heading', { name: 'This summary does not exist' })
const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const link = (name: string) => screen.getAllByRole('link', { name })[0]!

/** Comes to the page of the first from My Summaries. */
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

/** More time passes than a page is taken for fresh. */
function passTime() {
  const clock = Date.now
  const later = vi.spyOn(Date, 'now').mockImplementation(() => clock() + 120_000)
  onTestFinished(() => later.mockRestore())
}

describe('who comes back to a summary that was deleted', () => {
  test('on its own page does not find it, until Undo brings it back there', async () => {
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
    expect(screen.queryByRole('heading', { name: 'This summary does not exist' })).not.toBeInTheDocument()
  })

  test('in the list does not find it either, until Undo brings it back there', async () => {
    const { user } = await openPage()
    await user.click(link('My Summaries'))
    await deleteIt(user, /More actions for Why bridges/)
    await back()
    await missing()
    noText()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await text()
  })

  test('finds it again where the server did not let it be deleted', async () => {
    const { user, api } = await openPage()
    api.break('summaries.delete', 'internal')
    await user.click(await screen.findByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await screen.findByText('It could not be deleted.')
    await back()
    await text()
  })

  test('on another device does not find it once the server has said so, nor when it cannot answer after that', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user, api } = await openPage()
    await user.click(link('Popular'))
    await title('Popular')
    api.world.summaries.get(1)!.deleted = true
    passTime()
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

test('a summary that is deleted is not counted as viewed by who comes back to its page', async () => {
  const { user, api } = await openPage()
  await waitFor(() => expect(api.calls).toContain('summaries.view'))
  await deleteIt(user, 'More actions')
  await title('My Summaries')
  await back()
  await missing()
  expect(api.calls.filter(call => call === 'summaries.view')).toHaveLength(1)
})
