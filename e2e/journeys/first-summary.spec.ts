import { expect, newAddress, password, talks, test } from './fixtures.ts'

test('a new user registers, pastes a link, reads the summary and listens to it', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Get Started' }).click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await page.getByLabel('Email').fill(newAddress())
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Generate Summary' })).toBeVisible()

  await page.getByRole('textbox').first().fill(talks.radiators.link)
  await expect(page.getByText(talks.radiators.title)).toBeVisible()
  await page.getByRole('button', { name: 'Generate Summary' }).click()

  await page.getByRole('link', { name: talks.radiators.title }).first().click()
  await expect(page.getByRole('heading', { name: 'Key points' })).toBeVisible()
  await expect(page.getByText(/quoted from the video/i)).toBeVisible()

  await page.getByRole('button', { name: /^Listen(?! from)/ }).click()
  await expect.poll(() => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0)).toBeGreaterThan(0.5)
  await expect(page.locator('[aria-current="true"], [data-current="true"], mark').first()).toBeVisible()
})

test('Generate explains why a playlist link, a private video or a video without captions does not work', async ({
  newUser: { page },
}) => {
  await page.goto('/tabs/summarize')
  const box = page.getByRole('textbox').first()
  await box.fill('https://www.youtube.com/playlist?list=PL1234567890')
  await expect(page.getByText(/This is a playlist link/).first()).toBeVisible()
  await box.fill('https://www.youtube.com/watch?v=ryPGNFRu8mk')
  await expect(page.getByText('This video is private. Only people its owner invited can watch it.')).toBeVisible()
  await box.fill('https://www.youtube.com/watch?v=SWS_Wd36bSQ')
  await expect(page.getByText('This video has no captions, and speech to text isn’t set up here.')).toBeVisible()
})

test('a summary is completed after the user leaves its page, and is in My Summaries throughout', {
  tag: '@long',
}, async ({ newUser: { page } }) => {
  await page.goto('/tabs/summarize')
  await page.getByRole('textbox').first().fill(talks.glider.link)
  await page.getByRole('button', { name: 'Generate Summary' }).click()
  await page.goto('/tabs/history')
  await expect(page.getByRole('link', { name: talks.glider.title })).toBeVisible()
  await page.reload()
  await page.getByRole('link', { name: talks.glider.title }).click()
  await expect(page.getByRole('heading', { name: 'Key points' })).toBeVisible()
})

test('a user generates a summary with a focus', { tag: '@long' }, async ({ newUser: { page } }) => {
  await page.goto('/tabs/summarize')
  await page.getByRole('textbox').first().fill(talks.radiators.link)
  await expect(page.getByText(talks.radiators.title)).toBeVisible()
  await page.getByRole('button', { name: 'Add a focus' }).click()
  await page.getByLabel('What do you want to know most?').fill('which tools it takes')
  await page.getByRole('button', { name: 'Generate Summary' }).click()
  await page.getByRole('link', { name: talks.radiators.title }).first().click()
  await expect(page.getByText('Focus: which tools it takes')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Key points' })).toBeVisible()
})
