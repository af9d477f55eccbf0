import { SecureStorage } from '@aparajita/capacitor-secure-storage'
import { Capacitor } from '@capacitor/core'
import type * as browsers from '../sign-in.ts'
import type { AppSignIn, Identity, Provider } from '../sign-in.ts'
import { storageWritten } from './open-storage.ts'
import { pageFact } from './page-facts.ts'
import { Browser, inBackground, SocialLogin } from './plugins.ts'
import { serverOrigin } from './server-url.ts'

export type * from '../sign-in.ts'

/** In secure storage: it is secret, and the system may close the app while the provider's page is open. */
const key = 'signIn'
/** The server allows 15 minutes for the sign-in and one for its code. */
const lifeMs = 20 * 60 * 1000

interface PendingSignIn {
  verifier: string
  /** The page to return to. Never leaves the phone. */
  from: string
  at: number
}

async function readPending(): Promise<PendingSignIn | null> {
  const text = await SecureStorage.getItem(key)
  return text === null ? null : (JSON.parse(text) as PendingSignIn)
}

const clearPending = (): Promise<void> => SecureStorage.removeItem(key)

/** The pending sign-in, if any. `isLate`: it has expired. */
export async function readPendingSignIn(): Promise<{ from: string; isLate: boolean } | null> {
  const pending = await readPending()
  return pending && { from: pending.from, isLate: Math.abs(Date.now() - pending.at) > lifeMs }
}

export const clearPendingSignIn = clearPending

/** Clears a pending sign-in that was abandoned. */
export async function clearExpiredSignIn(): Promise<void> {
  if ((await readPendingSignIn())?.isLate) await clearPending()
}

async function openProviderPage(
  provider: Provider,
  { from, timeZone }: { from: string; timeZone: string },
): Promise<void> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const challenge = base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
  // A logout that is still being written would delete it.
  await storageWritten()
  await SecureStorage.setItem(key, JSON.stringify({ verifier, from, at: Date.now() } satisfies PendingSignIn))
  watchForClose()
  try {
    const query = new URLSearchParams({ challenge, timezone: timeZone })
    await Browser.open({ url: `${serverOrigin()}/api/auth/${provider}?${query}` })
  } catch (error) {
    await clearPending()
    throw error
  }
}

let isWatching = false

/**
 * On iOS the event means that the user closed the page. Android fires it too when they only switch to another app, for example
 * to read a code, so there an abandoned sign-in just expires.
 */
function watchForClose(): void {
  if (isWatching || Capacitor.getPlatform() !== 'ios') return
  isWatching = true
  inBackground(Browser.addListener('browserFinished', () => inBackground(clearPending())))
}

const isIos = () => Capacitor.getPlatform() === 'ios'

function hasNativeSignIn(provider: Provider): boolean {
  if (!pageFact('native-sign-in')?.split(' ').includes(provider)) return false
  if (provider === 'apple') return isIos()
  return pageFact(isIos() ? 'google-ios-client' : 'google-web-client') !== null
}

/** Options for initializing the plugin, by provider. */
const settings = {
  apple: () => ({ apple: { useProperTokenExchange: true } }),
  google: () => ({
    google: isIos()
      ? { iOSClientId: pageFact('google-ios-client')!, iOSServerClientId: pageFact('google-web-client') ?? undefined }
      : { webClientId: pageFact('google-web-client')! },
  }),
}

async function signIn(provider: Provider, nonce: string): Promise<Identity | null> {
  await SocialLogin.initialize(settings[provider]())
  try {
    // Without `forcePrompt`, iOS returns the previous token, which has a different nonce.
    const options = provider === 'google' && isIos() ? { nonce, forcePrompt: true } : { nonce }
    const { result } = await SocialLogin.login({ provider, options })
    if (!('idToken' in result) || !result.idToken) throw new Error(`${provider} returned no identity token`)
    const { givenName, familyName } = result.profile as { givenName?: string | null; familyName?: string | null }
    const code = ('authorizationCode' in result && result.authorizationCode) || null
    return { token: result.idToken, code, firstName: givenName || null, lastName: familyName || null }
  } catch (error) {
    if ((error as { code?: unknown }).code === 'USER_CANCELLED') return null
    throw error
  } finally {
    // The plugin stores the token where it could end up in a backup. It is no longer needed.
    SocialLogin.logout({ provider }).catch(() => {})
  }
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

export const appSignIn: AppSignIn = {
  hasNativeSignIn,
  signInNatively: signIn,
  openProviderPage,
  verifier: async () => (await readPending())?.verifier ?? null,
  async clear(verifier) {
    if ((await readPending())?.verifier === verifier) await clearPending()
  },
}

appSignIn satisfies typeof browsers.appSignIn
