import { failures } from '@recaps/contract'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { delayResponses, openApp, path, withMemoryServer } from '../../test/open-app.tsx'
import { sampleSummary } from '../../test/server/samples.ts'
import { sampleSchedule } from '../../test/server/schedule-samples.ts'
import { addSummaries, createWorld, type World } from '../../test/server/world.ts'
import { parseDraft } from './wizard/draft.ts'

withMemoryServer()
const now = Date.now()
const open = (change: Partial<World> = {}) =>
  openApp('/history-detail/1', { world: addSummaries(createWorld(change), [sampleSummary(1, now)]) })
const withSchedule = () => open({ plan: 'premium', schedules: [sampleSchedule(now)] })
const followButton = () => screen.findByRole('button', { name: 'Follow Plain Structures' })
const goToSummaries = async ({ user }: ReturnType<typeof openApp>) => {
  await user.click(screen.getByRole('link', { name: 'My Summaries' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'My Summaries' })).toBeInTheDocument()
}

describe('keyboard focus after following a channel', () => {
  test('moves focus from the pressed Follow button to “Following”', async () => {
    const { user } = withSchedule()
    await user.click(await followButton())
    expect(await screen.findByText('Following')).toHaveFocus()
  })

  test('keeps the focus where the user has moved it before the channel was followed', async () => {
    const { user, api } = withSchedule()
    const respond = delayResponses(api, 'PUT', '/api/schedules/5')
    await user.click(await followButton())
    const elsewhere = screen.getByRole('link', { name: 'My Summaries' })
    elsewhere.focus()
    respond()
    expect(await screen.findByText('Following')).toBeInTheDocument()
    expect(elsewhere).toHaveFocus()
  })

  test('does not focus “Following” when the page opens with a followed channel', async () => {
    const channelId = sampleSummary(1, now).videoInfo.channelId!
    const [channel] = sampleSchedule(now).channelList
    open({ plan: 'premium', schedules: [sampleSchedule(now, { channelList: [{ ...channel!, id: channelId }] })] })
    expect(await screen.findByText('Following')).not.toHaveFocus()
  })
})

describe('following a channel and leaving the page before the response', () => {
  test('keeps the user on the other page and adds the channel to the draft', async () => {
    const app = open()
    const respond = delayResponses(app.api, 'GET', '/api/youtube/channels')
    await app.user.click(await followButton())
    await goToSummaries(app)
    respond()
    await waitFor(() => expect(parseDraft(localStorage.getItem('schedule'))?.channels).toHaveLength(1))
    expect(path()).toBe('/tabs/history')
    await app.user.click(screen.getAllByRole('link', { name: 'Schedule' })[0]!)
    expect(await screen.findByRole('link', { name: 'Continue with 1 channel' })).toBeInTheDocument()
  })

  test('shows a failure in a toast after the user has left the page, and otherwise only next to the button', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const app = withSchedule()
    app.api.break('schedules.change', 'unavailable')
    await app.user.click(await followButton())
    expect(await screen.findByRole('alert')).toHaveTextContent(failures.unavailable.sentence)
    expect(screen.getAllByText(failures.unavailable.sentence)).toHaveLength(1)
    const respond = delayResponses(app.api, 'PUT', '/api/schedules/5')
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await goToSummaries(app)
    expect(screen.queryByText(failures.unavailable.sentence)).not.toBeInTheDocument()
    respond()
    expect(await screen.findByText(failures.unavailable.sentence)).toBeInTheDocument()
  })
})
