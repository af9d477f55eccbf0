import { type Configuration, interactionPolicy, Provider } from 'oidc-provider'
import type { SigningKey } from './forge.ts'
import { memoryAdapter } from './memory.ts'
import { createClaims, type Person } from './people.ts'

export interface Client {
  clientId: string
  /** Omit for apps that never redeem a code. */
  clientSecret?: string
  redirectUris: readonly string[]
}

export interface ProviderOptions {
  kind: 'google' | 'apple'
  issuer: string
  client: Client
  key: SigningKey
  people: ReadonlyMap<string, Person>
}

/** Configures oidc-provider, a real OpenID Connect implementation, to behave like Google or Apple. */
export const createProvider = ({ kind, issuer, client, key, people }: ProviderOptions): Provider =>
  new Provider(issuer, {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: client.clientId,
        ...(client.clientSecret ? { client_secret: client.clientSecret } : {}),
        redirect_uris: client.redirectUris,
        // OpenID Connect allows tokens in a redirect to http://localhost for native apps only.
        application_type: kind === 'apple' ? 'native' : 'web',
        grant_types: kind === 'apple' ? ['implicit', 'authorization_code'] : ['authorization_code'],
        response_types: [kind === 'apple' ? 'code id_token' : 'code'],
        token_endpoint_auth_method: client.clientSecret ? 'client_secret_post' : 'none',
      },
    ],
    jwks: { keys: [key.jwk] },
    cookies: { keys: ['the fake has no secrets'] },
    responseTypes: ['code', 'code id_token'],
    scopes: ['openid', 'email', 'profile', 'name'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified', 'is_private_email'],
      profile: ['name', 'given_name', 'family_name'],
    },
    // As at Google and Apple, the identity token contains all claims.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, revocation: { enabled: kind === 'apple' } },
    // Google does not require PKCE; our own tests check that we use it.
    pkce: { required: () => false },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 3600, Session: 3600, Grant: 3600 },
    interactions: { url: (_, { uid }) => `/consent/${uid}`, policy: alwaysPromptPolicy() },
    findAccount: async (_, id) => {
      const person = people.get(id)
      return person && { accountId: id, claims: () => createClaims(person, kind) }
    },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId })
      grant.addOIDCScope('openid email profile name')
      await grant.save()
      return grant
    },
    renderError(context, out) {
      context.type = 'text/plain'
      context.body = `${out.error}: ${out.error_description ?? ''}`
    },
  } satisfies Configuration)

/** Shows the list of people at each sign-in: no session is remembered. */
function alwaysPromptPolicy(): interactionPolicy.Policy {
  const { Check, Prompt } = interactionPolicy
  const policy = interactionPolicy.base()
  policy
    .get('login')
    .checks.add(
      new Check('asked_each_time', 'A person must be chosen', 'login_required', ({ oidc }) =>
        oidc.result?.login === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
      ),
    )
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0)
  return policy
}
