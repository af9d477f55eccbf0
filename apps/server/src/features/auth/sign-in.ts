import { createHash } from 'node:crypto'
import {
  type AuthResponse,
  type ExchangeResponse,
  type IdentityProvider,
  identityProvider,
} from '@recaps/contract/auth'
import type { FailureCode } from '@recaps/contract/failures'
import type { Db } from '../../database/open.ts'
import { AppError, ProviderError } from '../../errors.ts'
import type { Limits } from '../../http/limits.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Grant, IdentityProviders, ProvenIdentity, RedirectSignIn } from '../../ports/identity.ts'
import type { Signer } from '../../ports/signer.ts'
import type { Logger } from '../../telemetry/logger.ts'
import { recordEvent } from '../users/audit.ts'
import type { Users } from '../users/service.ts'
import { type AccountOutcome, findOrCreateAccount, type TakeOver } from './accounts.ts'
import type { SignInGrants } from './grants.ts'
import {
  consumeExchangeCode,
  deleteExpiredCodesAndNonces,
  findExchangeCodeOwner,
  insertExchangeCode,
  spendNonce,
} from './identities-repository.ts'
import type { Sessions, Visitor } from './sessions.ts'
import {
  createSignInState,
  newSecret,
  type ReturnedSignIn,
  readSignInState,
  type SignInState,
  s256,
} from './sign-in-state.ts'

const codeLifeMs = 60 * 1000

export interface SignInDeps {
  db: Db
  clock: Clock
  signer: Signer
  logger: Logger
  users: Users
  sessions: Sessions
  identity: IdentityProviders
  grants: SignInGrants
  takeOver: TakeOver
  /** URL scheme of the phone app. */
  appScheme: string | null
}

export interface SignInOptions {
  redirect: string | null
  challenge: string | null
  timezone: string | null
}

/** Sign-in data that a phone's operating system gave to the app. */
export interface NativeSignIn {
  token: string
  nonce: string
  timezone: string | null
  /** Apple's authorization code, redeemed for a grant that can revoke the sign-in later. */
  code?: string | null
  firstName?: string
  lastName?: string
}

