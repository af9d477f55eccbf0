import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { communitySummary, sampleSummary } from '../../../test/server/samples.ts'
import { sampleChannels, sampleSchedule } from '../../../test/server/schedule-samples.ts'
import { addSummaries, createWorld, type World } from '../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const token = 'k'.repeat(43)
const open = (change: Partial<World> = {}) =>
  openApp('/history-detail/1', { world: addSummaries(createWorld(change), [sampleSummary(1, now)]) })
const follow = () => screen.findByRole('button', { name: 'Follow Plain Structures' })

test('the summary page can add the creator to the schedule', async () => {
  const { user, api } = open({ plan: 'premium', schedules: [sampleSchedule(now)] })
  await user.click(await follow())
  expect(await screen.findByText('Added to your schedule: Plain Structures')).toBeInTheDocument()
  expect(screen.getByText('Following')).toBeInTheDocument()
  expect(api.world.schedules[0]!.channelList.at(-1)!.title).toBe('Plain Structures')
})

test('following a creator without a schedule starts the wizard with that channel', async () => {
  const { user, api } = open()
  await user.click(await follow())
  await waitFor(() => expect(path()).toBe('/schedule-wizard-channels'))
  expect(await screen.findByRole('list', { name: 'Your channels' })).toHaveTextContent('Plain Structures')
  expect(api.calls).not.toContain('schedules.create')
})

test('following a creator beyond the channel limit is refused and suggests a plan', async () => {
  const { user, api } = open({ schedules: [sampleSchedule(now, { channelList: sampleChannels(2) })] })
  await user.click(await follow())
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByRole('link', { name: 'See Premium' })).toBeInTheDocument()
  expect(api.world.schedules[0]!.channelList).toHaveLength(2)
})

test('visitors see no Follow button', async () => {
  const shared = communitySummary(1, now, { access: 'shared' })
  openApp(`/history-detail/${token}`, {
    world: createWorld({ shared: new Map([[token, shared]]) }),
    isSignedOut: true,
  })
  expect(await screen.findByRole('link', { name: 'Plain Structures' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Follow/ })).not.toBeInTheDocument()
})
