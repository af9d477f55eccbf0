import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { formatMinutesAndSeconds } from '../../ui/time.ts'
import { testAudio } from '../browser.ts'
import { type OpenedApp, openApp, withMemoryServer } from '../open-app.tsx'
import { type Quote, testQuotes, worldWithAudio } from './quotes.ts'

withMemoryServer()
const play = async ({ user }: OpenedApp) => {
  await user.click(await screen.findByRole('button', { name: /^Play Why/ }))
  await waitFor(() => expect(testAudio.isOn()).toBe(true))
  act(() => testAudio.loaded(684))
}
const openSpeeds = async (app: OpenedApp) => {
  await play(app)
  await app.user.click(await screen.findByRole('button', { name: 'Playback speed 1x' }))
  return await screen.findByRole('dialog', { name: 'Playback Speed' })
}
const at = (seconds: number) => async (app: OpenedApp) => {
  await play(app)
  act(() => testAudio.at(seconds))
}
const quote = (text: string, before: Quote['before'], isName = false): Quote => ({
  text,
  path: '/tabs/history',
  isName,
  ...(before ? { before } : {}),
})
const bar = () => screen.findByRole('region', { name: 'Audio player' })

describe('§2: texts of the player', () => {
  testQuotes([
    quote('Playback Speed', openSpeeds),
    quote('1x', play),
    quote('0:00 / 11:24', play),
    quote('1:05 / 11:24', at(65)),
    quote('10:00 / 11:24', at(600.9)),
    quote('Position', play, true),
    quote('Previous', play, true),
    quote('Pause', play, true),
    quote('Close player', play, true),
  ])
})

test.each([
  [0, '0:00'],
  [999, '0:00'],
  [5_000, '0:05'],
  [60_000, '1:00'],
  [3_661_000, '61:01'],
])('§2: the player shows %i ms as %s [spec 2.35]', (ms, shown) => expect(formatMinutesAndSeconds(ms)).toBe(shown))

test('§2, §9: the player offers speeds from 1x to 2x and starts at 1x [spec 9.8]', async () => {
  const sheet = await openSpeeds(openApp('/tabs/history', { world: worldWithAudio() }))
  const choices = within(sheet)
    .getAllByRole('button')
    .map(choice => choice.textContent)
  expect(choices.slice(0, -1)).toEqual(['1x', '1.1x', '1.2x', '1.3x', '1.4x', '1.5x', '1.75x', '2x'])
})

test('§2: the player is shown only to a signed-in user with queued summaries [spec 2.33]', async () => {
  const app = openApp('/tabs/history', { world: worldWithAudio() })
  await screen.findByRole('list', { name: 'Summaries' })
  expect(screen.queryByRole('region', { name: 'Audio player' })).not.toBeInTheDocument()
  await play(app)
  expect(await bar()).toBeInTheDocument()
  await app.user.click(screen.getByRole('button', { name: 'Log out' }))
  await screen.findByRole('heading', { name: 'Log in' })
  expect(screen.queryByRole('region', { name: 'Audio player' })).not.toBeInTheDocument()
})

test('§2: the player has a seek bar, a thumbnail that links to the summary, title, previous, speed, next and play [spec 2.32]', async () => {
  const { user } = openApp('/tabs/history', { world: worldWithAudio() })
  await user.click(await screen.findByRole('button', { name: 'Select' }))
  await user.click(await screen.findByRole('button', { name: 'Select all' }))
  await user.click(screen.getByRole('button', { name: 'Add to queue' }))
  const player = within(await bar())
  expect(player.getByRole('slider', { name: 'Position' })).toBeInTheDocument()
  expect(player.getByRole('link', { name: /^Open summary/ })).toHaveAttribute('href', '/history-detail/1')
  expect((await bar()).querySelector('.player-bar__title')).toHaveTextContent(/Why bridges hum/)
  for (const name of ['Previous', 'Playback speed 1x', 'Next', /^(Play|Pause)$/])
    expect(player.getByRole('button', { name })).toBeInTheDocument()
})
