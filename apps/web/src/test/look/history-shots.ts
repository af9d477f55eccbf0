import { failures, videoFailureSentence } from '@recaps/contract'
import { failedWith, sampleSummary, unwritten } from '../server/samples.ts'
import { addSummaries, createWorld } from '../server/world.ts'
import { fullWorld } from './screenshot-worlds.ts'
import type { Shot } from './shot.ts'
import { neverRespond, press, waitForRetries } from './steps.ts'

/** My Summaries. */
export const historyShots: Shot[] = [
  { name: 'history-full', state: 'full', path: '/tabs/history' },
  { name: 'history-empty', state: 'empty', path: '/tabs/history', world: createWorld },
  {
    name: 'history-loading',
    state: 'loading',
    path: '/tabs/history',
    setUp: api => api.break('summaries.list', neverRespond),
  },
  {
    name: 'history-broken',
    state: 'error',
    path: '/tabs/history',
    setUp: api => api.break('summaries.list', 'internal'),
    prepare: waitForRetries,
  },
  {
    name: 'history-refused',
    path: '/tabs/history',
    world: () => {
      const world = createWorld()
      const retryAt = new Date(Date.now() + 600_000).toISOString()
      const waiting = {
        state: 'deferred',
        stage: null,
        code: 'bot_check',
        error: failures.bot_check.whileWaiting,
      } as const
      return addSummaries(world, [
        sampleSummary(1, Date.now(), { ...unwritten, ...waiting, retryAt }),
        sampleSummary(2, Date.now(), failedWith('ip_blocked', videoFailureSentence('ip_blocked'))),
      ])
    },
  },
  {
    name: 'history-failed',
    path: '/tabs/history',
    world: () => {
      const codes = ['ip_blocked', 'private', 'no_captions', 'no_speech'] as const
      const failed = codes.map((code, at) =>
        sampleSummary(90 + at, Date.now(), failedWith(code, videoFailureSentence(code))),
      )
      return addSummaries(fullWorld(), failed)
    },
  },
  { name: 'history-nothing', path: '/tabs/history?q=zebra' },
  {
    name: 'history-scrolled',
    path: '/tabs/history',
    async prepare(page) {
      await page.mouse.wheel(0, 1500)
      await page.waitForTimeout(400)
      await page
        .getByRole('button', { name: /^Play / })
        .nth(3)
        .click()
      await page.waitForTimeout(800)
    },
  },
  {
    name: 'history-select',
    path: '/tabs/history?show=with_audio',
    async prepare(page) {
      await page.getByRole('button', { name: 'Select' }).click()
      await page.getByRole('checkbox').nth(1).check({ force: true })
      await page.getByRole('checkbox').nth(2).check({ force: true })
    },
  },
  {
    name: 'history-share-many',
    path: '/tabs/history?show=with_audio',
    async prepare(page) {
      await press('Select')(page)
      await press('Select all')(page)
      await press('Share', { exact: true })(page)
      await press(/^Create \d+ links/)(page)
      await page.getByRole('button', { name: /^Stop sharing/ }).scrollIntoViewIfNeeded()
      await page.waitForTimeout(400)
    },
  },
  {
    name: 'history-download',
    path: '/tabs/history?show=with_audio',
    async prepare(page) {
      const more = page.getByRole('button', { name: /^More actions/ }).first()
      if (!(await more.isVisible())) return
      await more.click()
      await page.getByRole('menuitem', { name: 'Download' }).click()
      await page.waitForTimeout(700)
    },
  },
  {
    name: 'history-menu',
    path: '/tabs/history?show=with_audio',
    async prepare(page) {
      const more = page.getByRole('button', { name: /^More actions/ }).first()
      if (await more.isVisible()) await more.click()
      await page.waitForTimeout(700)
    },
  },
  {
    name: 'history-200',
    path: '/tabs/history',
    text: 200,
    prepare: page => page.mouse.wheel(0, 900).then(() => page.waitForTimeout(300)),
  },
]
