import { failures, type Run } from '@recaps/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { testAudio } from '../../../test/browser.ts'
import { openApp, withMemoryServer } from '../../../test/open-app.tsx'
import { sampleSummary } from '../../../test/server/samples.ts'
import { sampleRun, sampleSchedule } from '../../../test/server/schedule-samples.ts'
import { addSummaries, createWorld, type World } from '../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const nothingNew = { id: 9, outcome: 'nothing_new', summarised: 0, failed: 0, mail: 'none' } as const
/** Five of the six summaries come from run 7. */
const world = (lastRun: Partial<Run> = {}, change: Partial<World> = {}) =>
  addSummaries(
    createWorld({
      plan: 'premium',
      schedules: [sampleSchedule(now, { lastRun: sampleRun(now, lastRun) })],
      summariesByRun: new Map([[7, [1, 2, 3, 4, 5]]]),
      ...change,
    }),
    [1, 2, 3, 4, 5, 6].map(id => sampleSummary(id, now, { origin: id === 6 ? 'request' : 'schedule' })),
  )
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Latest from your schedule' })).getAllByRole('link').length

test('shows the newest summaries of the last run on the schedule page, with a link to all of them', async () => {
  openApp('/tabs/dashboard', { world: world() })
  expect(await rows()).toBe(3)
  expect(screen.getByRole('list', { name: 'Latest from your schedule' })).toHaveTextContent(/48 min → 4 min/)
  expect(screen.getByRole('link', { name: 'Show all from your schedule' })).toHaveAttribute(
    'href',
    '/tabs/history?show=schedule',
  )
})

test('"Play all" queues all summaries of the run, not only the visible ones', async () => {
  const { user } = openApp('/tabs/dashboard', { world: world() })
  await user.click(await screen.findByRole('button', { name: 'Play all' }))
  const bar = await screen.findByRole('region', { name: 'Audio player' })
  await waitFor(() => expect(testAudio.isOn()).toBe(true))
  // Five tracks, so Next is available four times.
  for (const _ of [2, 3, 4, 5]) await user.click(within(bar).getByRole('button', { name: /^Next/ }))
  expect(within(bar).queryByRole('button', { name: /^Next/ })).not.toBeInTheDocument()
})

test('deletes a summary from the card of the last run', async () => {
  const { user } = openApp('/tabs/dashboard', { world: world() })
  expect(await rows()).toBe(3)
  await user.click(screen.getAllByRole('button', { name: /^More actions for / })[0]!)
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(await screen.findByText('Summary deleted')).toBeInTheDocument()
  // The fourth summary moves up.
  await waitFor(async () => expect(await rows()).toBe(3))
})

test('keeps the summaries of the previous run when the last run found nothing new', async () => {
  openApp('/tabs/dashboard', { world: world(nothingNew, { earlierRuns: [sampleRun(now, { id: 7 })] }) })
  expect(await rows()).toBe(3)
})

test('shows no card while no run has produced summaries', async () => {
  openApp('/tabs/dashboard', { world: world(nothingNew) })
  expect(await screen.findByText(/nothing new/)).toBeInTheDocument()
  expect(screen.queryByRole('heading', { name: 'Latest from your schedule' })).not.toBeInTheDocument()
})

test('shows a message instead of "Play all" when all summaries of the run are deleted', async () => {
  openApp('/tabs/dashboard', { world: world({}, { summariesByRun: new Map() }) })
  expect(await screen.findByText('These summaries are no longer in your list.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Play all' })).not.toBeInTheDocument()
})

test('shows a skeleton while the summaries of the last run load', async () => {
  openApp('/tabs/dashboard', {
    world: world(),
    setUp: server => server.break('summaries.list', () => new Promise(() => {})),
  })
  expect(await screen.findByRole('status', { name: 'Loading the latest from your schedule' })).toBeInTheDocument()
})

test('shows why the summaries of the last run failed to load, next to a working schedule page', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { user, api } = openApp('/tabs/dashboard', {
    world: world(),
    setUp: server => server.break('summaries.list', 'forbidden'),
  })
  expect(await screen.findByText(`Couldn’t load these summaries. ${failures.forbidden.sentence}`)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Run now' })).toBeInTheDocument()
  api.repair('summaries.list')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await rows()).toBe(3)
})
