import { failures, type Summary, sentenceOfVideo } from '@recaps/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { setMedia } from '../../../test/browser.ts'
import { openApp, withMemoryServer } from '../../../test/open-app.tsx'
import { failedWith, sampleSummary, unwritten } from '../../../test/server/samples.ts'
import { addSummaries, createWorld } from '../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const codes = ['network', 'private', 'no_captions', 'age_restricted', 'bot_check'] as const

/** Number 1 can be read; those from 2 on failed, the newest first. */
const worldWithFailed = (count: number, ...more: Summary[]) =>
  addSummaries(createWorld(), [
    sampleSummary(1, now),
    ...Array.from({ length: count }, (_, at) => {
      const code = codes[at % codes.length]!
      const { videoInfo } = sampleSummary(1, now)
      return sampleSummary(at + 2, now, {
        ...failedWith(code, sentenceOfVideo(code)),
        videoInfo: { ...videoInfo, title: `Talk ${at + 1}` },
        createdAt: new Date(now - (at + 1) * 1000).toISOString(),
      })
    }),
    ...more,
  ])
const section = () => screen.findByRole('region', { name: 'In progress and failed' })
const cards = async () => within(await section()).queryAllByRole('article')
const names = async () => (await cards()).map(card => card.getAttribute('aria-label'))
const row = (count: number) => screen.findByRole('button', { name: new RegExp(`^${count} videos were not summarized`) })

describe.each([
  ['a phone', 390, 1],
  ['a desktop', 1200, 3],
])('on %s', (_where, width, most) => {
  test('as many failures as leave the list in view stand open', async () => {
    setMedia({ width })
    openApp('/tabs/history', { world: worldWithFailed(most) })
    expect(await names()).toHaveLength(most)
    expect(screen.queryByRole('button', { name: /not summarized/ })).not.toBeInTheDocument()
  })

  test('more of them are one row, which names the newest and unfolds all, newest first, each with its action', async () => {
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
      expect(within(card).getByText(sentenceOfVideo(codes[at]!))).toBeInTheDocument()
      expect(within(card).getAllByRole('button').length).toBeGreaterThan(0)
    }
    await user.click(fold)
    expect(await names()).toEqual([])
  })
})

describe('the row of failures', () => {
  test('leaves open what is in work, and what fails while the page is open', async () => {
    setMedia({ width: 390 })
    const working = sampleSummary(20, now, {
      ...unwritten,
      state: 'working',
      stage: 'checking',
      videoInfo: { ...sampleSummary(1, now).videoInfo, title: 'Awaited' },
    })
    const { api } = openApp('/tabs/history', { world: worldWithFailed(3, working) })
    expect(await within(await section()).findByText('Checking every sentence')).toBeInTheDocument()
    await row(3)
    const { sentence } = failures.no_speech
    act(() => api.change(20, failedWith('no_speech', sentence)))
    expect(await screen.findByText(sentence)).toBeInTheDocument()
    expect(await names()).toEqual(['Awaited'])
    await row(3)
  })

  test('goes once so many are deleted that the others stand open', async () => {
    setMedia({ width: 390 })
    const { user, api } = openApp('/tabs/history', { world: worldWithFailed(2) })
    await user.click(await row(2))
    const [newest] = await cards()
    await user.click(within(newest!).getByRole('button', { name: 'Remove' }))
    await waitFor(async () => expect(await names()).toEqual(['Talk 2']))
    // The call would else arrive at the server of the next test.
    await waitFor(() => expect(api.calls).toContain('summaries.delete'))
    expect(screen.queryByRole('button', { name: /not summarized/ })).not.toBeInTheDocument()
  })

  test('keeps the keyboard on the card that is tried again', async () => {
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
