import { expect, talks, test } from './fixtures.ts'

test('a user generates a short summary and requests a longer one from its page', async ({ demoUser: { page } }) => {
  test.slow()
  await page.goto('/tabs/summarize')
  await page.getByRole('textbox', { name: /^YouTube link/ }).fill(talks.radiators.link)
  await page.getByRole('button', { name: 'Length: Standard' }).click()
  await page.getByRole('menuitem', { name: 'Short' }).click()
  await expect(page.getByRole('button', { name: 'Length: Short' })).toBeVisible()
  const card = page.getByRole('article', { name: talks.radiators.title })
  // On a retry the summary already exists.
  await card
    .getByRole('button', { name: 'Generate Summary' })
    .or(card.getByRole('link', { name: 'Open summary' }))
    .click()
  await page
    .getByRole('link', { name: talks.radiators.title })
    .or(page.getByRole('heading', { name: 'Key points' }))
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Key points' })).toBeVisible()
  const shortSummaryPath = new URL(page.url()).pathname

  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Shorter summary' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Longer summary' }).click()
  const sheet = page.getByRole('dialog', { name: 'Standard-length summary' })
  await sheet
    .getByRole('button', { name: 'Generate Summary' })
    .or(sheet.getByRole('link', { name: 'Open summary' }))
    .click()
  await expect.poll(() => new URL(page.url()).pathname).not.toBe(shortSummaryPath)
  await expect(page.getByRole('heading', { name: 'Key points' })).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Shorter summary' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Longer summary' })).toBeVisible()
})
