import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { delayResponses, openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { sampleSummary } from '../../../test/server/samples.ts'
import { addSummaries, createWorld, type World } from '../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const { videoInfo: sample } = sampleSummary(1, now)
const videoInfo = { ...sample, videoId: 'dQw4w9WgXcQ' }

function open(change: Parameters<typeof sampleSummary>[2] = {}, world: Partial<World> = {}) {
  const videos = new Map([[videoInfo.videoId, { videoInfo }]])
  return openApp('/history-detail/1', {
    world: addSummaries(createWorld({ videos, ...world }), [sampleSummary(1, now, { videoInfo, ...change })]),
  })
}

const menu = async (user: ReturnType<typeof openApp>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await screen.findByRole('menuitem', { name: 'Delete' })
  return screen.getAllByRole('menuitem').map(item => item.textContent)
}
const choose = async (user: ReturnType<typeof openApp>['user'], name: string) => {
  await menu(user)
  await user.click(screen.getByRole('menuitem', { name }))
  return within(await screen.findByRole('dialog'))
}

describe('requesting a shorter or longer summary', () => {
  test('the shorter summary sheet shows the cost, keeps the focus and opens the new summary', async () => {
    const { user, api } = open({ focus: 'what it costs' })
    const sheet = await choose(user, 'Shorter summary')
    expect(sheet.getByRole('heading', { name: 'Short summary' })).toBeInTheDocument()
    expect(sheet.getByText('Focus: what it costs')).toBeInTheDocument()
    expect(await sheet.findByText('Takes about 25 seconds · Uses 1 of 7 summaries left')).toBeInTheDocument()
    await user.click(sheet.getByRole('button', { name: 'Generate Summary' }))
    await waitFor(() => expect(path()).toBe('/history-detail/2'))
    expect(await screen.findByText('Waiting in the queue')).toBeInTheDocument()
    expect(api.world.summaries.get(2)).toMatchObject({ preset: 'short', focus: 'what it costs', videoInfo })
    expect(api.world.summaries.get(1)).toMatchObject({ deleted: false })
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('a shorter summary requested before the sheet was closed is announced by a toast with a link', async () => {
    const { user, api } = open()
    const sheet = await choose(user, 'Shorter summary')
    const respond = delayResponses(api, 'POST', '/api/summaries')
    await user.click(await sheet.findByRole('button', { name: 'Generate Summary' }))
    await user.click(sheet.getByRole('button', { name: 'Close' }))
    respond()
    expect(await screen.findByText('Added to My Summaries')).toBeInTheDocument()
    expect(path()).toBe('/history-detail/1')
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await waitFor(() => expect(path()).toBe('/history-detail/2'))
    expect(await screen.findByText('Waiting in the queue')).toBeInTheDocument()
  })

  test('a shorter summary rejected after the sheet was closed shows the error as a toast', async () => {
    const { user, api } = open()
    const sheet = await choose(user, 'Shorter summary')
    const respond = delayResponses(api, 'POST', '/api/summaries')
    api.break('summaries.request', 'blocked')
    await user.click(await sheet.findByRole('button', { name: 'Generate Summary' }))
    await user.click(sheet.getByRole('button', { name: 'Close' }))
    respond()
    expect(await screen.findByText(/asked us not to summarize it/)).toHaveClass('toast__text')
  })

  test('the sheet offers to open a longer summary that already exists', async () => {
    const { user, api } = open({})
    addSummaries(api.world, [sampleSummary(2, now, { videoInfo, preset: 'long' })])
    const sheet = await choose(user, 'Longer summary')
    expect(await sheet.findByText('You already have this summary.')).toBeInTheDocument()
    await user.click(sheet.getByRole('link', { name: 'Open summary' }))
    await waitFor(() => expect(path()).toBe('/history-detail/2'))
    expect(api.calls).not.toContain('summaries.request')
  })

  test('a short summary offers only a longer one', async () => {
    const { user } = open({ preset: 'short' })
    expect(await menu(user)).toEqual(['Add to queue', 'Longer summary', 'Mark as unread', 'Delete'])
  })

  test('an uploaded file offers no other lengths, because the file is not stored', async () => {
    const { user } = open({ origin: 'upload', videoInfo: { ...videoInfo, videoUrl: null } })
    expect(await menu(user)).toEqual(['Add to queue', 'Mark as unread', 'Delete'])
  })

  test('a shorter summary cannot be requested once the monthly quota is used up', async () => {
    const { user } = open({}, { used: 10 })
    const sheet = await choose(user, 'Shorter summary')
    expect(await sheet.findByText(/You’ve used all your summaries for this month/)).toBeInTheDocument()
    expect(await sheet.findByRole('button', { name: 'Generate Summary' })).toBeDisabled()
  })

  test('the sheet shows why a shorter summary was rejected', async () => {
    const { user, api } = open()
    const sheet = await choose(user, 'Shorter summary')
    api.break('summaries.request', 'blocked')
    await user.click(await sheet.findByRole('button', { name: 'Generate Summary' }))
    expect(await sheet.findByText(/asked us not to summarize it/)).toBeInTheDocument()
    expect(path()).toBe('/history-detail/1')
  })
})
