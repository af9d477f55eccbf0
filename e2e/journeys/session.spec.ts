import type { Page } from '@playwright/test'
import { accounts } from '../../scripts/demo-accounts.ts'
import { createApiClient, expect, logIn, logInAs, test } from './fixtures.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('a session ended on another device logs out at the next request, and login leads back to the page [spec 4.3]', async ({
  page,
  baseURL,
}) => {
  await page.goto('/login')
  await logIn(page, accounts.free)
  await expect(heading(page, 'Schedule')).toBeVisible()

  const token = await page.evaluate(() => localStorage.getItem('authToken') ?? '')
  const { data } = await createApiClient(baseURL!, token).users.sessions()
  const { client } = await logInAs(baseURL!, accounts.free)
  await client.users.endSession({ params: { id: String(data.find(({ isCurrent }) => isCurrent)!.id) } })

  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Settings' }).click()
  await expect(heading(page, 'Log in')).toBeVisible()
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await logIn(page, accounts.free)
  await expect(page).toHaveURL(/\/settings$/)
  await expect(heading(page, 'Settings')).toBeVisible()
})

test('a visitor enters the demo with one button', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Try the demo' }).click()
  await expect(heading(page, 'Log in')).toBeHidden()
  await page.goto('/account')
  await expect(page.getByText(accounts.pro.email).first()).toBeVisible()
})

test('a sign-in with a used code ends at the login page, where a password login still works [spec 2.10]', async ({
  page,
}) => {
  await page.goto('/auth/callback?token=used-already')
  await expect(page).toHaveURL(/\/login\?error=auth_failed$/)
  await expect(page.getByRole('alert')).toContainText('Sign-in failed.')
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
  await logIn(page, accounts.free)
  await expect(heading(page, 'Schedule')).toBeVisible()
})
