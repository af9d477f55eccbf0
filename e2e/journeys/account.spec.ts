import { expect, findMailedLink, password, registerUser, test } from './fixtures.ts'

const newPassword = 'a better one than that'
const newestPassword = 'and one more after it'

test('a user resets a forgotten password by email, then changes name, picture and password', async ({
  page,
  baseURL,
}) => {
  const { email } = await registerUser(baseURL!)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  // If the service was too busy at start-up, the app retries after 30 s. Only then does it know that mails go to the outbox.
  await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible({ timeout: 90_000 })
  await expect(page.getByText('Open the outbox link printed in its terminal')).toBeVisible()

  const link = await findMailedLink(page, email, /\/reset-password/)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  // The token of the link must not stay in the address bar or the browser history.
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

  // The link works only once.
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('one more password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

for (const [provider, person, address] of [
  ['Google', 'Ada Verified', 'ada.verified@example.org'],
  ['Apple', 'Ada Verified', 'ada.verified@example.org'],
] as const)
  test(`a visitor logs in with ${provider} and returns to the page they opened [spec 9.24]`, async ({ page }) => {
    await page.goto('/tabs/history')
    await page.getByRole('link', { name: `Continue with ${provider}` }).click()
    await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
    await page.getByRole('button', { name: person }).first().click()
    await expect(page.getByRole('heading', { name: 'My Summaries' })).toBeVisible()
    expect(page.url()).not.toContain('token')
    await page.goto('/account')
    await expect(page.getByText(address).first()).toBeVisible()
  })

test('the login page reports a failed sign-in after the user declines at Google', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText(/^Sign-in failed/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
})

test('a user exports their data and deletes the account', async ({ newUser: { page, email, client } }) => {
  await client.summaries.request({ body: { urlOrId: 'https://www.youtube.com/watch?v=Sli7FA6EbqI', type: 'youtube' } })
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Export my data' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download/ }).click()
  expect((await download).suggestedFilename()).toMatch(/\.zip$/)

  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
})
