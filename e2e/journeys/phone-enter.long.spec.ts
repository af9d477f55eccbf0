import type { Browser, Page } from '@playwright/test'
import { type Person, people } from '@recaps/fake-openid/people'
import type { SignedIn, SignInWish } from '@recaps/fake-phone'
import { accounts } from '../../scripts/demo-accounts.ts'
import { enterPhone, expect, type HeldPhone, inSystemBrowser, platformsInTurn, test } from './phone.ts'
import { caller, known, mailedLink, newcomer, password, readySummary, talks } from './visitor.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const withGoogle = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })
const withApple = (page: Page) => page.getByRole('button', { name: 'Continue with Apple' })
const secrets = ({ phone }: HeldPhone) => [...phone.secure.keys()].map(key => key.replace('capacitor-storage_', ''))

async function logIn(
  page: Page,
  { email, password }: { email: string; password: string } = accounts.free,
): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

type Session = Awaited<ReturnType<typeof known>>
let lasting: Promise<Session> | undefined

/** One session for all journeys that do not end it. */
const lastingSession = (baseURL: string): Promise<Session> => {
  lasting ??= known(baseURL, accounts.pro)
  return lasting
}

async function chooseDark({ page, phone }: HeldPhone): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click()
  await expect.poll(() => phone.preferences.has('theme')).toBe(true)
}

/** Somebody who is in already, and whose log-in is not what the journey is about. */
async function startAs(
  held: HeldPhone,
  session: Promise<Session>,
  how: Parameters<HeldPhone['start']>[0] = {},
): Promise<Session['client']> {
  const { client, token } = await session
  enterPhone(held, token)
  await held.start(how)
  return client
}

/** The token that the provider's stand-in gives out for somebody, as the phone's own system gets it. */
async function tokenOf(baseURL: string, { provider, audience, nonce }: SignInWish, who: Person): Promise<SignedIn> {
  const asked = await fetch(`${baseURL}/api/auth/${provider}`, { redirect: 'manual' })
  const issuer = new URL(asked.headers.get('location')!).origin
  const body = JSON.stringify({ person: who.id, audience, nonce })
  const answer = await fetch(`${issuer}/fake/identity-token`, { method: 'POST', body })
  const { id, givenName, familyName } = who
  const authorizationCode = answer.headers.get('x-authorization-code')!
  return { id, givenName, familyName, idToken: await answer.text(), authorizationCode }
}

/** What a tap has opened in the system's browser. */
async function opened({ phone }: HeldPhone): Promise<URL> {
  await expect.poll(() => phone.browser.url).not.toBeNull()
  return new URL(phone.browser.url!)
}

const choose = (name: string) => (page: Page) => page.getByRole('button', { name }).click()

/** Taps on Google and signs in there; gives the link that leads back, which the phone has not followed yet. */
async function signInAtGoogle(held: HeldPhone, browser: Browser, who = 'Ada Verified'): Promise<string> {
  await withGoogle(held.page).click()
  const { href } = await opened(held)
  return await inSystemBrowser(browser, href, choose(who))
}

const failed = (page: Page) => page.getByRole('alert').filter({ hasText: 'Signing in did not work.' })

/** What stands where others could read it: the address, and what a page of the app keeps by itself. */
const traces = (page: Page) =>
  page.evaluate(() => JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }]))

