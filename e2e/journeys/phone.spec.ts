import { accounts } from '../../scripts/demo-accounts.ts'
import { logInAs } from './fixtures.ts'
import { expect, password, registerUser, storeSessionOnPhone, talks, test } from './phone-fixtures.ts'

for (const platform of ['android', 'ios'] as const)
  test.describe(`on ${platform}`, () => {
    test.use({ platform })

    test('the app stores the session token in secure storage at login and erases it at logout', async ({
      app,
      baseURL,
    }) => {
      const { email } = await registerUser(baseURL!)
      const page = await app.start()
      await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
      await expect.poll(() => app.phone.isSplashShown.is).toBe(false)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Schedule' })).toBeVisible()
      await expect.poll(() => [...app.phone.secure.keys()]).toEqual(['capacitor-storage_authToken'])
      expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('authToken')

      // Still logged in after a restart.
      await app.start()
      await expect(app.page.getByRole('heading', { name: 'Schedule' })).toBeVisible()
      await app.page.getByRole('button', { name: 'Menu' }).click()
      await app.page.getByRole('button', { name: 'Log out' }).click()
      await expect(app.page.getByRole('heading', { name: 'Log in' })).toBeVisible()
      await expect.poll(() => app.phone.secure.size).toBe(0)
    })

    test('a link shared from another app starts the app with the link filled in', async ({ app, baseURL }) => {
      const { token } = await logInAs(baseURL!, accounts.pro)
      storeSessionOnPhone(app, token)
      const page = await app.start({ share: { text: `Look at this: ${talks.radiators.link}` } })
      await expect(page.getByRole('textbox').first()).toHaveValue(talks.radiators.link)
      await expect(page.getByText(talks.radiators.title)).toBeVisible()
    })
  })
