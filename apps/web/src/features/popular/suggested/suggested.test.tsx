import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { communitySummary, sampleSummary } from '../../../test/server/samples.ts'
import { sampleChannel } from '../../../test/server/schedule-samples.ts'
import { addSummaries, createWorld, type World } from '../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const videoOf = (channel: string, id = 1) => {
  const { videoInfo } = sampleSummary(id, now)
  return { videoInfo: { ...videoInfo, channel, channelId: `UC${channel.replace(/\W/g, '').padEnd(22, '0')}` } }
}
/** A world in which the user has summaries of these channels. */
const worldWithOwn = (channels: readonly string[], change: Partial<World> = {}) =>
  addSummaries(
    createWorld(change),
    channels.map((channel, at) => sampleSummary(at + 1, now, videoOf(channel))),
  )
const popular = (...channels: string[]) => ({
  popular: { month: channels.map((channel, at) => communitySummary(at + 20, now, videoOf(channel, at + 20))) },
})
const suggested = async () => {
  const card = await screen.findByRole('region', { name: 'Suggested channels' })
  return within(card)
    .getAllByRole('listitem')
    .map(row => row.querySelector('.suggested__title')?.textContent)
}

test('suggests up to three channels, those with most of the user’s summaries first', async () => {
  openApp('/tabs/dashboard', { world: worldWithOwn(['Rare', 'Often', 'Often', 'Also', 'Some', 'Some']) })
  expect(await suggested()).toEqual(['Often', 'Some', 'Also'])
  expect(screen.getAllByText('You have 2 summaries')).toHaveLength(2)
  expect(screen.getByText('You have 1 summary')).toBeInTheDocument()
})

test('fills up the suggestions with channels of popular summaries, without duplicates', async () => {
  const { api } = openApp('/tabs/dashboard', {
    world: worldWithOwn(['Mine'], popular('Theirs', 'Mine', 'Theirs', 'Next')),
  })
  expect(await suggested()).toEqual(['Mine', 'Theirs', 'Next'])
  expect(screen.getAllByText('Popular this month')).toHaveLength(2)
  // Fetching a detail would count as a community read.
  expect(api.calls).not.toContain('summaries.detail')
})

test('Follow on a suggested channel opens the wizard with the channel selected', async () => {
  const channel = sampleChannel(2)
  const { videoInfo } = sampleSummary(1, now)
  const own = sampleSummary(1, now, { videoInfo: { ...videoInfo, channel: channel.title, channelId: channel.id } })
  const { user } = openApp('/tabs/dashboard', { world: addSummaries(createWorld({ channels: [channel] }), [own]) })
  await user.click(await screen.findByRole('button', { name: 'Follow Ground Truth' }))
  await waitFor(() => expect(path()).toBe('/schedule-wizard-channels'))
  expect(await screen.findByRole('list', { name: 'Your channels' })).toHaveTextContent('Ground Truth')
})

test('does not suggest channels that are already in the schedule draft', async () => {
  const own = worldWithOwn(['Mine', 'Other'])
  const id = own.summaries.get(1)!.videoInfo.channelId
  const draft = { id: null, channels: [{ ...sampleChannel(1), id }], start: null, frequency: 'monthly' }
  localStorage.setItem('schedule', JSON.stringify(draft))
  openApp('/tabs/dashboard', { world: own })
  expect(await suggested()).toEqual(['Other'])
})

test('shows no suggestions without summaries or when the popular list fails to load', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  openApp('/tabs/dashboard', { setUp: server => server.break('summaries.mostViewed', 'forbidden') })
  expect(await screen.findByRole('link', { name: 'Import a list' })).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('status', { name: /^Loading/ })).not.toBeInTheDocument())
  expect(screen.queryByText('Suggested channels')).not.toBeInTheDocument()
})
