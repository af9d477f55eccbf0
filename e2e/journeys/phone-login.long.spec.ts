import type { Browser, Page } from '@playwright/test'
import { type Person, people } from '@recaps/fake-openid/people'
import type { SignedIn, SignInRequest } from '@recaps/fake-phone'
import { accounts } from '../../scripts/demo-accounts.ts'
import {
  createApiClient,
  createReadySummary,
  findMailedLink,
  logInAs,
  password,
  registerUser,
  talks,
} from './fixtures.ts'
import {
  expect,
  openInSystemBrowser,
  type PhoneApp,
  platformsFor,
  storeSessionOnPhone,
  test,
} from './phone-fixtures.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const googleButton = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })
const appleButton = (page: Page) => page.getByRole('button', { name: 'Continue with Apple' })
const secrets = ({ phone }: PhoneApp) => [...phone.secure.keys()].map(key => key.replace('capacitor-storage_', ''))

async function logIn(
  page: Page,
  { email, password }: { email: string; password: string } = accounts.free,
): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

type Session = Awaited<ReturnType<typeof logInAs>>
let sharedSession: Promise<Session> | undefined

/** One session, shared by the tests that don't end it. */
const getSharedSession = (baseURL: string): Promise<Session> => {
  sharedSession ??= logInAs(baseURL, accounts.pro)
  return sharedSession
}

async function chooseDark({ page, phone }: PhoneApp): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await expect.poll(() => phone.preferences.has('theme')).toBe(true)
}

/** Starts the app with a session already stored, for tests that are not about logging in. */
async function startAs(
  app: PhoneApp,
  session: Promise<Session>,
  options: Parameters<PhoneApp['start']>[0] = {},
): Promise<Session['client']> {
  const { client, token } = await session
  storeSessionOnPhone(app, token)
  await app.start(options)
  return client
}

/** The identity token that the fake provider issues for a person, as the phone's native sign-in receives it. */
async function createIdentityToken(
  baseURL: string,
  { provider, audience, nonce }: SignInRequest,
  person: Person,
): Promise<SignedIn> {
  const redirect = await fetch(`${baseURL}/api/auth/${provider}`, { redirect: 'manual' })
  const issuer = new URL(redirect.headers.get('location')!).origin
  const body = JSON.stringify({ person: person.id, audience, nonce })
  const answer = await fetch(`${issuer}/fake/identity-token`, { method: 'POST', body })
  const { id, givenName, familyName } = person
  const authorizationCode = answer.headers.get('x-authorization-code')!
  return { id, givenName, familyName, idToken: await answer.text(), authorizationCode }
}

/** The URL that the app opened in the system browser. */
async function systemBrowserUrl({ phone }: PhoneApp): Promise<URL> {
  await expect.poll(() => phone.browser.url).not.toBeNull()
  return new URL(phone.browser.url!)
}

const choose = (name: string) => (page: Page) => page.getByRole('button', { name }).click()

/** Taps the Google button and signs in there. Returns the link back to the app, which the phone has not opened yet. */
async function signInAtGoogle(app: PhoneApp, browser: Browser, person = 'Ada Verified'): Promise<string> {
  await googleButton(app.page).click()
  const { href } = await systemBrowserUrl(app)
  return await openInSystemBrowser(browser, href, choose(person))
}

const signInError = (page: Page) => page.getByRole('alert').filter({ hasText: 'Sign-in failed.' })

/** Everything the page exposes: its URL and web storage. */
const exposedState = (page: Page) =>
  page.evaluate(() => JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }]))

