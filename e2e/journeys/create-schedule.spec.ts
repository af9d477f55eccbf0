import { expect, newAddress, password, test } from './fixtures.ts'

test('a new user registers and creates a schedule with channels, a date and a frequency', async ({ page }) => {
  await page.goto('/registration')
  await page.getByLabel('Email').fill(newAddress())
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Generate Summary' })).toBeVisible()
  await page.getByRole('link', { name: 'Schedule' }).first().click()
  await page.getByRole('link', { name: 'Choose channels' }).click()

  const search = page.getByRole('searchbox', { name: 'Name, @handle or link' })
  await search.fill('@plainbench')
  await page.getByRole('button', { name: 'Add Plain Bench' }).click()
  await search.fill('kitchen')
  await page.getByRole('button', { name: 'Add Salt & Reason' }).click()
  // The chosen channels survive a reload.
  await page.reload()
  await expect(page.getByRole('list', { name: 'Your channels' }).getByText('Salt & Reason')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()

  await page.getByRole('button', { name: 'Monday at 8:00 AM' }).click()
  await expect(page.getByText(/^Monday, \w+ \d+(, \d{4})? at\s8:00\sAM$/)).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()

  await page.getByRole('radio', { name: 'Every week' }).check()
  await expect(page.getByRole('region', { name: 'Review' })).toContainText('Plain Bench, Salt & Reason')
  await expect(page.getByRole('region', { name: 'Review' })).toContainText(/Every Monday at 8:00\sAM/)
  await page.getByRole('button', { name: 'Follow 2 channels' }).click()

  await expect(page.getByRole('heading', { name: /^Every Monday at 8:00\sAM$/ })).toBeVisible()
  const channels = page.getByRole('list', { name: 'Channels' })
  await expect(channels.getByRole('listitem')).toHaveCount(2)

  await page.getByRole('button', { name: 'Unfollow Plain Bench' }).click()
  await expect(channels.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(channels.getByRole('listitem')).toHaveCount(2)
  await page.reload()
  await expect(channels.getByRole('listitem')).toHaveCount(2)

  await page.getByRole('button', { name: 'Delete schedule' }).click()
  await expect(page.getByRole('link', { name: 'Choose channels' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(channels.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Delete schedule' }).click()
  await expect(page.getByRole('link', { name: 'Choose channels' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Choose channels' })).toBeVisible()
})
