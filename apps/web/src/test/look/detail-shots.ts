import type { Page } from 'playwright'
import { hardWorld } from './screenshot-worlds.ts'
import type { Shot } from './shot.ts'
import { neverRespond, press, startPlayer, waitForRetries } from './steps.ts'

const seekTo = (ms: number) => async (page: Page) => {
  await startPlayer(page)
  await page.evaluate(at => {
    document.querySelector('audio')!.currentTime = at / 1000
  }, ms)
  await page.waitForTimeout(900)
}

/** The summary page. */
export const detailShots: Shot[] = [
  { name: 'detail', state: 'full', path: '/history-detail/1' },
  {
    name: 'detail-voice',
    path: '/history-detail/1',
    async prepare(page) {
      const voice = page.getByRole('button', { name: 'Change voice' })
      if (!(await voice.isVisible())) await page.locator('.proof__support').click()
      await voice.click()
      await page.getByLabel('Voice for this summary').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'detail-rating',
    path: '/history-detail/1',
    async prepare(page) {
      const no = page.getByRole('button', { name: 'No', exact: true })
      await no.scrollIntoViewIfNeeded()
      await no.click()
      await page.waitForTimeout(400)
      await page.mouse.wheel(0, 400)
      await page.waitForTimeout(400)
    },
  },
  { name: 'detail-long-title', path: '/history-detail/4' },
  {
    name: 'detail-shorter',
    path: '/history-detail/1',
    async prepare(page) {
      await press('More actions')(page)
      await page.getByText('Shorter summary').click()
      await page.waitForTimeout(900)
    },
  },
  { name: 'detail-playing', path: '/history-detail/1', prepare: seekTo(36_000) },
  {
    name: 'detail-chip',
    path: '/history-detail/1',
    async prepare(page) {
      const sentence = page.locator('.section .sentence__text').nth(1)
      await sentence.scrollIntoViewIfNeeded()
      await sentence.hover()
      await page.waitForTimeout(400)
    },
  },
  {
    name: 'detail-transcript',
    path: '/history-detail/1',
    async prepare(page) {
      await page.getByRole('tab', { name: 'Transcript' }).click()
      await page.getByRole('searchbox', { name: 'Search the transcript' }).fill('bridge')
      await page.waitForTimeout(600)
    },
  },
  {
    name: 'detail-video',
    path: '/history-detail/1',
    prepare: page =>
      page
        .getByRole('button', { name: /^Play video: / })
        .click()
        .then(() => page.waitForTimeout(500)),
  },
  { name: 'detail-audio-pending', path: '/history-detail/51' },
  { name: 'detail-audio-failed', path: '/history-detail/52' },
  { name: 'detail-working', path: '/history-detail/53' },
  { name: 'detail-failed', path: '/history-detail/43' },
  { name: 'detail-upload', path: '/history-detail/54' },
  { name: 'detail-deferred', path: '/history-detail/45' },
  {
    name: 'hard-many',
    path: '/history-detail/1',
    world: hardWorld,
    async prepare(page) {
      const folded = page.locator('.folded-contents__title')
      if (await folded.isVisible()) await folded.click()
    },
  },
  { name: 'hard-little', path: '/history-detail/2', world: hardWorld },
  { name: 'hard-right-to-left', path: '/history-detail/3', world: hardWorld, prepare: startPlayer },
  { name: 'hard-words', path: '/history-detail/4', world: hardWorld, prepare: startPlayer },
  { name: 'hard-words-200', path: '/history-detail/4', world: hardWorld, text: 200 },
  {
    name: 'detail-loading',
    path: '/history-detail/1',
    state: 'loading',
    setUp: api => api.break('summaries.detail', neverRespond),
  },
  { name: 'detail-missing', state: 'empty', path: '/history-detail/999' },
  {
    name: 'detail-broken',
    state: 'error',
    path: '/history-detail/1',
    setUp: api => api.break('summaries.detail', 'internal'),
    prepare: waitForRetries,
  },
  { name: 'detail-200', path: '/history-detail/1', text: 200, prepare: startPlayer },
]
