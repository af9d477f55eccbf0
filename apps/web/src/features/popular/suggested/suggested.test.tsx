import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { othersSummary, sampleSummary } from '../../../test/server/samples.ts'
import { sampleChannel } from '../../../test/server/schedule-samples.ts'
import { addSummaries, createWorld, type World } from '../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const by = (channel: string, id = 1) => {
  const { videoInfo } = sampleSummary(id, now)
  return { videoInfo: { ...videoInfo, channel, channelId: `UC${channel.replace(/\W/g, '').padEnd(22, '0')}` } }
}
/** The user's own, of these channels. */
const having = (channels: readonly string[], change: Partial<World> = {}) =>
  addSummaries(
    createWorld(change),
    channels.map((channel, at) => sampleSummary(at + 1, now, by(channel))),
  )
const popular = (...channels: string[]) => ({
  popular: { month: channels.map((channel, at) => othersSummary(at + 20, now, by(channel, at + 20))) },
})
const suggested = async () => {
  const card = await screen.findByRole('region', { name: 'Channels you may want to follow' })
  return within(card)
    .getAllByRole('listitem')
    .map(row => row.querySelector('.suggested__title')?.textContent)
}

test('whom the user has summarised most often comes first, three at most', async () => {
  openApp('/tabs/dashboard', { world: having(['Rare', 'Often', 'Often', 'Also', 'Some', 'Some']) })
  expect(await suggested()).toEqual(['Often', 'Some', 'Also'])
  expect(screen.getAllByText('2 of your summaries')).toHaveLength(2)
  expect(screen.getByText('1 of your summaries')).toBeInTheDocument()
})

test('while there is room come the creators of what others read most, each once', async () => {
  const { api } = openApp('/tabs/dashboard', { world: having(['Mine'], popular('Theirs', 'Mine', 'Theirs', 'Next')) })
  expect(await suggested()).toEqual(['Mine', 'Theirs', 'Next'])
  expect(screen.getAllByText('Popular here this month')).toHaveLength(2)
  // Nobody's read is counted: nothing was opened.
  expect(api.calls).not.toContain('summaries.detail')
})

test('one press leads into the first step with the channel chosen', async () => {
  const channel = sampleChannel(2)
  const { videoInfo } = sampleSummary(1, now)
  const own = sampleSummary(1, now, { videoInfo: { ...videoInfo, channel: channel.title, channelId: channel.id } })
  const { user } = openApp('/tabs/dashboard', { world: addSummaries(createWorld({ channels: [channel] }), [own]) })
  await user.click(await screen.findByRole('button', { name: 'Follow Ground Truth' }))
  await waitFor(() => expect(path()).toBe('/schedule-wizard-channels'))
  expect(await screen.findByRole('list', { name: 'Your channels' })).toHaveTextContent('Ground Truth')
})

test('what is chosen already is not suggested', async () => {
  const own = having(['Mine', 'Other'])
  const id = own.summaries.get(1)!.videoInfo.channelId
  const begun = { id: null, channels: [{ ...sampleChannel(1), id }], start: null, frequency: 'monthly' }
  localStorage.setItem('schedule', JSON.stringify(begun))
  openApp('/tabs/dashboard', { world: own })
  expect(await suggested()).toEqual(['Other'])
})

test('nothing is suggested where nothing is known, or the list of others does not answer', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  openApp('/tabs/dashboard', { setUp: server => server.break('summaries.mostViewed', 'forbidden') })
  expect(await screen.findByRole('link', { name: 'Import a list' })).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('status', { name: /^Loading/ })).not.toBeInTheDocument())
  expect(screen.queryByText('Channels you may want to follow')).not.toBeInTheDocument()
})
