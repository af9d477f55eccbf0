import { failures, type Summary, videoFailureSentence } from '@recaps/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { setMedia } from '../../../test/browser.ts'
import { openApp, withMemoryServer } from '../../../test/open-app.tsx'
import { failedWith, sampleSummary, unwritten } from '../../../test/server/samples.ts'
import { addSummaries, createWorld } from '../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const codes = ['network', 'private', 'no_captions', 'age_restricted', 'bot_check'] as const

/** Summary 1 is ready. Those from 2 on failed, newest first. */
const worldWithFailed = (count: number, ...more: Summary[]) =>
  addSummaries(createWorld(), [
    sampleSummary(1, now),
    ...Array.from({ length: count }, (_, at) => {
      const code = codes[at % codes.length]!
      const { videoInfo } = sampleSummary(1, now)
      return sampleSummary(at + 2, now, {
        ...failedWith(code, videoFailureSentence(code)),
        videoInfo: { ...videoInfo, title: `Talk ${at + 1}` },
        createdAt: new Date(now - (at + 1) * 1000).toISOString(),
      })
    }),
    ...more,
  ])
const section = () => screen.findByRole('region', { name: 'In progress and failed' })
const cards = async () => within(await section()).queryAllByRole('article')
const names = async () => (await cards()).map(card => card.getAttribute('aria-label'))
const row = (count: number) =>
  screen.findByRole('button', { name: new RegExp(`^${count} videos couldn’t be summarized`) })

describe.each([
  ['a phone', 390, 1],
  ['a desktop', 1200, 3],
])('failed summaries on %s', (device, width, most) => {
  test(`failed summaries up to the limit are shown as cards on ${device}`, async () => {
    setMedia({ width })
    openApp('/tabs/history', { world: worldWithFailed(most) })
    expect(await names()).toHaveLength(most)
    expect(screen.queryByRole('button', { name: /couldn’t be summarized/ })).not.toBeInTheDocument()
  })

  test(`more failed summaries than the limit collapse into one row that expands to all cards on ${device}`, async () => {
    setMedia({ width })
    const { user } = openApp('/tabs/history', { world: worldWithFailed(5) })
    const fold = await row(5)
    expect(fold).toHaveTextContent('Talk 1')
    expect(fold).toHaveAttribute('aria-expanded', 'false')
    expect(await names()).toEqual([])
    await user.click(fold)
    expect(fold).toHaveAttribute('aria-expanded', 'true')
    expect(fold).toHaveFocus()
    expect(await names()).toEqual(['Talk 1', 'Talk 2', 'Talk 3', 'Talk 4', 'Talk 5'])
    for (const [at, card] of (await cards()).entries()) {
      expect(within(card).getByText(videoFailureSentence(codes[at]!))).toBeInTheDocument()
      expect(within(card).getAllByRole('button').length).toBeGreaterThan(0)
    }
    await user.click(fold)
    expect(await names()).toEqual([])
  })
})

describe('the row of failed summaries', () => {
  test('the row excludes summaries in progress and those that fail while the page is open', async () => {
    setMedia({ width: 390 })
    const working = sampleSummary(20, now, {
      ...unwritten,
      state: 'working',
      stage: 'checking',
      videoInfo: { ...sampleSummary(1, now).videoInfo, title: 'In progress' },
    })
    const { api } = openApp('/tabs/history', { world: worldWithFailed(3, working) })
    expect(await within(await section()).findByText('Checking every sentence')).toBeInTheDocument()
    await row(3)
    const { sentence } = failures.no_speech
    act(() => api.change(20, failedWith('no_speech', sentence)))
    expect(await screen.findByText(sentence)).toBeInTheDocument()
    expect(await names()).toEqual(['In progress'])
    await row(3)
  })

  test('the row disappears once few enough failed summaries remain', async () => {
    setMedia({ width: 390 })
    const { user, api } = openApp('/tabs/history', { world: worldWithFailed(2) })
    await user.click(await row(2))
    const [newest] = await cards()
    await user.click(within(newest!).getByRole('button', { name: 'Remove' }))
    await waitFor(async () => expect(await names()).toEqual(['Talk 2']))
    // Otherwise the request could reach the next test's server.
    await waitFor(() => expect(api.calls).toContain('summaries.delete'))
    expect(screen.queryByRole('button', { name: /couldn’t be summarized/ })).not.toBeInTheDocument()
  })

  test('the focus stays on a failed card that is retried', async () => {
    setMedia({ width: 390 })
    const { user } = openApp('/tabs/history', { world: worldWithFailed(3) })
    await user.click(await row(3))
    const [newest] = await cards()
    within(newest!).getByRole('button', { name: 'Try again' }).focus()
    await user.keyboard('{Enter}')
    expect(await within(newest!).findByText('Waiting in the queue')).toBeInTheDocument()
    expect(newest).toHaveFocus()
    await row(2)
  })
})
