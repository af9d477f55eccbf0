import type { AuthResponse, Client, IdentityProvider } from '@recaps/contract'
import { useMutation } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { useConnection } from '../../api/ConnectionContext.tsx'
import { appSignIn, type Identity } from '../../device/sign-in.ts'
import { useReturnPath } from './return-path.ts'
import { browserTimeZone } from './TimeZoneLine.tsx'

/**
 * Signs in with a provider in a phone app: in the system's sign-in window if there is one, otherwise on the provider's
 * page.
 */
export function useAppSignIn() {
  const { client, session } = useConnection()
  const from = useReturnPath('')
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  return useMutation({
    // Removes the error of an earlier attempt from the URL.
    onMutate: () => (search ? navigate(pathname, { replace: true, state }) : undefined),
    async mutationFn(provider: IdentityProvider) {
      const { hasNativeSignIn, signInNatively, openProviderPage } = appSignIn!
      if (!hasNativeSignIn(provider)) {
        await openProviderPage(provider, { from, timeZone: browserTimeZone() })
        return null
      }
      const nonce = newNonce()
      const identity = await signInNatively(provider, await sha256(nonce))
      return identity && (await logInWith[provider](client, identity, nonce))
    },
    onSuccess: answer => answer && session.begin(answer.token, answer.user),
  })
}

/**
 * The provider gets only the hash of the nonce and the server the nonce itself, so a stolen token is useless without the
 * nonce.
 */
const logInWith: Record<
  IdentityProvider,
  (client: Client, identity: Identity, nonce: string) => Promise<AuthResponse>
> = {
  google: (client, { token }, nonce) =>
    client.auth.googleToken({ body: { identityToken: token, nonce, timezone: browserTimeZone() } }),
  apple: (client, { token, code, firstName, lastName }, nonce) => {
    const name = { firstName, lastName }
    const tokens = { identityToken: token, authorizationCode: code, nonce }
    return client.auth.apple({ body: { ...tokens, timezone: browserTimeZone(), ...name } })
  },
}

const hex = (bytes: Uint8Array): string => [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')

const newNonce = (): string => hex(crypto.getRandomValues(new Uint8Array(32)))

const sha256 = async (text: string): Promise<string> =>
  hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
