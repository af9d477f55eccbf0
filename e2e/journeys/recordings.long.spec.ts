import type { Page } from '@playwright/test'
import { hasRecordings, recordingsPort } from '../demos.ts'
import { expect, test } from './fixtures.ts'

/** Recorded videos: real YouTube answers, but with the real captions of other videos. */
const airway = { link: 'https://youtu.be/rCAS2eD-mcw', title: /^Laryngeal Mask Airway \(LMA\) insertion/ }
const membersOnly = { link: 'https://youtu.be/ayI2iBwGdxw', title: /^Behind the Scenes at EGX 2019/ }
const privateLink = 'https://youtu.be/8VajtrESJzA'

test.use({ baseURL: `http://localhost:${recordingsPort}` })
test.skip(!hasRecordings, 'no recorded YouTube traffic found, see RECORDINGS')

const box = (page: Page) => page.getByRole('textbox', { name: /YouTube link/ })
const generate = (page: Page) => page.getByRole('button', { name: 'Generate Summary' })

test('a search shows the recorded YouTube results page by page', async ({ newUser: { page } }) => {
  await page.goto('/tabs/summarize')
  await box(page).fill('cirque du soleil')
  const results = page.getByRole('region', { name: 'Videos' }).getByRole('listitem')
  await expect(results).toHaveCount(20)
  await expect(results.nth(1)).toContainText('La Roue de la Mort KOOZA | Cirque du Soleil')
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => results.count()).toBeGreaterThan(20)
})

test('a recorded video is summarized, played with highlighted sentences and uses one of three summaries', async ({
  newUser: { page },
}) => {
  await page.goto('/tabs/summarize')
  await expect(page.getByText('3 of 3 summaries left this month')).toBeVisible()
  await box(page).fill(airway.link)
  const card = page.getByRole('article', { name: airway.title })
  await expect(card).toContainText('ABCs of Anaesthesia')
  await expect(card).toContainText('6 min')
  await expect(card).toContainText('Uses 1 of 3 summaries left')
  await generate(page).click()

  await page.getByRole('link', { name: 'Read now' }).click()
  await expect(page.getByRole('heading', { name: airway.title })).toBeVisible()
  await expect(page.getByText(/quoted from the video/i)).toBeVisible()
  await page.getByRole('button', { name: /^Listen(?! from)/ }).click()
  await expect.poll(() => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0)).toBeGreaterThan(0.5)
  await expect(page.locator('[aria-current="true"]').first()).toBeVisible()

  await page.goto('/tabs/summarize')
  await expect(page.getByText('2 of 3 summaries left this month')).toBeVisible()
})

test('a private or members-only video shows the reason and uses no quota', async ({ newUser }) => {
  const { page } = newUser
  await page.goto('/tabs/summarize')
  await box(page).fill(privateLink)
  await expect(page.getByText('This video is private. Only people its owner invited can watch it.')).toBeVisible()
  await expect(generate(page)).toHaveCount(0)
  await box(page).fill(membersOnly.link)
  const card = page.getByRole('article', { name: membersOnly.title })
  await expect(card).toContainText('This video is for channel members only.')
  await expect(card.getByRole('button', { name: 'Upload captions' })).toBeVisible()
  await expect(generate(page)).toHaveCount(0)
  await expect(page.getByText('3 of 3 summaries left this month')).toBeVisible()
})
