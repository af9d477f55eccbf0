import { hardWorld } from './screenshot-worlds.ts'
import type { Shot } from './shot.ts'
import { press, startPlayer } from './steps.ts'

/** The audio player. */
export const playerShots: Shot[] = [
  {
    name: 'player-sheet',
    path: '/tabs/history?show=with_audio',
    async prepare(page) {
      await page.getByRole('button', { name: 'Select' }).click()
      await page.getByRole('button', { name: 'Select all' }).click()
      await page.getByRole('button', { name: 'Add to queue' }).click()
      await page.waitForTimeout(500)
      await page.getByRole('button', { name: /^Show player/ }).click()
      await page.getByRole('dialog').locator('.thumbnail[data-phase="shown"]').first().waitFor()
      await page.waitForTimeout(600)
    },
  },
  {
    name: 'player-queue',
    path: '/tabs/history?show=with_audio',
    async prepare(page) {
      await page.getByRole('button', { name: 'Select' }).click()
      await page.getByRole('button', { name: 'Select all' }).click()
      await page.getByRole('button', { name: 'Add to queue' }).click()
      await page.waitForTimeout(500)
    },
  },
  {
    name: 'player-speed',
    path: '/history-detail/1',
    async prepare(page) {
      await startPlayer(page)
      await page.getByRole('button', { name: /^Playback speed/ }).click()
      await page.waitForTimeout(800)
    },
  },
  {
    name: 'player-sleep',
    path: '/history-detail/1',
    async prepare(page) {
      await startPlayer(page)
      await press(/^Show player/)(page)
      await press(/^Sleep timer/)(page)
    },
  },
  {
    name: 'player-failed',
    path: '/history-detail/1',
    async prepare(page) {
      await page.route('**/audio/**', route => route.abort())
      await startPlayer(page)
    },
  },
  {
    name: 'player-sheet-hard',
    path: '/history-detail/3',
    world: hardWorld,
    async prepare(page) {
      await startPlayer(page)
      await press(/^Show player/)(page)
    },
  },
  {
    name: 'player-sheet-200',
    path: '/history-detail/1',
    text: 200,
    async prepare(page) {
      await startPlayer(page)
      await press(/^Show player/)(page)
    },
  },
]
