import type { Platform } from './plugin-headers.ts'

/** A sign-in request of the app to a provider. */
export interface SignInRequest {
  provider: 'google' | 'apple'
  /** Client id that the token is issued for. */
  audience: string
  nonce: string | undefined
}

/** The signed-in person; fields that the provider did not share are missing. */
export interface SignedIn {
  id: string
  idToken: string
  /** Apple only. */
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

const cancelled = (message: string) => Object.assign(new Error(message), { code: 'USER_CANCELLED' })

/** @capgo/capacitor-social-login 8.5.10, after SocialLoginPlugin and its providers on each platform. */
export function socialLogin(
  platform: Platform,
  /** Null if the person cancels; throws if the sign-in fails. */
  signIn: ((request: SignInRequest) => Promise<SignedIn | null>) | undefined,
  /** Accounts that the plugin stores in the app's preferences. */
  stored: Map<string, SignedIn>,
  appId: string,
) {
  const settings: Settings = {}

  const requestSignIn = async (
    provider: SignInRequest['provider'],
    audience: string,
    nonce: unknown,
    onCancel: string,
  ) => {
    if (!signIn) throw new Error('The test did not set `signIn` of the fake phone')
    const answer = await signIn({ provider, audience, nonce: typeof nonce === 'string' ? nonce : undefined })
    if (!answer) throw cancelled(onCancel)
    stored.set(provider, answer)
    return answer
  }

  const profileOf = ({ id, email, givenName, familyName }: SignedIn, missing: '' | undefined) => ({
    id,
    email: email ?? missing,
    givenName: givenName ?? missing,
    familyName: familyName ?? missing,
    name: [givenName, familyName].filter(Boolean).join(' '),
    imageUrl: '',
  })

  const android = {
    initialize({ google, apple }: Settings): void {
      if (apple && !apple.clientId) throw new Error('apple.android.clientId is null or empty')
      if (apple && !apple.redirectUrl) throw new Error('apple.android.redirectUrl is null or empty')
      if (google && !google.webClientId) throw new Error('google.clientId is null or empty')
      Object.assign(settings, { google, apple })
    },
    async login(provider: string, options: Options): Promise<object> {
      const { google } = settings
      if (provider !== 'google' || !google)
        throw new Error(`Cannot find provider '${provider}'. Provider was not initialized.`)
      if (options.scopes)
        throw new Error('You CANNOT use scopes without modifying the main activity. Please follow the docs!')
      const account = await requestSignIn(
        'google',
        google.webClientId!,
        options.nonce,
        'Google Sign-In cancelled by user',
      )
      const result = { accessToken: null, profile: profileOf(account, undefined), idToken: account.idToken }
      return { provider, result: { ...result, responseType: 'online' } }
    },
    logout(provider: string): void {
      if (!settings[provider as keyof Settings])
        throw new Error(`Cannot find provider '${provider}'. Provider was not initialized.`)
      stored.delete(provider)
    },
  }

  const ios = {
    initialize({ google, apple }: Settings): void {
      if (google?.iOSClientId) settings.google = google
      if (apple) settings.apple = apple
      if (!google?.iOSClientId && !apple) throw new Error('No provider was initialized')
    },
    async login(provider: string, options: Options): Promise<object> {
      if (provider === 'apple') {
        const cancelMessage =
          'The operation couldn’t be completed. (com.apple.AuthenticationServices.AuthorizationError error 1001.)'
        const account = await requestSignIn('apple', appId, options.nonce, cancelMessage)
        const { id, email = '', givenName = '', familyName = '' } = account
        const profile = { user: id, email, givenName, familyName }
        const code = account.authorizationCode ?? ''
        // By default, for backward compatibility, the plugin returns the code as the access token.
        const tokens = settings.apple?.useProperTokenExchange
          ? { accessToken: null, authorizationCode: code }
          : { accessToken: { token: code } }
        return { provider, result: { ...tokens, profile, idToken: account.idToken } }
      }
      const { google } = settings
      if (!google) throw new Error('No active configuration. Make sure GIDClientID is set in Info.plist.')
      // A stored account is returned without a prompt, with its old token.
      const storedAccount = options.forcePrompt ? undefined : stored.get('google')
      const audience = google.iOSServerClientId ?? google.iOSClientId!
      const account =
        storedAccount ?? (await requestSignIn('google', audience, options.nonce, 'The user canceled the sign-in flow.'))
      const result = { accessToken: { token: 'access' }, idToken: account.idToken, profile: profileOf(account, '') }
      return { provider, result: { ...result, responseType: 'online' } }
    },
    logout(provider: string): void {
      if (provider === 'apple' && !stored.has('apple')) throw new Error('Not logged in; Cannot logout')
      stored.delete(provider)
    },
  }

  const implementation = platform === 'ios' ? ios : android
  return {
    initialize: (options: Options) => implementation.initialize(options),
    login: ({ provider, options }: Options) => implementation.login(String(provider), (options ?? {}) as Options),
    logout: ({ provider }: Options) => implementation.logout(String(provider)),
  }
}
