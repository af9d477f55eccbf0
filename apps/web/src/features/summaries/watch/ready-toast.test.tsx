import type { Summary } from '@recaps/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { sampleSummary, unwritten } from '../../../test/server/samples.ts'
import { addSummaries, createWorld } from '../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const inWork = (id: number, change: Partial<Summary> = {}) =>
  sampleSummary(id, now, { ...unwritten, state: 'working', stage: 'summarising', ...change })
const { content, timings } = sampleSummary(1, now)
const done = { state: 'ready', audio: 'ready', stage: null, content, timings, summary: 'text' } as const

/** Opens the list, so that the summaries in progress are known, then goes to another page. */
async function openPage({ link, title }: { link: string | RegExp; title: string }, ...summaries: Summary[]) {
  const app = openApp('/tabs/history', { world: addSummaries(createWorld(), summaries) })
  expect(await screen.findAllByText('Summarizing')).toHaveLength(summaries.length)
  await waitFor(() => expect(app.api.calls).toContain('summaries.events'))
  await app.user.click(screen.getByRole('link', { name: link }))
  await screen.findByRole('heading', { level: 1, name: title })
  return app
}
const settings = { link: 'Settings', title: 'Settings' }
const toast = () => document.querySelector('.toast')

describe('summary that becomes ready while another page is open', () => {
  test('shows a toast with a link to a summary that becomes ready on another page', async () => {
    const { user, api } = await openPage(settings, inWork(1))
    act(() => api.change(1, done))
    expect(await screen.findByText(/^“Why bridges hum.+” is ready$/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await waitFor(() => expect(path()).toBe('/history-detail/1'))
    expect(toast()).toBeNull()
  })

  test('shows one toast for several summaries that become ready together', async () => {
    const { user, api } = await openPage(settings, inWork(1), inWork(2), inWork(3))
    act(() => api.change(1, done))
    await waitFor(() => expect(api.calls).toContain('summaries.detail'))
    act(() => api.change(2, done))
    expect(await screen.findByText('2 summaries are ready')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await waitFor(() => expect(path()).toBe('/tabs/history'))
  })

  test('shows the ready toast once, when both text and audio are complete', async () => {
    const { api } = await openPage(settings, inWork(1), inWork(2))
    act(() => api.change(1, { ...done, state: 'readable', audio: 'pending', stage: 'speaking' }))
    act(() => api.change(2, done))
    expect(await screen.findByText(/^“The city that buried its rivers” is ready$/)).toBeInTheDocument()
    act(() => api.change(1, done))
    expect(await screen.findByText(/^“Why bridges hum.+” is ready$/)).toBeInTheDocument()
    act(() => api.change(2, { listenedMs: 5 }))
    expect(screen.getByText(/^“Why bridges hum.+” is ready$/)).toBeInTheDocument()
  })

  test.each([
    ['came from a schedule', { origin: 'schedule' }],
    ['was opened before its audio was complete', { unread: false }],
    ['failed', { state: 'failed', audio: 'none', code: 'no_speech', error: 'Not enough speech to summarize.' }],
  ] as const)('shows no ready toast for a summary that %s', async (_which, change) => {
    const { origin, ...later } = { origin: 'request' as const, ...change }
    const { api } = await openPage(settings, inWork(1, { origin }), inWork(2))
    act(() => {
      api.change(1, { ...done, ...later })
      api.change(2, done)
    })
    expect(await screen.findByText(/^“The city that buried its rivers” is ready$/)).toBeInTheDocument()
  })
})

describe('no ready toast', () => {
  test.each([
    ['Generate Summary', 'Generate Summary', 'Read now'],
    ['My Summaries', 'My Summaries', /^Unread/],
    [/^Why bridges hum/, 'Summary', 'Watch on YouTube'],
  ])('shows no ready toast on %s, which shows the summary itself', async (link, title, shown) => {
    const { api, user } = await openPage({ link, title }, inWork(1), inWork(2))
    expect((await screen.findAllByText('Summarizing')).length).toBeGreaterThan(0)
    act(() => api.change(1, done))
    await screen.findByRole('link', { name: shown })
    await user.click(screen.getByRole('link', { name: 'Settings' }))
    await screen.findByRole('heading', { level: 1, name: 'Settings' })
    act(() => api.change(2, done))
    expect(await screen.findByText(/ (is|are) ready$/)).toHaveTextContent(/rivers” is ready$/)
  })

  test('delays the ready toast until the page is visible', async () => {
    const hidden = { value: true, configurable: true }
    const { api } = await openPage(settings, inWork(1))
    Object.defineProperty(document, 'hidden', hidden)
    act(() => api.change(1, done))
    await waitFor(() => expect(api.calls.filter(call => call === 'summaries.detail').length).toBeGreaterThan(0))
    expect(toast()).toBeNull()
    Object.defineProperty(document, 'hidden', { ...hidden, value: false })
    document.dispatchEvent(new Event('visibilitychange'))
    expect(await screen.findByText(/is ready$/)).toBeInTheDocument()
  })
})

afterEach(() => Reflect.deleteProperty(document, 'hidden'))
