import { accounts } from '../../scripts/demo-accounts.ts'
import { expect, logIn, test } from './fixtures.ts'

test('logging out in one tab logs out the other, and a new login applies to both', async ({ page, context }) => {
  const tabs = [page, await context.newPage()] as const
  const [thisTab, otherTab] = tabs
  await thisTab.goto('/login')
  await logIn(thisTab, accounts.free)
  await expect(thisTab.getByRole('heading', { level: 1, name: 'Schedule' })).toBeVisible()
  await otherTab.goto('/account')
  await expect(otherTab.getByText(accounts.free.email).first()).toBeVisible()

  await thisTab.getByRole('button', { name: 'Log out' }).click()
  for (const tab of tabs) {
    await expect(tab.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
    await expect(tab.getByText(accounts.free.email)).toHaveCount(0)
    expect(await tab.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
  }

  await logIn(thisTab, accounts.pro)
  // The other tab is logged in too, but doesn't reopen the previous user's page.
  await expect(otherTab).toHaveURL(/\/tabs\/dashboard$/)
  await expect(otherTab.getByText('Demo Visitor').first()).toBeVisible()
  await otherTab.getByRole('link', { name: 'Profile' }).click()
  await expect(otherTab.getByText(accounts.pro.email).first()).toBeVisible()
  await expect(otherTab.getByLabel('Email')).toHaveValue(accounts.pro.email)
  await expect(otherTab.getByText(accounts.free.email)).toHaveCount(0)
})
