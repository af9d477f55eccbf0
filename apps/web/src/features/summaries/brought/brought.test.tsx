import { failures, type Run } from '@recaps/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { sound } from '../../../test/browser.ts'
import { openApp, withMemoryServer } from '../../../test/open-app.tsx'
import { sampleSummary } from '../../../test/server/samples.ts'
import { sampleRun, sampleSchedule } from '../../../test/server/schedule-samples.ts'
import { addSummaries, createWorld, type World } from '../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const nothingNew = { id: 9, outcome: 'nothing_new', summarised: 0, failed: 0, mail: 'none' } as const
/** Run 7 brought five of six. */
const world = (lastRun: Partial<Run> = {}, change: Partial<World> = {}) =>
  addSummaries(
    createWorld({
      plan: 'premium',
      schedules: [sampleSchedule(now, { lastRun: sampleRun(now, lastRun) })],
      broughtBy: new Map([[7, [1, 2, 3, 4, 5]]]),
      ...change,
    }),
    [1, 2, 3, 4, 5, 6].map(id => sampleSummary(id, now, { origin: id === 6 ? 'request' : 'schedule' })),
  )
const rows = async () => within(await screen.findByRole('list', { name: 'Latest recaps' })).getAllByRole('link').length

test('the newest that the last run brought stand on the schedule, and lead to the others', async () => {
  openApp('/tabs/dashboard', { world: world() })
  expect(await rows()).toBe(3)
  expect(screen.getByRole('list', { name: 'Latest recaps' })).toHaveTextContent(/48 min → 4 min/)
  expect(screen.getByRole('link', { name: 'Show all that your schedule brought' })).toHaveAttribute(
    'href',
    '/tabs/history?show=schedule',
  )
})

test('"Play all" plays all of the run, not only those in view', async () => {
  const { user } = openApp('/tabs/dashboard', { world: world() })
  await user.click(await screen.findByRole('button', { name: 'Play all' }))
  const bar = await screen.findByRole('region', { name: 'Audio player' })
  await waitFor(() => expect(sound.isOn()).toBe(true))
  // Five in all: four times there is one after it.
  for (const _ of [2, 3, 4, 5]) await user.click(within(bar).getByRole('button', { name: /^Next/ }))
  expect(within(bar).queryByRole('button', { name: /^Next/ })).not.toBeInTheDocument()
})

test('one of them is deleted as in the list', async () => {
  const { user } = openApp('/tabs/dashboard', { world: world() })
  expect(await rows()).toBe(3)
  await user.click(screen.getAllByRole('button', { name: /^More actions for / })[0]!)
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(await screen.findByText('Summary deleted')).toBeInTheDocument()
  // The fourth moves up.
  await waitFor(async () => expect(await rows()).toBe(3))
})

test('after a run that brought nothing those of the run before it stay', async () => {
  openApp('/tabs/dashboard', { world: world(nothingNew, { earlierRuns: [sampleRun(now, { id: 7 })] }) })
  expect(await rows()).toBe(3)
})

test('while nothing was ever brought there is no such card', async () => {
  openApp('/tabs/dashboard', { world: world(nothingNew) })
  expect(await screen.findByText(/nothing new/)).toBeInTheDocument()
  expect(screen.queryByRole('heading', { name: 'Latest recaps' })).not.toBeInTheDocument()
})

test('when all of them are deleted it says so, and has nothing to play', async () => {
  openApp('/tabs/dashboard', { world: world({}, { broughtBy: new Map() }) })
  expect(await screen.findByText('None of them is in your list any more.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Play all' })).not.toBeInTheDocument()
})

test('rows stand in outline while they load', async () => {
  openApp('/tabs/dashboard', {
    world: world(),
    setUp: server => server.break('summaries.list', () => new Promise(() => {})),
  })
  expect(await screen.findByRole('status', { name: 'Loading the latest recaps' })).toBeInTheDocument()
})

test('why they could not be loaded is said, and the schedule stands beside it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { user, api } = openApp('/tabs/dashboard', {
    world: world(),
    setUp: server => server.break('summaries.list', 'forbidden'),
  })
  expect(await screen.findByText(`They could not be loaded. ${failures.forbidden.sentence}`)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Run now' })).toBeInTheDocument()
  api.mend('summaries.list')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await rows()).toBe(3)
})
