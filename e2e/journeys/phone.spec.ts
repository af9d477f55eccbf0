import { accounts } from '../../scripts/demo-accounts.ts'
import { enterPhone, expect, newcomer, password, talks, test } from './phone.ts'
import { known } from './visitor.ts'

for (const platform of ['android', 'ios'] as const)
  test.describe(`on ${platform}`, () => {
    test.use({ platform })

    test('somebody logs in, their token lies where only the app may read it, and a log-out erases it', async ({
      held,
      baseURL,
    }) => {
      const { email } = await newcomer(baseURL!)
      const page = await held.start()
      await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
      await expect.poll(() => held.phone.isSplashShown.is).toBe(false)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Schedule' })).toBeVisible()
      await expect.poll(() => [...held.phone.secure.keys()]).toEqual(['capacitor-storage_authToken'])
      expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('authToken')

      // Started anew, they are still logged in.
      await held.start()
      await expect(held.page.getByRole('heading', { name: 'Schedule' })).toBeVisible()
      await held.page.getByRole('button', { name: 'Menu' }).click()
      await held.page.getByRole('button', { name: 'Log out' }).click()
      await expect(held.page.getByRole('heading', { name: 'Log in' })).toBeVisible()
      await expect.poll(() => held.phone.secure.size).toBe(0)
    })

    test('a text that another app shares waits in the box, also when it started the app', async ({ held, baseURL }) => {
      const { token } = await known(baseURL!, accounts.pro)
      enterPhone(held, token)
      const page = await held.start({ share: { text: `Look at this: ${talks.radiators.link}` } })
      await expect(page.getByRole('textbox').first()).toHaveValue(talks.radiators.link)
      await expect(page.getByText(talks.radiators.title)).toBeVisible()
    })
  })
