import { accounts } from '../../scripts/demo-accounts.ts'
import { expect, logIn, test } from './visitor.ts'

test('who logs out in one tab has left the other, and whoever logs in then is the one there as well', async ({
  page,
  context,
}) => {
  const tabs = [page, await context.newPage()] as const
  const [here, there] = tabs
  await here.goto('/login')
  await logIn(here, accounts.free)
  await expect(here.getByRole('heading', { level: 1, name: 'Schedule' })).toBeVisible()
  await there.goto('/account')
  await expect(there.getByText(accounts.free.email).first()).toBeVisible()

  await here.getByRole('button', { name: 'Log out' }).click()
  for (const tab of tabs) {
    await expect(tab.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
    await expect(tab.getByText(accounts.free.email)).toHaveCount(0)
    expect(await tab.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
  }

  await logIn(here, accounts.pro)
  // In here too, but not where the other one was.
  await expect(there).toHaveURL(/\/tabs\/dashboard$/)
  await expect(there.getByText('Demo Visitor').first()).toBeVisible()
  await there.getByRole('link', { name: 'Profile' }).click()
  await expect(there.getByText(accounts.pro.email).first()).toBeVisible()
  await expect(there.getByLabel('Email')).toHaveValue(accounts.pro.email)
  await expect(there.getByText(accounts.free.email)).toHaveCount(0)
})
