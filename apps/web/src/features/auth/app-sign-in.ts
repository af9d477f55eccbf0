import type { AuthResponse, Client, IdentityProvider } from '@recaps/contract'
import { useMutation } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { useConnection } from '../../api/ConnectionContext.tsx'
import { appSignIn, type Identity } from '../../device/sign-in.ts'
import { usePageThatAsked } from './page-that-asked.ts'
import { browserTimeZone } from './TimeZoneLine.tsx'

/** Signs in by a provider in an app: by the phone's own window where it has one for that, else by the provider's page. */
export function useAppSignIn() {
  const { client, session } = useConnection()
  const from = usePageThatAsked('')
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  return useMutation({
    // Why another attempt failed is said no longer.
    onMutate: () => (search ? navigate(pathname, { replace: true, state }) : undefined),
    async mutationFn(provider: IdentityProvider) {
      const { asksItself, ask, leave } = appSignIn!
      if (!asksItself(provider)) {
        await leave(provider, { from, timeZone: browserTimeZone() })
        return null
      }
      const nonce = newNonce()
      const identity = await ask(provider, await sha256(nonce))
      return identity && (await enterBy[provider](client, identity, nonce))
    },
    onSuccess: answer => answer && session.begin(answer.token, answer.user),
  })
}

/** The provider is told the hash of the nonce and the server the nonce, so that the token alone is worth nothing. */
const enterBy: Record<IdentityProvider, (client: Client, identity: Identity, nonce: string) => Promise<AuthResponse>> =
  {
    google: (client, { token }, nonce) =>
      client.auth.googleToken({ body: { identityToken: token, nonce, timezone: browserTimeZone() } }),
    apple: (client, { token, code, firstName, lastName }, nonce) => {
      const name = { firstName, lastName }
      const given = { identityToken: token, authorizationCode: code, nonce }
      return client.auth.apple({ body: { ...given, timezone: browserTimeZone(), ...name } })
    },
  }

const hex = (bytes: Uint8Array): string => [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')

const newNonce = (): string => hex(crypto.getRandomValues(new Uint8Array(32)))

const sha256 = async (text: string): Promise<string> =>
  hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