export function createSignIn(deps: SignInDeps) {
  const { db, clock, signer, logger, users, sessions, identity, grants, appScheme } = deps

  const redirectOf = (provider: IdentityProvider): RedirectSignIn => {
    const found = identity.redirects[provider]
    if (!found) throw new AppError('sign_in_not_set_up')
    return found
  }

  /** Finds, links or creates the account, and records a security event. */
  async function resolveAccount(
    trx: Trx,
    proven: ProvenIdentity,
    { network, timezone, grant }: { network: string; timezone: string | null; grant: Grant | null },
  ): Promise<AccountOutcome> {
    const at = clock.now()
    const account = await findOrCreateAccount(trx, users, proven, { now: at, timezone, takeOver: deps.takeOver })
    const details = { provider: proven.provider }
    if (account.kind === 'refused')
      await recordEvent(trx, {
        event: 'login_failed',
        userId: null,
        network,
        at,
        details: { ...details, code: account.code },
      })
    else if (account.how !== 'known') {
      const event = { linked: 'sign_in_linked', taken_over: 'account_taken_over', registered: 'registered' } as const
      await recordEvent(trx, { event: event[account.how], userId: account.userId, network, at, details })
    }
    if (account.kind === 'user') await grants.save(trx, proven, grant)
    return account
  }

  async function openSession(trx: Trx, userId: number, visitor: Visitor): Promise<string> {
    await recordEvent(trx, { event: 'logged_in', userId, network: visitor.network, at: clock.now() })
    return await sessions.open(trx, userId, visitor)
  }

  /** Finds or creates the account and issues a one-time code that only the browser or app that started the sign-in can use. */
  async function issueCode(
    { proven, grant }: { proven: ProvenIdentity; grant: Grant | null },
    started: ReturnedSignIn,
    network: string,
  ): Promise<string> {
    const { state, ties, endsAt } = started
    const code = newSecret()
    await inTransaction(async trx => {
      const now = clock.now()
      if (!(await spendNonce(trx, s256(ties.nonce), endsAt))) return 'sign_in_failed'
      const account = await resolveAccount(trx, proven, { network, timezone: state.timezone, grant })
      if (account.kind === 'refused') return account.code
      await insertExchangeCode(trx, {
        codeHash: s256(code),
        userId: account.userId,
        boundTo: state.challenge ? `app:${state.challenge}` : `browser:${state.browser}`,
        redirect: state.redirect,
        expiresAt: new Date(now.getTime() + codeLifeMs),
      })
      return { done: undefined }
    })
    return code
  }

  /** Throws a failure only after the commit, so that used nonces and codes stay used. */
  async function inTransaction<T>(work: (trx: Trx) => Promise<FailureCode | { done: T }>): Promise<T> {
    const result = await db.transaction().execute(work)
    if (typeof result === 'string') throw new AppError(result)
    return result.done
  }

  const callbackOf = (state: SignInState | undefined): string =>
    state?.challenge && appScheme !== null ? `${appScheme}://auth/callback` : '/auth/callback'

  return {
    /** Providers that browsers and phone apps can offer. */
    providers(): { web: IdentityProvider[]; native: IdentityProvider[] } {
      const configured = (providers: Partial<Record<IdentityProvider, unknown>>) =>
        identityProvider.options.filter(name => providers[name] !== undefined)
      return { web: configured(identity.redirects), native: configured(identity.tokens) }
    },

    /** Returns the URL to redirect the browser to. `secret` is the value of its sign-in cookie. */
    async begin(provider: IdentityProvider, options: SignInOptions, secret: string): Promise<URL> {
      const redirect = redirectOf(provider)
      return await redirect.begin(
        createSignInState(signer, { provider, browser: s256(secret), ...options }, clock.now()),
      )
    },

    /**
     * Completes a sign-in that returned from the provider. Failures, rate limits included, are returned as a path to redirect
     * to, not thrown. `secret` comes from the browser's cookie; undefined if the browser could not send it, in which case only
     * the exchange checks it.
     */
    async finish(
      provider: IdentityProvider,
      returned: URLSearchParams,
      { network, limits, secret }: { network: string; limits: Limits; secret?: string | null },
    ): Promise<string> {
      const started = readSignInState(signer, returned.get('state') ?? '')
      try {
        await limits.take('sign_in_network', network)
        if (started?.state.provider !== provider || clock.now() > started.endsAt) throw new AppError('sign_in_failed')
        const { state, ties } = started
        if (secret !== undefined && (secret === null || s256(secret) !== state.browser))
          throw new AppError('sign_in_failed')
        const { identity: proven, code } = await redirectOf(provider).finish(returned, ties)
        const grant = await grants.redeem(provider, code)
        return `${callbackOf(state)}?token=${await issueCode({ proven, grant }, started, network)}`
      } catch (error) {
        if (!(error instanceof AppError || error instanceof ProviderError)) throw error
        logger.warn({ err: error, provider }, 'sign-in failed')
        return failurePath(error.code, callbackOf(started?.state))
      }
    },

    /** Exchanges a one-time code for a session. The first attempt uses the code up, even if it fails. */
    async exchange(
      token: string,
      proof: { verifier: string | null; secret: string | null },
      visitor: Visitor,
    ): Promise<ExchangeResponse> {
      const codeHash = s256(token)
      const proofs = [
        ...(proof.verifier ? [`app:${s256(proof.verifier)}`] : []),
        ...(proof.secret ? [`browser:${s256(proof.secret)}`] : []),
      ]
      const opened = await inTransaction(async trx => {
        const owner = await findExchangeCodeOwner(trx, codeHash)
        // The user is locked before the code is consumed, so that a concurrent password change waits and ends this session too.
        const user = owner === undefined ? undefined : await users.lock(trx, owner)
        const code = user && (await consumeExchangeCode(trx, codeHash))
        if (!code || code.expires_at < clock.now() || !proofs.includes(code.bound_to)) return 'sign_in_failed'
        return { done: { token: await openSession(trx, user.id, visitor), user, redirect: code.redirect } }
      })
      return { ...opened, user: await users.present(opened.user) }
    },

    /** Signs in with the identity token that a phone gave to the app. Apple sends the name next to the token, Google inside it. */
    async withToken(provider: IdentityProvider, received: NativeSignIn, visitor: Visitor): Promise<AuthResponse> {
      const tokens = identity.tokens[provider]
      if (!tokens) throw new AppError('sign_in_not_set_up')
      const nonce = createHash('sha256').update(received.nonce).digest('hex')
      const { identity: proven, expiresAt, clientId } = await tokens.verify(received.token, nonce)
      const grant = await grants.redeem(
        provider,
        received.code ? { code: received.code, clientId, redirectUri: null } : null,
      )
      const withName = {
        ...proven,
        firstName: received.firstName || proven.firstName,
        lastName: received.lastName || proven.lastName,
      }
      const opened = await inTransaction(async trx => {
        if (!(await spendNonce(trx, nonce, expiresAt))) return 'sign_in_failed'
        const { network } = visitor
        const account = await resolveAccount(trx, withName, { network, timezone: received.timezone, grant })
        if (account.kind === 'refused') return account.code
        const user = await users.lock(trx, account.userId)
        if (!user) return 'sign_in_failed'
        return { done: { token: await openSession(trx, user.id, visitor), user } }
      })
      return { ...opened, user: await users.present(opened.user) }
    },

    deleteExpired: () => deleteExpiredCodesAndNonces(db, clock.now()),
  }
}

export type SignIn = ReturnType<typeof createSignIn>

/** Redirect path for a failure: the login page for browsers, the callback URL for the app. */
export function failurePath(code: FailureCode, callback: string): string {
  const page = callback.startsWith('/') ? '/login' : callback
  return `${page}?error=auth_failed${code === 'sign_in_failed' ? '' : `&code=${code}`}`
}
