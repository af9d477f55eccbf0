/** The part of oidc-provider that the fake uses; the package has no type declarations. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  import type { JWK } from 'jose'

  interface GrantOfProvider {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  interface OidcContext {
    oidc: {
      client: { clientId: string }
      session: { accountId: string }
      provider: Provider
      result?: { login?: object }
    }
  }

  interface Account {
    accountId: string
    claims(): Record<string, unknown>
  }

  /** Stored state of a sign-in in progress. */
  export interface Payload {
    uid?: string
    grantId?: string
    consumed?: number
  }

  export interface Adapter {
    upsert(id: string, payload: Payload, expiresIn: number): Promise<void>
    find(id: string): Promise<Payload | undefined>
    findByUid(uid: string): Promise<Payload | undefined>
    findByUserCode(code: string): Promise<Payload | undefined>
    consume(id: string): Promise<void>
    destroy(id: string): Promise<void>
    revokeByGrantId(grantId: string): Promise<void>
  }

  export interface Configuration {
    adapter: (model: string) => Adapter
    clients: Record<string, unknown>[]
    jwks: { keys: JWK[] }
    cookies: { keys: string[] }
    responseTypes: string[]
    scopes: string[]
    claims: Record<string, string[]>
    conformIdTokenClaims: boolean
    features: { devInteractions: { enabled: boolean }; revocation: { enabled: boolean } }
    pkce: { required(): boolean }
    ttl: Record<string, number>
    interactions: { url(context: unknown, interaction: { uid: string }): string; policy: interactionPolicy.Policy }
    findAccount(context: unknown, id: string): Promise<Account | undefined>
    loadExistingGrant(context: OidcContext): Promise<GrantOfProvider>
    renderError(context: { type: string; body: string }, out: { error: string; error_description?: string }): void
  }

  export class Provider {
    constructor(issuer: string, configuration: Configuration)
    Grant: new (of: {
      accountId: string
      clientId: string
    }) => GrantOfProvider
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }

  export namespace interactionPolicy {
    class Check {
      static REQUEST_PROMPT: boolean
      static NO_NEED_TO_PROMPT: boolean
      constructor(reason: string, description: string, error: string, check: (context: OidcContext) => boolean)
    }
    class Prompt {
      constructor(options: { name: string; requestable: boolean })
      checks: { add(check: Check): void }
    }
    interface Policy {
      get(name: string): Prompt
      add(prompt: Prompt, at?: number): void
    }
    function base(): Policy
  }
}