for (const platform of platformsInTurn('android'))
  test.describe(`on ${platform}`, () => {
    test.use({ platform })

    test('the first start offers what the service has, and so does a start without a network', async ({
      held,
      baseURL,
    }) => {
      await held.start()
      await expect(withGoogle(held.page)).toBeVisible()
      await expect(withApple(held.page)).toBeVisible()
      await logIn(held.page)
      await expect(heading(held.page, 'Schedule')).toBeVisible()
      await held.page.getByRole('button', { name: 'Menu' }).click()
      await held.page.getByRole('button', { name: 'Log out' }).click()
      await expect(heading(held.page, 'Log in')).toBeVisible()
      // Of the account nothing stays, of the service what it says of itself.
      await expect.poll(() => [...held.phone.preferences.keys()]).toEqual(['installed', 'installation'])

      await held.context.route(`${baseURL}/**`, route => route.abort())
      await held.start()
      await expect(withGoogle(held.page)).toBeVisible()
    })

    test('somebody signs in with Google, and nothing of it stays behind', async ({ held, browser }) => {
      await held.start()
      await withGoogle(held.page).click()
      const url = await opened(held)
      expect(url.pathname).toBe('/api/auth/google')
      expect(url.searchParams.get('challenge')).toMatch(/^[\w-]{43}$/)
      expect(url.searchParams.get('timezone')).toBe(
        await held.page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
      )
      expect(secrets(held)).toEqual(['signIn'])

      const link = await inSystemBrowser(browser, url.href, choose('Ada Verified'))
      expect(link).toMatch(/^app\.recaps:\/\/auth\/callback\?token=/)
      held.phone.openLink(link)
      await expect(heading(held.page, 'Schedule')).toBeVisible()
      await expect.poll(() => secrets(held)).toEqual(['authToken'])
      expect(held.phone.browser.url).toBeNull()
      expect(await traces(held.page)).not.toContain(new URLSearchParams(link.split('?')[1]).get('token'))

      // The same link once more, as from a page that was left open: nobody waits for it.
      held.phone.openLink(link)
      await held.page.getByRole('link', { name: 'Popular' }).click()
      await expect(heading(held.page, 'Popular')).toBeVisible()
      await held.start()
      await expect(held.page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
    })

    test('an app that the system has ended meanwhile is signed in by the link, and shows what was asked for', async ({
      held,
      browser,
    }) => {
      await held.start({ share: { text: talks.bread.link } })
      await expect(heading(held.page, 'Log in')).toBeVisible()
      const link = await signInAtGoogle(held, browser)
      expect(held.phone.browser.url).not.toContain('redirect')
      await held.start({ link })
      await expect(heading(held.page, 'Generate Summary')).toBeVisible()
      await expect(held.page.getByRole('main').getByRole('textbox').first()).toHaveValue(talks.bread.link)
      await expect.poll(() => secrets(held)).toEqual(['authToken'])
      // Loaded anew, the page follows the link no second time.
      await held.page.reload()
      await expect(heading(held.page, 'Generate Summary')).toBeVisible()
      expect(secrets(held)).toEqual(['authToken'])
    })

    test('who declines is told so, and can log in in another way', async ({ held, browser }) => {
      await held.start()
      const link = await signInAtGoogle(held, browser, 'Decline')
      held.phone.openLink(link)
      await expect(failed(held.page)).toBeVisible()
      await expect.poll(() => secrets(held)).toEqual([])
      // Nobody waits any more: the same link leads nowhere.
      held.phone.openLink(link)
      // Who begins again is not told of the last time.
      await withGoogle(held.page).click()
      await expect(held.page.getByRole('alert')).toHaveCount(0)
      held.phone.closeBrowser()
      await logIn(held.page)
      await expect(heading(held.page, 'Schedule')).toBeVisible()
    })

    test('a sign-in whose account cannot be made says why', async ({ held, browser }) => {
      await held.start()
      held.phone.openLink(await signInAtGoogle(held, browser, 'Alan Nomail'))
      await expect(held.page.getByRole('alert')).toContainText('This sign-in has no confirmed email address')
      await expect.poll(() => secrets(held)).toEqual([])
    })

    test('a code that another app has caught and tried lets nobody in', async ({ held, browser, baseURL }) => {
      await held.start()
      const link = await signInAtGoogle(held, browser)
      const token = new URLSearchParams(link.split('?')[1]).get('token')!
      const thief = caller(baseURL!).auth
      await expect(thief.exchange({ body: { token, verifier: 'x'.repeat(43) } })).rejects.toThrow()
      held.phone.openLink(link)
      await expect(failed(held.page)).toBeVisible()
      await expect(held.page).toHaveURL(/\/login\?error=auth_failed$/)
      await expect.poll(() => secrets(held)).toEqual([])
      await expect(withGoogle(held.page)).toBeEnabled()
    })

    test('a link that nobody waits for logs nobody in or out', async ({ held, baseURL }) => {
      const stranger = 'app.recaps://auth/callback?token=of-somebody-else'
      await held.start()
      await expect(heading(held.page, 'Log in')).toBeVisible()
      held.phone.openLink(stranger)
      held.phone.openLink('app.recaps://auth/callback?error=auth_failed')
      await held.start({ link: stranger })
      await expect(heading(held.page, 'Log in')).toBeVisible()
      await expect(held.page.getByRole('alert')).toHaveCount(0)
      await startAs(held, lastingSession(baseURL!), { link: stranger })
      await expect(held.page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
      held.phone.openLink(stranger)
      await held.page.getByRole('link', { name: 'Popular' }).click()
      await expect(heading(held.page, 'Popular')).toBeVisible()
    })

    test('whoever closes the page of the provider is where they were, and can begin again', async ({
      held,
      browser,
    }) => {
      await held.start()
      await withGoogle(held.page).click()
      await opened(held)
      // A look at the mail for the code that Google wants is no end.
      held.phone.leaveBrowserForAWhile()
      expect(secrets(held)).toEqual(['signIn'])
      held.phone.closeBrowser()
      if (platform === 'ios') await expect.poll(() => secrets(held)).toEqual([])
      else {
        // It grows old.
        const [[key, text]] = [...held.phone.secure] as [[string, string]]
        held.phone.secure.set(
          key,
          text.replace(/"at":(\d+)/, (_, at) => `"at":${Number(at) - 21 * 60_000}`),
        )
        await held.start()
        await expect.poll(() => secrets(held)).toEqual([])
      }
      await expect(held.page.getByRole('alert')).toHaveCount(0)
      held.phone.openLink(await signInAtGoogle(held, browser))
      await expect(heading(held.page, 'Schedule')).toBeVisible()
    })

    test('who comes back too late is told so', async ({ held, browser }) => {
      await held.start()
      const link = await signInAtGoogle(held, browser)
      const [[key, text]] = [...held.phone.secure] as [[string, string]]
      held.phone.secure.set(
        key,
        text.replace(/"at":(\d+)/, (_, at) => `"at":${Number(at) - 21 * 60_000}`),
      )
      await held.start({ link })
      await expect(failed(held.page)).toBeVisible()
      await expect.poll(() => secrets(held)).toEqual([])
    })

    test.describe('by the phone itself', () => {
      test.use({
        facts: { 'google-web-client': 'recaps-demo', 'google-ios-client': '1234-demo.apps.googleusercontent.com' },
      })
      const [ada] = people

      for (const provider of platform === 'ios' ? (['google', 'apple'] as const) : (['google'] as const))
        test(`${provider} lets somebody in by the phone’s own window, with a token that is kept nowhere`, async ({
          held,
          person,
          baseURL,
        }) => {
          person.signs = wish => tokenOf(baseURL!, wish, ada!)
          await held.start()
          await held.page.getByRole('link', { name: 'Create an account' }).click()
          await (provider === 'google' ? withGoogle(held.page) : withApple(held.page)).click()
          await expect(heading(held.page, 'Generate Summary')).toBeVisible()
          expect(secrets(held)).toEqual(['authToken'])
          await expect.poll(() => held.phone.signedIn.size).toBe(0)
          expect(held.phone.browser.url).toBeNull()
          expect(held.page.url()).not.toContain('auth')
          expect(person.wishes).toEqual([
            {
              provider,
              audience: provider === 'apple' ? 'app.recaps.demo.ios' : 'recaps-demo',
              nonce: expect.stringMatching(/^[\da-f]{64}$/),
            },
          ])
          // By what the server holds of Apple it can end the sign-in there when the account is deleted.
          const asked = await fetch(`${baseURL}/api/auth/apple`, { redirect: 'manual' })
          const grants = await fetch(new URL('/fake/grants', asked.headers.get('location')!))
          const given = { person: ada!.id, clientId: 'app.recaps.demo.ios' }
          if (provider === 'apple') expect(await grants.json()).toContainEqual(expect.objectContaining(given))
        })

      test('who closes the window is told nothing; what fails is told, and can be tried again', async ({
        held,
        person,
        baseURL,
      }) => {
        await held.start()
        person.signs = async () => null
        await withGoogle(held.page).click()
        await expect.poll(() => person.wishes.length).toBe(1)
        await expect(withGoogle(held.page)).toBeEnabled()
        await expect(held.page.getByRole('alert')).toHaveCount(0)
        person.signs = async () => {
          throw new Error('Google Sign-In failed: [28444] Developer console is not set up correctly.')
        }
        await withGoogle(held.page).click()
        await expect(failed(held.page)).toBeVisible()
        // The token of another sign-in, whose nonce this one is not.
        person.signs = wish => tokenOf(baseURL!, { ...wish, nonce: 'a'.repeat(64) }, ada!)
        await withGoogle(held.page).click()
        await expect.poll(() => person.wishes.length).toBe(3)
        await expect(withGoogle(held.page)).toBeEnabled()
        await expect(failed(held.page)).toBeVisible()
        person.signs = wish => tokenOf(baseURL!, wish, people[2]!)
        await withGoogle(held.page).click()
        await expect(held.page.getByRole('alert')).toContainText('This sign-in has no confirmed email address')
        person.signs = wish => tokenOf(baseURL!, wish, ada!)
        await withGoogle(held.page).click()
        await expect(heading(held.page, 'Schedule')).toBeVisible()
        expect(new Set(person.wishes.map(({ nonce }) => nonce)).size).toBe(person.wishes.length)
      })

      if (platform === 'android')
        test('Apple, which an Android phone cannot ask, is asked by its page', async ({ held, browser }) => {
          await held.start()
          await withApple(held.page).click()
          const url = await opened(held)
          expect(url.pathname).toBe('/api/auth/apple')
          held.phone.openLink(await inSystemBrowser(browser, url.href, choose('Ada Verified')))
          await expect(heading(held.page, 'Schedule')).toBeVisible()
        })
    })

    test('links of ours open their page, whether the app runs or not; no other link opens any', async ({
      held,
      baseURL,
    }) => {
      const service = baseURL!
      const client = await startAs(held, lastingSession(service))
      const id = await readySummary(client, talks.bread.link)
      const { shareToken } = await client.summaries.change({ params: { id }, body: { shared: true } })
      await expect(held.page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
      const pages = [
        [`/history-detail/${id}`, /Why bread goes stale/],
        ['/tabs/dashboard', 'Schedule'],
        ['/tabs/history?run=1', 'My Summaries'],
        // Their own, which leads on to it.
        [`/history-detail/${shareToken}`, /Why bread goes stale/, `/history-detail/${id}`],
        ['/settings?from=mail', 'Settings'],
        ['/subscriptions', 'Subscriptions'],
      ] as const
      for (const [path, name, leadsTo = path] of pages) {
        held.phone.openLink(service + path)
        await expect(held.page.getByRole('heading', { name }).first()).toBeVisible()
        await expect(held.page).toHaveURL(new URL(leadsTo, held.page.url()).href)
      }
      for (const link of [
        'https://evil.example/tabs/history',
        `${service}.evil.example/tabs/history`,
        `${service}//evil.example/tabs/history`,
        'javascript:location="/tabs/history"',
        'app.recaps://evil.example/',
        'app.recaps://tabs/history',
        'app.recaps:///tabs/history',
        'app.recaps://auth/callback.evil.example/?token=x',
        `${service}/auth/callback?token=x`,
        `${service}/api/users/export`,
        'nothing like a link',
      ])
        held.phone.openLink(link)
      for (const path of ['//evil.example/', '/.//evil.example/', '/\\evil.example/', 'https://evil.example/'])
        held.phone.tapPush({ path })
      // Links are followed one after the other: the last comes after all of these.
      held.phone.openLink(`${service}/account`)
      await expect(heading(held.page, 'Account Settings')).toBeVisible()
      await held.page.goBack()
      await expect(heading(held.page, 'Subscriptions')).toBeVisible()

      await held.start({ link: `${service}/settings` })
      await expect(heading(held.page, 'Settings')).toBeVisible()
      // It is the first page, and was opened once.
      expect(await held.page.evaluate(() => navigation.canGoBack)).toBe(false)
      await held.page.getByRole('link', { name: 'Popular' }).click()
      await held.page.reload()
      await expect(heading(held.page, 'Popular')).toBeVisible()
      await held.start({ link: 'https://evil.example/settings' })
      await expect(held.page.getByRole('navigation', { name: 'Sections' })).toBeVisible()

      // Visitors read what was shared with them, and log in for the rest.
      held.phone.secure.clear()
      await held.start({ link: `${service}/history-detail/${shareToken}` })
      await expect(held.page.getByRole('heading', { name: /Why bread goes stale/ })).toBeVisible()
      held.phone.openLink(`${service}/subscriptions`)
      await logIn(held.page)
      await expect(heading(held.page, 'Subscriptions')).toBeVisible()
    })

    test('the links of mails open in the app, and their tokens stand nowhere', async ({ held, page, baseURL }) => {
      const { client, email } = await newcomer(baseURL!)
      const confirming = await mailedLink(page, email, /\/verify-email/, /confirm/i)
      await client.auth.requestPasswordReset({ body: { email } })
      const resetting = await mailedLink(page, email, /\/reset-password/)
      const tokenIn = (link: string) => new URL(link).searchParams.get('token')!

      await held.start({ link: confirming })
      await held.page.getByRole('link', { name: 'Log in' }).click()
      await expect(heading(held.page, 'Log in')).toBeVisible()
      await logIn(held.page, { email, password })
      await held.page.getByRole('button', { name: 'Confirm address' }).click()
      await expect(held.page.getByText('Your email address is confirmed.')).toBeVisible()
      await expect(heading(held.page, 'Schedule')).toBeVisible()
      expect(await traces(held.page)).not.toContain(tokenIn(confirming))
      held.phone.openLink(resetting)
      await held.page.getByLabel('New password', { exact: true }).fill('a summary a night')
      expect(await traces(held.page)).not.toContain(tokenIn(resetting))
      await held.page.getByRole('button', { name: 'Set password' }).click()
      await expect(heading(held.page, 'Log in')).toBeVisible()
      // Tapped once more in the mail, it says what it is.
      await held.start({ link: resetting })
      await held.page.getByLabel('New password', { exact: true }).fill('a summary a dawn')
      await held.page.getByRole('button', { name: 'Set password' }).click()
      await expect(heading(held.page, 'This link no longer works')).toBeVisible()
    })

    test('what another app shares stands in the box, whatever was there before', async ({ held, baseURL }) => {
      await startAs(held, lastingSession(baseURL!), {
        share: { title: 'Why bread goes stale', text: talks.bread.link },
      })
      const box = held.page.getByRole('main').getByRole('textbox').first()
      await expect(heading(held.page, 'Generate Summary')).toBeVisible()
      await expect(box).toHaveValue(talks.bread.link)
      // Opened once, though Android tells of it twice.
      expect(await held.page.evaluate(() => (history.state as { idx: number }).idx)).toBe(1)
      await box.fill('something else')
      held.phone.share({ text: `Watch this: "Balance your radiators" ${talks.radiators.link}` })
      await expect(box).toHaveValue(talks.radiators.link)
      held.phone.share({ text: `${talks.glider.link}\n${talks.bread.link}` })
      await expect(box).toHaveValue(`${talks.glider.link}\n${talks.bread.link}`)
      held.phone.share({ text: 'how bridges hum' })
      await expect(box).toHaveValue('how bridges hum')
      held.phone.share({ text: `${'word '.repeat(20_000)}${talks.bread.link}${' word'.repeat(20_000)}` })
      await expect(box).toHaveValue(/watch\?v=Sli7FA6EbqI/)
      held.phone.share({ text: '🥖'.repeat(50_000) })
      await expect(box).toHaveValue(/^(🥖){1000}$/u)

      // What lies over the page does not hide it.
      await held.page.getByRole('button', { name: 'Menu' }).click()
      held.phone.share({ title: 'A talk', text: talks.radiators.link })
      await expect(held.page.getByRole('button', { name: 'Log out' })).toBeHidden()
      await expect(box).toHaveValue(talks.radiators.link)
    })

    test('what was shared waits for the log-in', async ({ held }) => {
      await held.start()
      await expect(heading(held.page, 'Log in')).toBeVisible()
      held.phone.share({ text: talks.radiators.link })
      // The form is there anew once the app has taken it.
      await expect.poll(() => held.page.evaluate(() => JSON.stringify(history.state))).toContain('WL5NPuWAKJo')
      await logIn(held.page, accounts.pro)
      await expect(heading(held.page, 'Generate Summary')).toBeVisible()
      await expect(held.page.getByRole('main').getByRole('textbox').first()).toHaveValue(talks.radiators.link)
    })

    test('a log-out erases all of the account, also with no network, and a restart finds nobody', async ({
      held,
      baseURL,
    }) => {
      await startAs(held, lastingSession(baseURL!))
      await chooseDark(held)
      await held.context.route(`${baseURL}/**`, route => route.abort())
      held.phone.setNetwork(false)
      await held.page.getByRole('button', { name: 'Log out' }).click()
      await expect(heading(held.page, 'Log in')).toBeVisible()
      await expect.poll(() => [...held.phone.preferences.keys()]).toEqual(['installed', 'installation'])
      expect(secrets(held)).toEqual([])
      await held.start()
      await held.start()
      await expect(heading(held.page, 'Log in')).toBeVisible()
    })

    test('an app that was taken off the phone and put on it again finds nobody, whatever the keychain still holds', async ({
      held,
      baseURL,
    }) => {
      await startAs(held, lastingSession(baseURL!))
      await expect(held.page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
      expect(secrets(held)).toEqual(['authToken'])
      // All goes with the app but the keychain of an iPhone.
      held.phone.preferences.clear()
      await held.start()
      await expect(heading(held.page, 'Log in')).toBeVisible()
      expect(secrets(held)).toEqual([])
      await logIn(held.page)
      await expect.poll(() => secrets(held)).toEqual(['authToken'])
      await held.start()
      await expect(held.page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
    })

    test('a phone that wakes the app before it is unlocked logs nobody out', async ({ held, baseURL }) => {
      const { token } = await lastingSession(baseURL!)
      enterPhone(held, token)
      await held.start()
      await expect(held.page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
      await held.page.evaluate(() => localStorage.setItem('push token', 'out'))
      held.phone.preferences.set('push', 'on')
      held.phone.leave()
      held.phone.isLocked.is = true
      await held.start()
      await expect.poll(() => held.offences.splice(0)).toEqual([expect.stringContaining('The phone refused')])
      // What the system shows at a start stays; nothing of theirs is erased, and they are told of what comes.
      expect(held.phone.isSplashShown.is).toBe(true)
      held.phone.isLocked.is = false
      held.phone.comeBack()
      await expect(held.page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
      await expect.poll(() => held.phone.isSplashShown.is).toBe(false)
      expect(secrets(held)).toContain('authToken')
      expect(held.phone.calls.filter(({ method }) => method === 'deleteToken')).toEqual([])
    })

    test('a vault that cannot be read any more takes nothing else along, and whoever logs in anew stays', async ({
      held,
      baseURL,
    }) => {
      await startAs(held, lastingSession(baseURL!))
      await chooseDark(held)
      held.phone.isVaultBroken.is = true
      await held.start()
      await expect(heading(held.page, 'Log in')).toBeVisible()
      await expect(held.page.locator('html')).toHaveAttribute('data-theme', 'dark')
      expect(held.offences.splice(0).length).toBeGreaterThan(0)
      await logIn(held.page)
      await expect(held.page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
      await held.start()
      await expect(held.page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
    })

    test('a session that was ended elsewhere is over here at the next step, and two quick restarts are not', async ({
      held,
      baseURL,
    }) => {
      const client = await startAs(held, known(baseURL!, accounts.pro))
      await held.start()
      await held.start()
      await expect(held.page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
      expect(secrets(held)).toEqual(['authToken'])
      const { data } = await client.users.sessions()
      await client.users.endSession({ params: { id: String(data.find(({ isCurrent }) => isCurrent)!.id) } })
      held.phone.openLink(`${baseURL}/settings`)
      await expect(heading(held.page, 'Log in')).toBeVisible()
      await expect.poll(() => secrets(held)).toEqual([])
      await expect.poll(() => [...held.phone.preferences.keys()]).toEqual(['installed', 'installation'])
      await logIn(held.page)
      await expect(heading(held.page, 'Settings')).toBeVisible()
    })

    test('what is typed into stays above the keyboard', async ({ held }) => {
      await held.start()
      await expect(withGoogle(held.page)).toBeVisible()
      await held.page.getByRole('link', { name: 'Create an account' }).click()
      await expect(heading(held.page, 'Create an account')).toBeVisible()
      const field = held.page.getByLabel('Password', { exact: true })
      await field.focus()
      await held.page.setViewportSize({ width: 390, height: 380 })
      await expect(field).toBeInViewport({ ratio: 1 })
    })
  })

test.describe("Android's back key", () => {
  test.use({ platform: 'android' })
  const leavings = ({ phone }: HeldPhone) => phone.calls.filter(({ method }) => method === 'minimizeApp').length

  test('closes what is open, then goes back, and leaves the app at the first pages', async ({ held, baseURL }) => {
    const client = await startAs(held, lastingSession(baseURL!), { link: `${baseURL}/tabs/history` })
    const id = await readySummary(client, talks.bread.link)
    await expect(heading(held.page, 'My Summaries')).toBeVisible()
    held.phone.openLink(`${baseURL}/history-detail/${id}`)
    const title = held.page.getByRole('heading', { name: /Why bread goes stale/ })
    await expect(title).toBeVisible()

    const dialog = held.page.getByRole('dialog')
    const closes = async () => {
      await expect(dialog).toBeVisible()
      await held.pressBack()
      await expect(dialog).toHaveCount(0)
      await expect(title).toBeVisible()
    }
    // A sheet of actions, a dialog of the browser's own, and the player at its full size.
    await held.page.getByRole('button', { name: 'More actions' }).click()
    await closes()
    await held.page.getByRole('button', { name: /^Shared?$/ }).click()
    await closes()
    await held.page.getByRole('button', { name: /^Listen(?! from)/ }).click()
    await held.page.getByRole('button', { name: 'Show player' }).click()
    await closes()

    await held.pressBack()
    await expect(heading(held.page, 'My Summaries')).toBeVisible()
    expect(leavings(held)).toBe(0)
    await held.pressBack()
    await expect.poll(() => leavings(held)).toBe(1)
    await expect(heading(held.page, 'My Summaries')).toBeVisible()
  })

  test('leaves the app after a log-out, in place of pages that are nobody’s', async ({ held, baseURL }) => {
    await startAs(held, known(baseURL!, accounts.pro), { link: `${baseURL}/tabs/history` })
    await expect(heading(held.page, 'My Summaries')).toBeVisible()
    held.phone.openLink(`${baseURL}/settings`)
    await expect(heading(held.page, 'Settings')).toBeVisible()
    await held.page.getByRole('button', { name: 'Menu' }).click()
    await held.page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
    await expect(heading(held.page, 'Log in')).toBeVisible()
    await held.pressBack()
    await expect.poll(() => leavings(held)).toBe(1)
  })
})
