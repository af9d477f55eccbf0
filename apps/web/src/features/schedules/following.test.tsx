import { failures } from '@recaps/contract'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { held, openApp, path, withMemoryServer } from '../../test/open-app.tsx'
import { sampleSummary } from '../../test/server/samples.ts'
import { sampleSchedule } from '../../test/server/schedule-samples.ts'
import { addSummaries, createWorld, type World } from '../../test/server/world.ts'
import { parseDraft } from './wizard/draft.ts'

withMemoryServer()
const now = Date.now()
const open = (change: Partial<World> = {}) =>
  openApp('/history-detail/1', { world: addSummaries(createWorld(change), [sampleSummary(1, now)]) })
const withSchedule = () => open({ plan: 'premium', schedules: [sampleSchedule(now)] })
const follow = () => screen.findByRole('button', { name: 'Follow Plain Structures' })
const goToSummaries = async ({ user }: ReturnType<typeof openApp>) => {
  await user.click(screen.getByRole('link', { name: 'My Summaries' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'My Summaries' })).toBeInTheDocument()
}

describe('the keyboard', () => {
  test('goes on at “Following”, in the place of what was pressed', async () => {
    const { user } = withSchedule()
    await user.click(await follow())
    expect(await screen.findByText('Following')).toHaveFocus()
  })

  test('stays where it is by then', async () => {
    const { user, api } = withSchedule()
    const answer = held(api, 'PUT', '/api/schedules/5')
    await user.click(await follow())
    const elsewhere = screen.getByRole('link', { name: 'My Summaries' })
    elsewhere.focus()
    answer()
    expect(await screen.findByText('Following')).toBeInTheDocument()
    expect(elsewhere).toHaveFocus()
  })

  test('is taken to nobody who is followed already', async () => {
    const channelId = sampleSummary(1, now).videoInfo.channelId!
    const [channel] = sampleSchedule(now).channelList
    open({ plan: 'premium', schedules: [sampleSchedule(now, { channelList: [{ ...channel!, id: channelId }] })] })
    expect(await screen.findByText('Following')).not.toHaveFocus()
  })
})

describe('whoever has gone on to another page before the answer', () => {
  test('stays there, with the channel chosen for when they come to it', async () => {
    const app = open()
    const answer = held(app.api, 'GET', '/api/youtube/channels')
    await app.user.click(await follow())
    await goToSummaries(app)
    answer()
    await waitFor(() => expect(parseDraft(localStorage.getItem('schedule'))?.channels).toHaveLength(1))
    expect(path()).toBe('/tabs/history')
    await app.user.click(screen.getAllByRole('link', { name: 'Schedule' })[0]!)
    expect(await screen.findByRole('link', { name: 'Go on with 1 channel' })).toBeInTheDocument()
  })

  test('is told in a message what went wrong, and whoever has not, beside the button alone', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const app = withSchedule()
    app.api.break('schedules.change', 'unavailable')
    await app.user.click(await follow())
    expect(await screen.findByRole('alert')).toHaveTextContent(failures.unavailable.sentence)
    expect(screen.getAllByText(failures.unavailable.sentence)).toHaveLength(1)
    const answer = held(app.api, 'PUT', '/api/schedules/5')
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await goToSummaries(app)
    expect(screen.queryByText(failures.unavailable.sentence)).not.toBeInTheDocument()
    answer()
    expect(await screen.findByText(failures.unavailable.sentence)).toBeInTheDocument()
  })
})