for (const platform of platformsFor('android'))
  test.describe(`on ${platform}`, () => {
    test.use({ platform })

    test('the login page offers the sign-ins of the service, also on a later start without a network', async ({
      app,
      baseURL,
    }) => {
      await app.start()
      await expect(googleButton(app.page)).toBeVisible()
      await expect(appleButton(app.page)).toBeVisible()
      await logIn(app.page)
      await expect(heading(app.page, 'Schedule')).toBeVisible()
      await app.page.getByRole('button', { name: 'Menu' }).click()
      await app.page.getByRole('button', { name: 'Log out' }).click()
      await expect(heading(app.page, 'Log in')).toBeVisible()
      // Only data about the service remains, nothing about the account.
      await expect.poll(() => [...app.phone.preferences.keys()]).toEqual(['installed', 'installation'])

      await app.context.route(`${baseURL}/**`, route => route.abort())
      await app.start()
      await expect(googleButton(app.page)).toBeVisible()
    })

    test('a user signs in with Google and only the session token is stored', async ({ app, browser }) => {
      await app.start()
      await googleButton(app.page).click()
      const url = await systemBrowserUrl(app)
      expect(url.pathname).toBe('/api/auth/google')
      expect(url.searchParams.get('challenge')).toMatch(/^[\w-]{43}$/)
      expect(url.searchParams.get('timezone')).toBe(
        await app.page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
      )
      expect(secrets(app)).toEqual(['signIn'])

      const link = await openInSystemBrowser(browser, url.href, choose('Ada Verified'))
      expect(link).toMatch(/^app\.recaps:\/\/auth\/callback\?token=/)
      app.phone.openLink(link)
      await expect(heading(app.page, 'Schedule')).toBeVisible()
      await expect.poll(() => secrets(app)).toEqual(['authToken'])
      expect(app.phone.browser.url).toBeNull()
      expect(await exposedState(app.page)).not.toContain(new URLSearchParams(link.split('?')[1]).get('token'))

      // The same link again, as from a page left open: ignored, because no sign-in is pending.
      app.phone.openLink(link)
      await app.page.getByRole('link', { name: 'Popular' }).click()
      await expect(heading(app.page, 'Popular')).toBeVisible()
      await app.start()
      await expect(app.page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
    })

    test('a sign-in link starts an app that the system had killed, and opens the page the user wanted', async ({
      app,
      browser,
    }) => {
      await app.start({ share: { text: talks.bread.link } })
      await expect(heading(app.page, 'Log in')).toBeVisible()
      const link = await signInAtGoogle(app, browser)
      expect(app.phone.browser.url).not.toContain('redirect')
      await app.start({ link })
      await expect(heading(app.page, 'Generate Summary')).toBeVisible()
      await expect(app.page.getByRole('main').getByRole('textbox').first()).toHaveValue(talks.bread.link)
      await expect.poll(() => secrets(app)).toEqual(['authToken'])
      // A reload doesn't open the link again.
      await app.page.reload()
      await expect(heading(app.page, 'Generate Summary')).toBeVisible()
      expect(secrets(app)).toEqual(['authToken'])
    })

    test('a user who declines at Google sees an error and can log in with a password', async ({ app, browser }) => {
      await app.start()
      const link = await signInAtGoogle(app, browser, 'Decline')
      app.phone.openLink(link)
      await expect(signInError(app.page)).toBeVisible()
      await expect.poll(() => secrets(app)).toEqual([])
      // No sign-in is pending now, so the same link is ignored.
      app.phone.openLink(link)
      // A new attempt clears the error of the last one.
      await googleButton(app.page).click()
      await expect(app.page.getByRole('alert')).toHaveCount(0)
      app.phone.closeBrowser()
      await logIn(app.page)
      await expect(heading(app.page, 'Schedule')).toBeVisible()
    })

    test('a sign-in without a confirmed email address shows the reason', async ({ app, browser }) => {
      await app.start()
      app.phone.openLink(await signInAtGoogle(app, browser, 'Alan Nomail'))
      await expect(app.page.getByRole('alert')).toContainText('This sign-in has no confirmed email address')
      await expect.poll(() => secrets(app)).toEqual([])
    })

    test('a sign-in code intercepted and tried by another app becomes useless', async ({ app, browser, baseURL }) => {
      await app.start()
      const link = await signInAtGoogle(app, browser)
      const token = new URLSearchParams(link.split('?')[1]).get('token')!
      const attacker = createApiClient(baseURL!).auth
      await expect(attacker.exchange({ body: { token, verifier: 'x'.repeat(43) } })).rejects.toThrow()
      app.phone.openLink(link)
      await expect(signInError(app.page)).toBeVisible()
      await expect(app.page).toHaveURL(/\/login\?error=auth_failed$/)
      await expect.poll(() => secrets(app)).toEqual([])
      await expect(googleButton(app.page)).toBeEnabled()
    })

    test('an unexpected sign-in link logs nobody in or out', async ({ app, baseURL }) => {
      const unexpectedLink = 'app.recaps://auth/callback?token=of-somebody-else'
      await app.start()
      await expect(heading(app.page, 'Log in')).toBeVisible()
      app.phone.openLink(unexpectedLink)
      app.phone.openLink('app.recaps://auth/callback?error=auth_failed')
      await app.start({ link: unexpectedLink })
      await expect(heading(app.page, 'Log in')).toBeVisible()
      await expect(app.page.getByRole('alert')).toHaveCount(0)
      await startAs(app, getSharedSession(baseURL!), { link: unexpectedLink })
      await expect(app.page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
      app.phone.openLink(unexpectedLink)
      await app.page.getByRole('link', { name: 'Popular' }).click()
      await expect(heading(app.page, 'Popular')).toBeVisible()
    })

    test('a user who closes the provider’s page stays on the login page and can start over', async ({
      app,
      browser,
    }) => {
      await app.start()
      await googleButton(app.page).click()
      await systemBrowserUrl(app)
      // Switching to the mail app for Google's code doesn't end the sign-in.
      app.phone.switchAppFromBrowser()
      expect(secrets(app)).toEqual(['signIn'])
      app.phone.closeBrowser()
      if (platform === 'ios') await expect.poll(() => secrets(app)).toEqual([])
      else {
        // Android also reports a closed browser when the user only switches apps, so there the pending sign-in has to expire.
        const [[key, text]] = [...app.phone.secure] as [[string, string]]
        app.phone.secure.set(
          key,
          text.replace(/"at":(\d+)/, (_, at) => `"at":${Number(at) - 21 * 60_000}`),
        )
        await app.start()
        await expect.poll(() => secrets(app)).toEqual([])
      }
      await expect(app.page.getByRole('alert')).toHaveCount(0)
      app.phone.openLink(await signInAtGoogle(app, browser))
      await expect(heading(app.page, 'Schedule')).toBeVisible()
    })

    test('a sign-in completed after more than 20 minutes fails with a message', async ({ app, browser }) => {
      await app.start()
      const link = await signInAtGoogle(app, browser)
      const [[key, text]] = [...app.phone.secure] as [[string, string]]
      app.phone.secure.set(
        key,
        text.replace(/"at":(\d+)/, (_, at) => `"at":${Number(at) - 21 * 60_000}`),
      )
      await app.start({ link })
      await expect(signInError(app.page)).toBeVisible()
      await expect.poll(() => secrets(app)).toEqual([])
    })

    test.describe('native sign-in', () => {
      test.use({
        facts: { 'google-web-client': 'recaps-demo', 'google-ios-client': '1234-demo.apps.googleusercontent.com' },
      })
      const [ada] = people

      for (const provider of platform === 'ios' ? (['google', 'apple'] as const) : (['google'] as const))
        test(`a user signs in natively with ${provider}, and the identity token is not stored`, async ({
          app,
          nativeSignIn,
          baseURL,
        }) => {
          nativeSignIn.respond = request => createIdentityToken(baseURL!, request, ada!)
          await app.start()
          await app.page.getByRole('link', { name: 'Create an account' }).click()
          await (provider === 'google' ? googleButton(app.page) : appleButton(app.page)).click()
          await expect(heading(app.page, 'Generate Summary')).toBeVisible()
          expect(secrets(app)).toEqual(['authToken'])
          await expect.poll(() => app.phone.signedIn.size).toBe(0)
          expect(app.phone.browser.url).toBeNull()
          expect(app.page.url()).not.toContain('auth')
          expect(nativeSignIn.requests).toEqual([
            {
              provider,
              audience: provider === 'apple' ? 'app.recaps.demo.ios' : 'recaps-demo',
              nonce: expect.stringMatching(/^[\da-f]{64}$/),
            },
          ])
          // The server stores a grant to revoke the sign-in at Apple when the account is deleted.
          const redirect = await fetch(`${baseURL}/api/auth/apple`, { redirect: 'manual' })
          const grants = await fetch(new URL('/fake/grants', redirect.headers.get('location')!))
          const given = { person: ada!.id, clientId: 'app.recaps.demo.ios' }
          if (provider === 'apple') expect(await grants.json()).toContainEqual(expect.objectContaining(given))
        })

      test('closing the native sign-in window shows no error; a failed sign-in does and can be retried', async ({
        app,
        nativeSignIn,
        baseURL,
      }) => {
        await app.start()
        nativeSignIn.respond = async () => null
        await googleButton(app.page).click()
        await expect.poll(() => nativeSignIn.requests.length).toBe(1)
        await expect(googleButton(app.page)).toBeEnabled()
        await expect(app.page.getByRole('alert')).toHaveCount(0)
        nativeSignIn.respond = async () => {
          throw new Error('Google Sign-In failed: [28444] Developer console is not set up correctly.')
        }
        await googleButton(app.page).click()
        await expect(signInError(app.page)).toBeVisible()
        // A token from another sign-in, with a different nonce.
        nativeSignIn.respond = request => createIdentityToken(baseURL!, { ...request, nonce: 'a'.repeat(64) }, ada!)
        await googleButton(app.page).click()
        await expect.poll(() => nativeSignIn.requests.length).toBe(3)
        await expect(googleButton(app.page)).toBeEnabled()
        await expect(signInError(app.page)).toBeVisible()
        nativeSignIn.respond = request => createIdentityToken(baseURL!, request, people[2]!)
        await googleButton(app.page).click()
        await expect(app.page.getByRole('alert')).toContainText('This sign-in has no confirmed email address')
        nativeSignIn.respond = request => createIdentityToken(baseURL!, request, ada!)
        await googleButton(app.page).click()
        await expect(heading(app.page, 'Schedule')).toBeVisible()
        expect(new Set(nativeSignIn.requests.map(({ nonce }) => nonce)).size).toBe(nativeSignIn.requests.length)
      })

      if (platform === 'android')
        test('Apple sign-in on Android goes through the web page, because there is no native one', async ({
          app,
          browser,
        }) => {
          await app.start()
          await appleButton(app.page).click()
          const url = await systemBrowserUrl(app)
          expect(url.pathname).toBe('/api/auth/apple')
          app.phone.openLink(await openInSystemBrowser(browser, url.href, choose('Ada Verified')))
          await expect(heading(app.page, 'Schedule')).toBeVisible()
        })
    })

    test('links to the service open their page in the app, running or not, and all other links are ignored', async ({
      app,
      baseURL,
    }) => {
      const service = baseURL!
      const client = await startAs(app, getSharedSession(service))
      const id = await createReadySummary(client, talks.bread.link)
      const { shareToken } = await client.summaries.change({ params: { id }, body: { shared: true } })
      await expect(app.page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
      const pages = [
        [`/history-detail/${id}`, /Why bread goes stale/],
        ['/tabs/dashboard', 'Schedule'],
        ['/tabs/history?run=1', 'My Summaries'],
        // A share link of the user's own summary redirects to that summary.
        [`/history-detail/${shareToken}`, /Why bread goes stale/, `/history-detail/${id}`],
        ['/settings?from=mail', 'Settings'],
        ['/subscriptions', 'Subscriptions'],
      ] as const
      for (const [path, name, finalPath = path] of pages) {
        app.phone.openLink(service + path)
        await expect(app.page.getByRole('heading', { name }).first()).toBeVisible()
        await expect(app.page).toHaveURL(new URL(finalPath, app.page.url()).href)
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
        app.phone.openLink(link)
      for (const path of ['//evil.example/', '/.//evil.example/', '/\\evil.example/', 'https://evil.example/'])
        app.phone.tapPush({ path })
      // Links are opened in order, so when this one is open, all others have been handled.
      app.phone.openLink(`${service}/account`)
      await expect(heading(app.page, 'Account Settings')).toBeVisible()
      await app.page.goBack()
      await expect(heading(app.page, 'Subscriptions')).toBeVisible()

      await app.start({ link: `${service}/settings` })
      await expect(heading(app.page, 'Settings')).toBeVisible()
      // It is the first page in the history and was opened only once.
      expect(await app.page.evaluate(() => navigation.canGoBack)).toBe(false)
      await app.page.getByRole('link', { name: 'Popular' }).click()
      await app.page.reload()
      await expect(heading(app.page, 'Popular')).toBeVisible()
      await app.start({ link: 'https://evil.example/settings' })
      await expect(app.page.getByRole('navigation', { name: 'Sections' })).toBeVisible()

      // Without login, only the shared summary opens directly.
      app.phone.secure.clear()
      await app.start({ link: `${service}/history-detail/${shareToken}` })
      await expect(app.page.getByRole('heading', { name: /Why bread goes stale/ })).toBeVisible()
      app.phone.openLink(`${service}/subscriptions`)
      await logIn(app.page)
      await expect(heading(app.page, 'Subscriptions')).toBeVisible()
    })

    test('mailed links open in the app, and their tokens are neither stored nor in the URL', async ({
      app,
      page,
      baseURL,
    }) => {
      const { client, email } = await registerUser(baseURL!)
      const confirmationLink = await findMailedLink(page, email, /\/verify-email/, /confirm/i)
      await client.auth.requestPasswordReset({ body: { email } })
      const resetLink = await findMailedLink(page, email, /\/reset-password/)
      const tokenIn = (link: string) => new URL(link).searchParams.get('token')!

      await app.start({ link: confirmationLink })
      await app.page.getByRole('link', { name: 'Log in' }).click()
      await expect(heading(app.page, 'Log in')).toBeVisible()
      await logIn(app.page, { email, password })
      await app.page.getByRole('button', { name: 'Confirm address' }).click()
      await expect(app.page.getByText('Your email address is confirmed.')).toBeVisible()
      await expect(heading(app.page, 'Schedule')).toBeVisible()
      expect(await exposedState(app.page)).not.toContain(tokenIn(confirmationLink))
      app.phone.openLink(resetLink)
      await app.page.getByLabel('New password', { exact: true }).fill('a summary a night')
      expect(await exposedState(app.page)).not.toContain(tokenIn(resetLink))
      await app.page.getByRole('button', { name: 'Set password' }).click()
      await expect(heading(app.page, 'Log in')).toBeVisible()
      // Tapped again in the mail, the used link shows that it no longer works.
      await app.start({ link: resetLink })
      await app.page.getByLabel('New password', { exact: true }).fill('a summary a dawn')
      await app.page.getByRole('button', { name: 'Set password' }).click()
      await expect(heading(app.page, 'This link no longer works')).toBeVisible()
    })

    test('text shared from another app replaces the text on Generate', async ({ app, baseURL }) => {
      await startAs(app, getSharedSession(baseURL!), {
        share: { title: 'Why bread goes stale', text: talks.bread.link },
      })
      const box = app.page.getByRole('main').getByRole('textbox').first()
      await expect(heading(app.page, 'Generate Summary')).toBeVisible()
      await expect(box).toHaveValue(talks.bread.link)
      // Opened once, although Android reports it twice.
      expect(await app.page.evaluate(() => (history.state as { idx: number }).idx)).toBe(1)
      await box.fill('something else')
      app.phone.share({ text: `Watch this: "Balance your radiators" ${talks.radiators.link}` })
      await expect(box).toHaveValue(talks.radiators.link)
      app.phone.share({ text: `${talks.glider.link}\n${talks.bread.link}` })
      await expect(box).toHaveValue(`${talks.glider.link}\n${talks.bread.link}`)
      app.phone.share({ text: 'how bridges hum' })
      await expect(box).toHaveValue('how bridges hum')
      app.phone.share({ text: `${'word '.repeat(20_000)}${talks.bread.link}${' word'.repeat(20_000)}` })
      await expect(box).toHaveValue(/watch\?v=Sli7FA6EbqI/)
      app.phone.share({ text: '🥖'.repeat(50_000) })
      await expect(box).toHaveValue(/^(🥖){1000}$/u)

      // An open menu closes.
      await app.page.getByRole('button', { name: 'Menu' }).click()
      app.phone.share({ title: 'A talk', text: talks.radiators.link })
      await expect(app.page.getByRole('button', { name: 'Log out' })).toBeHidden()
      await expect(box).toHaveValue(talks.radiators.link)
    })

    test('text shared before login is filled in on Generate after it', async ({ app }) => {
      await app.start()
      await expect(heading(app.page, 'Log in')).toBeVisible()
      app.phone.share({ text: talks.radiators.link })
      // Wait until the app has stored it: the login form is rendered again then.
      await expect.poll(() => app.page.evaluate(() => JSON.stringify(history.state))).toContain('WL5NPuWAKJo')
      await logIn(app.page, accounts.pro)
      await expect(heading(app.page, 'Generate Summary')).toBeVisible()
      await expect(app.page.getByRole('main').getByRole('textbox').first()).toHaveValue(talks.radiators.link)
    })

    test('logging out without a network deletes all account data, and a restart shows the login page', async ({
      app,
      baseURL,
    }) => {
      await startAs(app, getSharedSession(baseURL!))
      await chooseDark(app)
      await app.context.route(`${baseURL}/**`, route => route.abort())
      app.phone.setNetwork(false)
      await app.page.getByRole('button', { name: 'Log out' }).click()
      await expect(heading(app.page, 'Log in')).toBeVisible()
      await expect.poll(() => [...app.phone.preferences.keys()]).toEqual(['installed', 'installation'])
      expect(secrets(app)).toEqual([])
      await app.start()
      await app.start()
      await expect(heading(app.page, 'Log in')).toBeVisible()
    })

    test('a reinstalled app ignores and deletes a session token left in the keychain', async ({ app, baseURL }) => {
      await startAs(app, getSharedSession(baseURL!))
      await expect(app.page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
      expect(secrets(app)).toEqual(['authToken'])
      // Removing the app deletes everything except an iPhone's keychain.
      app.phone.preferences.clear()
      await app.start()
      await expect(heading(app.page, 'Log in')).toBeVisible()
      expect(secrets(app)).toEqual([])
      await logIn(app.page)
      await expect.poll(() => secrets(app)).toEqual(['authToken'])
      await app.start()
      await expect(app.page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
    })

    test('a start while the phone is still locked keeps the user logged in', async ({ app, baseURL }) => {
      const { token } = await getSharedSession(baseURL!)
      storeSessionOnPhone(app, token)
      await app.start()
      await expect(app.page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
      await app.page.evaluate(() => localStorage.setItem('push token', 'out'))
      app.phone.preferences.set('push', 'on')
      app.phone.moveToBackground()
      app.phone.isLocked.is = true
      await app.start()
      await expect.poll(() => app.offences.splice(0)).toEqual([expect.stringContaining('Native call failed')])
      // The splash screen stays until the phone is unlocked; session and push token are kept.
      expect(app.phone.isSplashShown.is).toBe(true)
      app.phone.isLocked.is = false
      app.phone.moveToForeground()
      await expect(app.page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
      await expect.poll(() => app.phone.isSplashShown.is).toBe(false)
      expect(secrets(app)).toContain('authToken')
      expect(app.phone.calls.filter(({ method }) => method === 'deleteToken')).toEqual([])
    })

    test('unreadable secure storage logs the user out but keeps other settings, and a new login persists', async ({
      app,
      baseURL,
    }) => {
      await startAs(app, getSharedSession(baseURL!))
      await chooseDark(app)
      app.phone.isVaultBroken.is = true
      await app.start()
      await expect(heading(app.page, 'Log in')).toBeVisible()
      await expect(app.page.locator('html')).toHaveAttribute('data-theme', 'dark')
      expect(app.offences.splice(0).length).toBeGreaterThan(0)
      await logIn(app.page)
      await expect(app.page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
      await app.start()
      await expect(app.page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
    })

    test('a session survives two quick restarts, and ends at the next request after it was ended on another device', async ({
      app,
      baseURL,
    }) => {
      const client = await startAs(app, logInAs(baseURL!, accounts.pro))
      await app.start()
      await app.start()
      await expect(app.page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
      expect(secrets(app)).toEqual(['authToken'])
      const { data } = await client.users.sessions()
      await client.users.endSession({ params: { id: String(data.find(({ isCurrent }) => isCurrent)!.id) } })
      app.phone.openLink(`${baseURL}/settings`)
      await expect(heading(app.page, 'Log in')).toBeVisible()
      await expect.poll(() => secrets(app)).toEqual([])
      await expect.poll(() => [...app.phone.preferences.keys()]).toEqual(['installed', 'installation'])
      await logIn(app.page)
      await expect(heading(app.page, 'Settings')).toBeVisible()
    })

    test('the focused field stays visible above the keyboard', async ({ app }) => {
      await app.start()
      await expect(googleButton(app.page)).toBeVisible()
      await app.page.getByRole('link', { name: 'Create an account' }).click()
      await expect(heading(app.page, 'Create an account')).toBeVisible()
      const field = app.page.getByLabel('Password', { exact: true })
      await field.focus()
      await app.page.setViewportSize({ width: 390, height: 380 })
      await expect(field).toBeInViewport({ ratio: 1 })
    })
  })

test.describe("Android's back key", () => {
  test.use({ platform: 'android' })
  const minimizeCount = ({ phone }: PhoneApp) => phone.calls.filter(({ method }) => method === 'minimizeApp').length

  test('the back key closes open dialogs, then goes back, and leaves the app on a main page', async ({
    app,
    baseURL,
  }) => {
    const client = await startAs(app, getSharedSession(baseURL!), { link: `${baseURL}/tabs/history` })
    const id = await createReadySummary(client, talks.bread.link)
    await expect(heading(app.page, 'My Summaries')).toBeVisible()
    app.phone.openLink(`${baseURL}/history-detail/${id}`)
    const title = app.page.getByRole('heading', { name: /Why bread goes stale/ })
    await expect(title).toBeVisible()

    const dialog = app.page.getByRole('dialog')
    const expectBackCloses = async () => {
      await expect(dialog).toBeVisible()
      await app.pressBack()
      await expect(dialog).toHaveCount(0)
      await expect(title).toBeVisible()
    }
    // An action sheet, a native browser dialog, and the full-screen player.
    await app.page.getByRole('button', { name: 'More actions' }).click()
    await expectBackCloses()
    await app.page.getByRole('button', { name: /^Shared?$/ }).click()
    await expectBackCloses()
    await app.page.getByRole('button', { name: /^Listen(?! from)/ }).click()
    await app.page.getByRole('button', { name: 'Show player' }).click()
    await expectBackCloses()

    await app.pressBack()
    await expect(heading(app.page, 'My Summaries')).toBeVisible()
    expect(minimizeCount(app)).toBe(0)
    await app.pressBack()
    await expect.poll(() => minimizeCount(app)).toBe(1)
    await expect(heading(app.page, 'My Summaries')).toBeVisible()
  })

  test('the back key leaves the app after logout instead of returning to the user’s pages', async ({
    app,
    baseURL,
  }) => {
    await startAs(app, logInAs(baseURL!, accounts.pro), { link: `${baseURL}/tabs/history` })
    await expect(heading(app.page, 'My Summaries')).toBeVisible()
    app.phone.openLink(`${baseURL}/settings`)
    await expect(heading(app.page, 'Settings')).toBeVisible()
    await app.page.getByRole('button', { name: 'Menu' }).click()
    await app.page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
    await expect(heading(app.page, 'Log in')).toBeVisible()
    await app.pressBack()
    await expect.poll(() => minimizeCount(app)).toBe(1)
  })
})
