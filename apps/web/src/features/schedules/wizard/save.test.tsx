import { failures, type Schedule } from '@recaps/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { delayResponses, openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { sampleChannels, sampleSchedule } from '../../../test/server/schedule-samples.ts'
import { createWorld } from '../../../test/server/world.ts'
import { parseDraft } from './draft.ts'

withMemoryServer()
const now = Date.now()
const following = (change: Partial<Schedule> = {}) =>
  createWorld({ plan: 'premium', schedules: [sampleSchedule(now, change)] })
const storeDraft = (channels: number) =>
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

describe('the wizard when the settings cannot be loaded', () => {
  const { sentence } = failures.too_many_requests
  const withBrokenSettings: Parameters<typeof openApp>[1] = {
    setUp(api) {
      vi.spyOn(console, 'error').mockImplementation(() => {})
      api.break('users.settings', 'too_many_requests')
    },
  }

  test('shows the settings error with a retry button in the Delivery card', async () => {
    storeDraft(2)
    const { user, api } = openApp('/schedule-wizard-frequency', withBrokenSettings)
    const card = within(await screen.findByRole('region', { name: 'Delivery' }))
    expect(await card.findByRole('alert')).toHaveTextContent(sentence)
    expect(card.queryByRole('status', { name: 'Loading your schedule' })).not.toBeInTheDocument()
    expect(await button('Follow 2 channels')).toBeDisabled()
    api.repair('users.settings')
    await user.click(card.getByRole('button', { name: 'Try again' }))
    expect(await card.findByRole('switch', { name: 'By email' })).toBeChecked()
    expect(card.queryByRole('alert')).not.toBeInTheDocument()
    expect(await button('Follow 2 channels')).toBeEnabled()
  })

  test('reloads the settings on “Save changes”, shows why that failed, and saves on the next attempt', async () => {
    const app = openApp('/schedule-wizard-channels', { world: following(), ...withBrokenSettings })
    const { user, api } = app
    await user.click(await button('Remove Ground Truth'))
    await pressWhenReady(app, 'Save changes')
    expect(await screen.findByText(sentence)).toBeInTheDocument()
    expect(api.world.schedules[0]!.channelList).toHaveLength(3)
    expect(path()).toBe('/schedule-wizard-channels')
    api.repair('users.settings')
    await pressWhenReady(app, 'Save changes')
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
    expect(api.world.schedules[0]!.channelList).toHaveLength(2)
  })

  test('keeps “Save changes” busy and focused while the settings reload', async () => {
    const app = openApp('/schedule-wizard-channels', { world: following(), ...withBrokenSettings })
    await waitFor(async () => expect(await button('Save changes')).toBeEnabled())
    app.api.repair('users.settings')
    const respond = delayResponses(app.api, 'GET', '/api/users/settings')
    await app.user.click(await button('Save changes'))
    expect(await button('Save changes')).toHaveAttribute('aria-disabled', 'true')
    expect(await button('Save changes')).toBeEnabled()
    expect(await button('Save changes')).toHaveFocus()
    respond()
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
  })
})

describe('saving a schedule and leaving the page before the response', () => {
  test('creates the schedule, shows a toast, deletes the draft and keeps the user on the other page', async () => {
    storeDraft(2)
    const app = openApp('/schedule-wizard-frequency')
    const respond = delayResponses(app.api, 'POST', '/api/schedules')
    await pressWhenReady(app, 'Follow 2 channels')
    await goToSummaries(app)
    respond()
    expect(await screen.findByText(/^You’re following 2 channels\. First digest: /)).toBeInTheDocument()
    expect(app.api.world.schedules).toHaveLength(1)
    expect(localStorage.getItem('schedule')).toBeNull()
    expect(path()).toBe('/tabs/history')
  })

  test('updates the schedule from the first step and keeps the user on the other page', async () => {
    const app = openApp('/schedule-wizard-channels', { world: following() })
    const respond = delayResponses(app.api, 'PUT', '/api/schedules/5')
    await app.user.click(await button('Remove Ground Truth'))
    await pressWhenReady(app, 'Save changes')
    await goToSummaries(app)
    respond()
    expect(await screen.findByText('Schedule saved')).toBeInTheDocument()
    expect(app.api.world.schedules[0]!.channelList).toHaveLength(2)
    expect(localStorage.getItem('schedule')).toBeNull()
    expect(path()).toBe('/tabs/history')
  })

  test('shows why the schedule was rejected on the other page, and keeps the draft', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    storeDraft(3)
    const app = openApp('/schedule-wizard-frequency')
    const respond = delayResponses(app.api, 'POST', '/api/schedules')
    await pressWhenReady(app, 'Follow 3 channels')
    await goToSummaries(app)
    respond()
    expect(await screen.findByText(/^Your plan allows up to 2 channels, but you chose 3\./)).toBeInTheDocument()
    expect(path()).toBe('/tabs/history')
    expect(storedChannels()).toHaveLength(3)
  })
})
