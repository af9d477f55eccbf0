import type { Platform } from './headers.ts'

/** Whom a provider is asked for, as it hears it from the app. */
export interface SignInWish {
  provider: 'google' | 'apple'
  /** The client that the token is for. */
  audience: string
  nonce: string | undefined
}

/** Who signed in. What is missing a provider did not tell. */
export interface SignedIn {
  id: string
  idToken: string
  /** Of Apple. */
  authorizationCode?: string
  email?: string
  givenName?: string
  familyName?: string
}

type Options = Record<string, unknown>

interface Settings {
  google?: { webClientId?: string; iOSClientId?: string; iOSServerClientId?: string }
  apple?: { clientId?: string; redirectUrl?: string; useProperTokenExchange?: boolean }
}

const cancelled = (words: string) => Object.assign(new Error(words), { code: 'USER_CANCELLED' })

/** As SocialLoginPlugin and its providers do on each platform (@capgo/capacitor-social-login 8.5.10). */
export function socialLogin(
  platform: Platform,
  /** Null where the person thinks better of it; throws where it fails. */
  signIn: ((wish: SignInWish) => Promise<SignedIn | null>) | undefined,
  /** The tokens that the plug-in keeps in the app's preferences. */
  kept: Map<string, SignedIn>,
  appId: string,
) {
  const ready: Settings = {}

  const asked = async (provider: SignInWish['provider'], audience: string, nonce: unknown, onCancel: string) => {
    if (!signIn) throw new Error('Nobody is there to sign in')
    const answer = await signIn({ provider, audience, nonce: typeof nonce === 'string' ? nonce : undefined })
    if (!answer) throw cancelled(onCancel)
    kept.set(provider, answer)
    return answer
  }

  const profileOf = ({ id, email, givenName, familyName }: SignedIn, otherwise: '' | undefined) => ({
    id,
    email: email ?? otherwise,
    givenName: givenName ?? otherwise,
    familyName: familyName ?? otherwise,
    name: [givenName, familyName].filter(Boolean).join(' '),
    imageUrl: '',
  })

  const android = {
    initialize({ google, apple }: Settings): void {
      if (apple && !apple.clientId) throw new Error('apple.android.clientId is null or empty')
      if (apple && !apple.redirectUrl) throw new Error('apple.android.redirectUrl is null or empty')
      if (google && !google.webClientId) throw new Error('google.clientId is null or empty')
      Object.assign(ready, { google, apple })
    },
    async login(provider: string, options: Options): Promise<object> {
      const { google } = ready
      if (provider !== 'google' || !google)
        throw new Error(`Cannot find provider '${provider}'. Provider was not initialized.`)
      if (options.scopes)
        throw new Error('You CANNOT use scopes without modifying the main activity. Please follow the docs!')
      const who = await asked('google', google.webClientId!, options.nonce, 'Google Sign-In cancelled by user')
      const result = { accessToken: null, profile: profileOf(who, undefined), idToken: who.idToken }
      return { provider, result: { ...result, responseType: 'online' } }
    },
    logout(provider: string): void {
      if (!ready[provider as keyof Settings])
        throw new Error(`Cannot find provider '${provider}'. Provider was not initialized.`)
      kept.delete(provider)
    },
  }

  const ios = {
    initialize({ google, apple }: Settings): void {
      if (google?.iOSClientId) ready.google = google
      if (apple) ready.apple = apple
      if (!google?.iOSClientId && !apple) throw new Error('No provider was initialized')
    },
    async login(provider: string, options: Options): Promise<object> {
      if (provider === 'apple') {
        const words =
          'The operation couldn’t be completed. (com.apple.AuthenticationServices.AuthorizationError error 1001.)'
        const who = await asked('apple', appId, options.nonce, words)
        const { id, email = '', givenName = '', familyName = '' } = who
        const profile = { user: id, email, givenName, familyName }
        const code = who.authorizationCode ?? ''
        // Of old the code stood where tokens stand.
        const given = ready.apple?.useProperTokenExchange
          ? { accessToken: null, authorizationCode: code }
          : { accessToken: { token: code } }
        return { provider, result: { ...given, profile, idToken: who.idToken } }
      }
      const { google } = ready
      if (!google) throw new Error('No active configuration. Make sure GIDClientID is set in Info.plist.')
      // Whoever signed in before is not asked again, and the token is that of the other time.
      const before = options.forcePrompt ? undefined : kept.get('google')
      const audience = google.iOSServerClientId ?? google.iOSClientId!
      const who = before ?? (await asked('google', audience, options.nonce, 'The user canceled the sign-in flow.'))
      const result = { accessToken: { token: 'access' }, idToken: who.idToken, profile: profileOf(who, '') }
      return { provider, result: { ...result, responseType: 'online' } }
    },
    logout(provider: string): void {
      if (provider === 'apple' && !kept.has('apple')) throw new Error('Not logged in; Cannot logout')
      kept.delete(provider)
    },
  }

  const here = platform === 'ios' ? ios : android
  return {
    initialize: (options: Options) => here.initialize(options),
    login: ({ provider, options }: Options) => here.login(String(provider), (options ?? {}) as Options),
    logout: ({ provider }: Options) => here.logout(String(provider)),
  }
}
