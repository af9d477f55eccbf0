import { expect, mailedLink, newcomer, password, test } from './visitor.ts'

const newPassword = 'a better one than that'
const newestPassword = 'and one more after it'

test('a forgotten password is replaced by a mailed link; then a name, a picture and a password of choice are set', async ({
  page,
  baseURL,
}) => {
  const { email } = await newcomer(baseURL!)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  // A start that met a busy service is made good half a minute later, and only then the page knows where mails lie.
  await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible({ timeout: 90_000 })
  await expect(page.getByText('Open the outbox link printed where it runs')).toBeVisible()

  const link = await mailedLink(page, email, /\/reset-password/)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  // The secret of the link is not left in the address bar, nor in the history of the browser.
  expect(new URL(page.url()).search + new URL(page.url()).hash).toBe('')
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Set password' }).click()

  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Schedule' })).toBeVisible()

  await page.goto('/account')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('First name').fill('Mary')
  await page.getByLabel('Last name').fill('Somerville')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await page.locator('input[type="file"]').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 300 } }),
  })
  await expect(page.getByText('Profile picture updated successfully')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Mary Somerville').first()).toBeVisible()
  await expect
    .poll(() =>
      page.evaluate(() => [...document.querySelectorAll('img')].filter(({ naturalWidth }) => naturalWidth > 1).length),
    )
    .toBeGreaterThan(0)

  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByLabel('Current password', { exact: true }).fill(newPassword)
  await page.getByLabel('New password', { exact: true }).fill(newestPassword)
  await page.getByLabel('Confirm new password').fill(newestPassword)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Password updated successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(newestPassword)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Account Settings' })).toBeVisible()

  // The link is used up.
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('one more password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

for (const [provider, person, address] of [
  ['Google', 'Ada Verified', 'ada.verified@example.org'],
  ['Apple', 'Ada Verified', 'ada.verified@example.org'],
] as const)
  test(`a visitor comes in by ${provider}, and back to the page that asked [spec 9.24]`, async ({ page }) => {
    await page.goto('/tabs/history')
    await page.getByRole('link', { name: `Continue with ${provider}` }).click()
    await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
    await page.getByRole('button', { name: person }).first().click()
    await expect(page.getByRole('heading', { name: 'My Summaries' })).toBeVisible()
    expect(page.url()).not.toContain('token')
    await page.goto('/account')
    await expect(page.getByText(address).first()).toBeVisible()
  })

test('whoever declines at Google is told that signing in did not work', { tag: '@long' }, async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText(/^Signing in did not work/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
})

test('everything can be taken along, and the account deleted', async ({ visitor: { page, email, client } }) => {
  await client.summaries.request({ body: { urlOrId: 'https://www.youtube.com/watch?v=Sli7FA6EbqI', type: 'youtube' } })
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Export my data' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download/ }).click()
  expect((await download).suggestedFilename()).toMatch(/\.zip$/)

  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
})
