import { failures, type Schedule } from '@recaps/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { held, openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { sampleChannels, sampleSchedule } from '../../../test/server/schedule-samples.ts'
import { createWorld } from '../../../test/server/world.ts'
import { parseDraft } from './draft.ts'

withMemoryServer()
const now = Date.now()
const following = (change: Partial<Schedule> = {}) =>
  createWorld({ plan: 'premium', schedules: [sampleSchedule(now, change)] })
const begun = (channels: number) =>
  localStorage.setItem(
    'schedule',
    JSON.stringify({ id: null, channels: sampleChannels(channels), start: null, frequency: 'monthly' }),
  )
const storedChannels = () => parseDraft(localStorage.getItem('schedule'))?.channels
const button = (name: string) => screen.findByRole('button', { name })
const pressWhenReady = async ({ user }: ReturnType<typeof openApp>, name: string) => {
  await waitFor(async () => expect(await button(name)).toBeEnabled())
  await user.click(await button(name))
}
const goToSummaries = async ({ user }: ReturnType<typeof openApp>) => {
  await user.click(screen.getByRole('link', { name: 'My Summaries' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'My Summaries' })).toBeInTheDocument()
}

describe('settings that could not be read', () => {
  const { sentence } = failures.too_many_requests
  const unread: Parameters<typeof openApp>[1] = {
    setUp(api) {
      vi.spyOn(console, 'error').mockImplementation(() => {})
      api.break('users.settings', 'too_many_requests')
    },
  }

  test('are said to be where one chooses how digests come, and are asked for again', async () => {
    begun(2)
    const { user, api } = openApp('/schedule-wizard-frequency', unread)
    const card = within(await screen.findByRole('region', { name: 'How it reaches you' }))
    expect(await card.findByRole('alert')).toHaveTextContent(sentence)
    expect(card.queryByRole('status', { name: 'Loading your schedule' })).not.toBeInTheDocument()
    expect(await button('Follow 2 channels')).toBeDisabled()
    api.mend('users.settings')
    await user.click(card.getByRole('button', { name: 'Try again' }))
    expect(await card.findByRole('switch', { name: 'By email' })).toBeChecked()
    expect(card.queryByRole('alert')).not.toBeInTheDocument()
    expect(await button('Follow 2 channels')).toBeEnabled()
  })

  test('are read by Save in the first step, which says why it cannot save, and saves at the next press', async () => {
    const app = openApp('/schedule-wizard-channels', { world: following(), ...unread })
    const { user, api } = app
    await user.click(await button('Remove Ground Truth'))
    await pressWhenReady(app, 'Save changes')
    expect(await screen.findByText(sentence)).toBeInTheDocument()
    expect(api.world.schedules[0]!.channelList).toHaveLength(3)
    expect(path()).toBe('/schedule-wizard-channels')
    api.mend('users.settings')
    await pressWhenReady(app, 'Save changes')
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
    expect(api.world.schedules[0]!.channelList).toHaveLength(2)
  })

  test('keep Save busy while they are read, and the keyboard on it', async () => {
    const app = openApp('/schedule-wizard-channels', { world: following(), ...unread })
    await waitFor(async () => expect(await button('Save changes')).toBeEnabled())
    app.api.mend('users.settings')
    const answer = held(app.api, 'GET', '/api/users/settings')
    await app.user.click(await button('Save changes'))
    expect(await button('Save changes')).toHaveAttribute('aria-disabled', 'true')
    expect(await button('Save changes')).toBeEnabled()
    expect(await button('Save changes')).toHaveFocus()
    answer()
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
  })
})

describe('a schedule whose page was left before it was saved', () => {
  test('is made all the same: the message says so, nothing is begun any more, and nobody is taken elsewhere', async () => {
    begun(2)
    const app = openApp('/schedule-wizard-frequency')
    const answer = held(app.api, 'POST', '/api/schedules')
    await pressWhenReady(app, 'Follow 2 channels')
    await goToSummaries(app)
    answer()
    expect(await screen.findByText(/^You are following them\. First digest: /)).toBeInTheDocument()
    expect(app.api.world.schedules).toHaveLength(1)
    expect(localStorage.getItem('schedule')).toBeNull()
    expect(path()).toBe('/tabs/history')
  })

  test('is changed all the same from the first step', async () => {
    const app = openApp('/schedule-wizard-channels', { world: following() })
    const answer = held(app.api, 'PUT', '/api/schedules/5')
    await app.user.click(await button('Remove Ground Truth'))
    await pressWhenReady(app, 'Save changes')
    await goToSummaries(app)
    answer()
    expect(await screen.findByText('Your schedule is saved')).toBeInTheDocument()
    expect(app.api.world.schedules[0]!.channelList).toHaveLength(2)
    expect(localStorage.getItem('schedule')).toBeNull()
    expect(path()).toBe('/tabs/history')
  })

  test('is told why it was refused, where one is by then; what was begun is there to be gone on with', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    begun(3)
    const app = openApp('/schedule-wizard-frequency')
    const answer = held(app.api, 'POST', '/api/schedules')
    await pressWhenReady(app, 'Follow 3 channels')
    await goToSummaries(app)
    answer()
    expect(await screen.findByText(/^Your plan allows up to 2 channels, but you chose 3\./)).toBeInTheDocument()
    expect(path()).toBe('/tabs/history')
    expect(storedChannels()).toHaveLength(3)
  })
})
