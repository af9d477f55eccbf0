import { failures } from '@recaps/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { delayResponses, type OpenedApp, openApp, withMemoryServer } from '../../../test/open-app.tsx'
import { failedWith, sampleSummary } from '../../../test/server/samples.ts'
import { addSummaries, createWorld, type World } from '../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
/** More than fit on one page of the list. */
const count = 70
const worldWithMany = () =>
  addSummaries(
    createWorld(),
    Array.from({ length: count }, (_, at) => sampleSummary(at + 1, now)),
  )
const failed = failedWith('network', failures.network.sentence)
const remaining = ({ summaries }: World) =>
  [...summaries.values()].filter(({ deleted }) => !deleted).map(({ id }) => id)
const bar = (selected: number) => screen.findByRole('region', { name: `${selected} selected` })

async function open(world: World, path = '/tabs/history') {
  const opened = openApp(path, { world })
  await opened.user.click(await screen.findByRole('button', { name: 'Select' }))
  await bar(0)
  return opened
}
const selectAll = async (user: OpenedApp['user']) => user.click(screen.getByRole('button', { name: 'Select all' }))

describe('Select all', () => {
  test('Select all includes pages not loaded yet, and Undo restores all of them after Delete', async () => {
    const { user, api } = await open(worldWithMany())
    await selectAll(user)
    await user.click(within(await bar(count)).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('70 summaries deleted')).toBeInTheDocument()
    expect(remaining(api.world)).toEqual([])
    expect(await screen.findByRole('heading', { name: 'Your summaries will appear here' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(remaining(api.world)).toHaveLength(count))
    expect(await screen.findByRole('list', { name: 'Summaries' })).toBeInTheDocument()
  })

  test('after Select all and Delete, summaries that could not be deleted are shown again', async () => {
    const { user, api } = await open(worldWithMany())
    const { handle } = api
    const { sentence: error, status } = failures.internal
    api.handle = async request =>
      request.method === 'DELETE' && /\/(1|60)$/.test(request.url)
        ? Response.json({ error, code: 'internal', requestId: 'x' }, { status })
        : handle(request)
    await selectAll(user)
    await user.click(within(await bar(count)).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('68 deleted, 2 couldn’t be deleted')).toBeInTheDocument()
    await waitFor(() => expect(screen.getAllByRole('button', { name: /^More actions for/ })).toHaveLength(2))
  })

  test('Select all selects only the summaries that match the filter', async () => {
    const world = worldWithMany()
    for (const summary of world.summaries.values()) summary.unread = summary.id > 10
    const { user, api } = await open(world, '/tabs/history?show=unread')
    await selectAll(user)
    await user.click(within(await bar(60)).getByRole('button', { name: 'Delete' }))
    await screen.findByText('60 summaries deleted')
    expect(remaining(api.world)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('Select all includes failed summaries in the list, but not those above it', async () => {
    const world = worldWithMany()
    for (const id of [3, 60]) Object.assign(world.summaries.get(id)!, failed)
    const { user, api } = await open(world)
    await screen.findByRole('region', { name: 'In progress and failed' })
    await selectAll(user)
    await user.click(within(await bar(count - 1)).getByRole('button', { name: 'Delete' }))
    await screen.findByText('69 summaries deleted')
    expect(remaining(api.world)).toEqual([3])
  })

  test('after a change of filter, Select all covers only the summaries that are visible', async () => {
    const world = worldWithMany()
    for (const summary of world.summaries.values()) summary.unread = summary.id <= 10
    const { user, api } = await open(world)
    await selectAll(user)
    await bar(count)
    await user.click(screen.getByRole('button', { name: 'Unread' }))
    await user.click(within(await bar(10)).getByRole('button', { name: 'Delete' }))
    await screen.findByText('10 summaries deleted')
    expect(remaining(api.world)).toHaveLength(count - 10)
  })

  test('Select all shows an error and keeps the selection if the other pages cannot be loaded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user, api } = await open(worldWithMany())
    await user.click(screen.getByRole('checkbox', { name: /Why bridges/ }))
    await bar(1)
    api.break('summaries.list', 'forbidden')
    await selectAll(user)
    expect(await screen.findByText(failures.forbidden.sentence)).toBeInTheDocument()
    await bar(1)
    api.repair('summaries.list')
    await selectAll(user)
    await bar(count)
  })

  test('Select all selects nothing if the selection ended before the response', async () => {
    const { user, api } = await open(worldWithMany())
    const respond = delayResponses(api, 'GET', '/api/summaries')
    const before = api.calls.length
    await selectAll(user)
    await user.click(screen.getByRole('button', { name: 'Done' }))
    respond()
    await waitFor(() => expect(api.calls.slice(before)).toContain('summaries.list'))
    await user.click(await screen.findByRole('button', { name: 'Select' }))
    await bar(0)
    expect(screen.queryByRole('checkbox', { checked: true })).not.toBeInTheDocument()
  })

  test('Select all sends no request if all summaries are loaded', async () => {
    const { user, api } = await open(addSummaries(createWorld(), [sampleSummary(1, now), sampleSummary(2, now)]))
    await waitFor(() => expect(api.calls.filter(call => call === 'summaries.list')).toHaveLength(2))
    await selectAll(user)
    await bar(2)
    expect(api.calls.filter(call => call === 'summaries.list')).toHaveLength(2)
  })
})
