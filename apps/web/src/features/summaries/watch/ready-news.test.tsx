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

/** Opens the list, where what is in work is seen, and goes on from there. */
async function openOn({ link, title }: { link: string | RegExp; title: string }, ...summaries: Summary[]) {
  const opened = openApp('/tabs/history', { world: addSummaries(createWorld(), summaries) })
  expect(await screen.findAllByText('Summarizing')).toHaveLength(summaries.length)
  await waitFor(() => expect(opened.api.calls).toContain('summaries.events'))
  await opened.user.click(screen.getByRole('link', { name: link }))
  await screen.findByRole('heading', { level: 1, name: title })
  return opened
}
const settings = { link: 'Settings', title: 'Settings' }
const toast = () => document.querySelector('.toast')

describe('a summary that becomes ready while another page is open', () => {
  test('is told there, and leads to itself', async () => {
    const { user, api } = await openOn(settings, inWork(1))
    act(() => api.change(1, done))
    expect(await screen.findByText(/^“Why bridges hum.+” is ready$/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await waitFor(() => expect(path()).toBe('/history-detail/1'))
    expect(toast()).toBeNull()
  })

  test('is told with others that come with it in one', async () => {
    const { user, api } = await openOn(settings, inWork(1), inWork(2), inWork(3))
    act(() => api.change(1, done))
    await waitFor(() => expect(api.calls).toContain('summaries.detail'))
    act(() => api.change(2, done))
    expect(await screen.findByText('2 summaries are ready')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await waitFor(() => expect(path()).toBe('/tabs/history'))
  })

  test('is told when both text and sound are there, and once', async () => {
    const { api } = await openOn(settings, inWork(1), inWork(2))
    act(() => api.change(1, { ...done, state: 'readable', audio: 'pending', stage: 'speaking' }))
    act(() => api.change(2, done))
    expect(await screen.findByText(/^“The city that buried its rivers” is ready$/)).toBeInTheDocument()
    act(() => api.change(1, done))
    expect(await screen.findByText(/^“Why bridges hum.+” is ready$/)).toBeInTheDocument()
    act(() => api.change(2, { listenedMs: 5 }))
    expect(screen.getByText(/^“Why bridges hum.+” is ready$/)).toBeInTheDocument()
  })

  test.each([
    ['a digest brought', { origin: 'schedule' }],
    ['was read as soon as there was text', { unread: false }],
    ['failed', { state: 'failed', audio: 'none', code: 'no_speech', error: 'Nobody speaks.' }],
  ] as const)('is not told when it is one that %s', async (_which, change) => {
    const { origin, ...later } = { origin: 'request' as const, ...change }
    const { api } = await openOn(settings, inWork(1, { origin }), inWork(2))
    act(() => {
      api.change(1, { ...done, ...later })
      api.change(2, done)
    })
    expect(await screen.findByText(/^“The city that buried its rivers” is ready$/)).toBeInTheDocument()
  })
})

describe('nothing is told', () => {
  test.each([
    ['Generate Summary', 'Generate Summary', 'Read now'],
    ['My Summaries', 'My Summaries', /^Unread/],
    [/^Why bridges hum/, 'Summary', 'Watch on YouTube'],
  ])('on the page of %s, which shows it', async (link, title, shown) => {
    const { api, user } = await openOn({ link, title }, inWork(1), inWork(2))
    expect((await screen.findAllByText('Summarizing')).length).toBeGreaterThan(0)
    act(() => api.change(1, done))
    await screen.findByRole('link', { name: shown })
    await user.click(screen.getByRole('link', { name: 'Settings' }))
    await screen.findByRole('heading', { level: 1, name: 'Settings' })
    act(() => api.change(2, done))
    expect(await screen.findByText(/ (is|are) ready$/)).toHaveTextContent(/rivers” is ready$/)
  })

  test('while nobody looks; then it is', async () => {
    const hidden = { value: true, configurable: true }
    const { api } = await openOn(settings, inWork(1))
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
