import { SecureStorage } from '@aparajita/capacitor-secure-storage'
import { Capacitor } from '@capacitor/core'
import type * as browsers from '../sign-in.ts'
import type { AppSignIn, Identity, Provider } from '../sign-in.ts'
import { serverOrigin } from './address.ts'
import { pageFact } from './page-facts.ts'
import { Browser, beside, SocialLogin } from './plugins.ts'
import { storeWritten } from './store.ts'

export type * from '../sign-in.ts'

/** Secret, and there after the system has ended the app meanwhile: pages of providers are large, and phones small. */
const key = 'signIn'
/** The server gives a quarter of an hour, and a minute for the code. */
const lifeMs = 20 * 60 * 1000

interface Underway {
  verifier: string
  /** The page that asked; it never leaves the phone. */
  from: string
  at: number
}

async function underway(): Promise<Underway | null> {
  const text = await SecureStorage.getItem(key)
  return text === null ? null : (JSON.parse(text) as Underway)
}

const forget = (): Promise<void> => SecureStorage.removeItem(key)

/** The sign-in that a link which comes back is of; `late` where nobody waits for it any more. */
export async function awaitedSignIn(): Promise<{ from: string; isLate: boolean } | null> {
  const known = await underway()
  return known && { from: known.from, isLate: Math.abs(Date.now() - known.at) > lifeMs }
}

export const forgetSignIn = forget

/** Somebody has left it where it was. */
export async function forgetLateSignIn(): Promise<void> {
  if ((await awaitedSignIn())?.isLate) await forget()
}

async function leave(provider: Provider, { from, timeZone }: { from: string; timeZone: string }): Promise<void> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const challenge = base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
  // A log-out that is still being written would erase it.
  await storeWritten()
  await SecureStorage.setItem(key, JSON.stringify({ verifier, from, at: Date.now() } satisfies Underway))
  followClosing()
  try {
    const query = new URLSearchParams({ challenge, timezone: timeZone })
    await Browser.open({ url: `${serverOrigin()}/api/auth/${provider}?${query}` })
  } catch (error) {
    await forget()
    throw error
  }
}

let isFollowing = false

/**
 * On iPhones this says that the person has closed the page. Android says it as well where they only look into their mail for
 * a code, and nothing comes of one that is closed there: it grows old.
 */
function followClosing(): void {
  if (isFollowing || Capacitor.getPlatform() !== 'ios') return
  isFollowing = true
  beside(Browser.addListener('browserFinished', () => beside(forget())))
}

const isIos = () => Capacitor.getPlatform() === 'ios'

function asksItself(provider: Provider): boolean {
  if (!pageFact('native-sign-in')?.split(' ').includes(provider)) return false
  if (provider === 'apple') return isIos()
  return pageFact(isIos() ? 'google-ios-client' : 'google-web-client') !== null
}

/** What the plug-in must know of each provider before it asks. */
const settings = {
  apple: () => ({ apple: { useProperTokenExchange: true } }),
  google: () => ({
    google: isIos()
      ? { iOSClientId: pageFact('google-ios-client')!, iOSServerClientId: pageFact('google-web-client') ?? undefined }
      : { webClientId: pageFact('google-web-client')! },
  }),
}

async function ask(provider: Provider, nonce: string): Promise<Identity | null> {
  await SocialLogin.initialize(settings[provider]())
  try {
    // Without `forcePrompt` an iPhone gives out the token of last time, which has another nonce.
    const options = provider === 'google' && isIos() ? { nonce, forcePrompt: true } : { nonce }
    const { result } = await SocialLogin.login({ provider, options })
    if (!('idToken' in result) || !result.idToken) throw new Error(`No identity token came from ${provider}`)
    const { givenName, familyName } = result.profile as { givenName?: string | null; familyName?: string | null }
    const code = ('authorizationCode' in result && result.authorizationCode) || null
    return { token: result.idToken, code, firstName: givenName || null, lastName: familyName || null }
  } catch (error) {
    if ((error as { code?: unknown }).code === 'USER_CANCELLED') return null
    throw error
  } finally {
    // The plug-in keeps the token where others could read it from a backup; it is not needed any more.
    SocialLogin.logout({ provider }).catch(() => {})
  }
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

export const appSignIn: AppSignIn = {
  asksItself,
  ask,
  leave,
  verifier: async () => (await underway())?.verifier ?? null,
  async forget(verifier) {
    if ((await underway())?.verifier === verifier) await forget()
  },
}

appSignIn satisfies typeof browsers.appSignIn
