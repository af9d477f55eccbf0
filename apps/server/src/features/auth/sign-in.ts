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
import { accountOf, type Found, type TakeOver } from './accounts.ts'
import type { SignInGrants } from './grants.ts'
import { findCodeOwner, forgetExpired, insertCode, spendNonce, takeCode } from './identities-repository.ts'
import type { Sessions, Visitor } from './sessions.ts'
import { beginState, type CameBack, newSecret, readState, type SignInState, s256 } from './sign-in-state.ts'

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
  /** Scheme of the phone app's addresses. */
  appScheme: string | null
}

export interface Wishes {
  redirect: string | null
  challenge: string | null
  timezone: string | null
}

/** What an app on a phone was given by its system. */
export interface Brought {
  token: string
  nonce: string
  timezone: string | null
  /** By which Apple can be asked later to end the sign-in. */
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

  /** Finds, joins or makes the account, and notes what of it happened. */
  async function accountFor(
    trx: Trx,
    proven: ProvenIdentity,
    { network, timezone, grant }: { network: string; timezone: string | null; grant: Grant | null },
  ): Promise<Found> {
    const at = clock.now()
    const account = await accountOf(trx, users, proven, { now: at, timezone, takeOver: deps.takeOver })
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
    if (account.kind === 'user') await grants.keep(trx, proven, grant)
    return account
  }

  async function openSession(trx: Trx, userId: number, visitor: Visitor): Promise<string> {
    await recordEvent(trx, { event: 'logged_in', userId, network: visitor.network, at: clock.now() })
    return await sessions.open(trx, userId, visitor)
  }

  /** Finds or makes the account, and gives whoever began the sign-in a code that only they can exchange; once. */
  async function issueCode(
    { proven, grant }: { proven: ProvenIdentity; grant: Grant | null },
    begun: CameBack,
    network: string,
  ): Promise<string> {
    const { state, ties, endsAt } = begun
    const code = newSecret()
    await inTransaction(async trx => {
      const now = clock.now()
      if (!(await spendNonce(trx, s256(ties.nonce), endsAt))) return 'sign_in_failed'
      const account = await accountFor(trx, proven, { network, timezone: state.timezone, grant })
      if (account.kind === 'refused') return account.code
      await insertCode(trx, {
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

  /** A refusal is told after the commit: what was spent on the way stays spent. */
  async function inTransaction<T>(work: (trx: Trx) => Promise<FailureCode | { done: T }>): Promise<T> {
    const result = await db.transaction().execute(work)
    if (typeof result === 'string') throw new AppError(result)
    return result.done
  }

  const callbackOf = (state: SignInState | undefined): string =>
    state?.challenge && appScheme !== null ? `${appScheme}://auth/callback` : '/auth/callback'

  return {
    /** Which sign-ins browsers and phones may offer. */
    providers(): { web: IdentityProvider[]; native: IdentityProvider[] } {
      const ofThose = (ways: Partial<Record<IdentityProvider, unknown>>) =>
        identityProvider.options.filter(name => ways[name] !== undefined)
      return { web: ofThose(identity.redirects), native: ofThose(identity.tokens) }
    },

    /** Where the browser is sent; `secret` is what its cookie holds from then on. */
    async begin(provider: IdentityProvider, wishes: Wishes, secret: string): Promise<URL> {
      const at = redirectOf(provider)
      return await at.begin(beginState(signer, { provider, browser: s256(secret), ...wishes }, clock.now()))
    },

    /**
     * Ends a sign-in that came back from the provider; never throws what the person can be told, also where too many have
     * tried from the network. `secret` is that of the browser's cookie; undefined where the browser does not send it along,
     * and then the exchange alone asks for it.
     */
    async finish(
      provider: IdentityProvider,
      returned: URLSearchParams,
      { network, limits, secret }: { network: string; limits: Limits; secret?: string | null },
    ): Promise<string> {
      const begun = readState(signer, returned.get('state') ?? '')
      try {
        await limits.take('sign_in_network', network)
        if (begun?.state.provider !== provider || clock.now() > begun.endsAt) throw new AppError('sign_in_failed')
        const { state, ties } = begun
        if (secret !== undefined && (secret === null || s256(secret) !== state.browser))
          throw new AppError('sign_in_failed')
        const { identity: proven, code } = await redirectOf(provider).finish(returned, ties)
        const grant = await grants.redeem(provider, code)
        return `${callbackOf(state)}?token=${await issueCode({ proven, grant }, begun, network)}`
      } catch (error) {
        if (!(error instanceof AppError || error instanceof ProviderError)) throw error
        logger.warn({ err: error, provider }, 'sign-in failed')
        return failurePath(error.code, callbackOf(begun?.state))
      }
    },

    /** The session for a one-time code. A code that was tried once is used up, whoever tried it. */
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
        const owner = await findCodeOwner(trx, codeHash)
        // Locked before the code is taken: a change of the password waits, then ends this session too.
        const user = owner === undefined ? undefined : await users.lock(trx, owner)
        const code = user && (await takeCode(trx, codeHash))
        if (!code || code.expires_at < clock.now() || !proofs.includes(code.bound_to)) return 'sign_in_failed'
        return { done: { token: await openSession(trx, user.id, visitor), user, redirect: code.redirect } }
      })
      return { ...opened, user: await users.present(opened.user) }
    },

    /** On a phone: the token that the system gave to the app, once. Apple tells the name beside it, Google in it. */
    async withToken(provider: IdentityProvider, brought: Brought, visitor: Visitor): Promise<AuthResponse> {
      const tokens = identity.tokens[provider]
      if (!tokens) throw new AppError('sign_in_not_set_up')
      const nonce = createHash('sha256').update(brought.nonce).digest('hex')
      const { identity: proven, expiresAt, clientId } = await tokens.verify(brought.token, nonce)
      const grant = await grants.redeem(
        provider,
        brought.code ? { code: brought.code, clientId, redirectUri: null } : null,
      )
      const named = {
        ...proven,
        firstName: brought.firstName || proven.firstName,
        lastName: brought.lastName || proven.lastName,
      }
      const opened = await inTransaction(async trx => {
        if (!(await spendNonce(trx, nonce, expiresAt))) return 'sign_in_failed'
        const { network } = visitor
        const account = await accountFor(trx, named, { network, timezone: brought.timezone, grant })
        if (account.kind === 'refused') return account.code
        const user = await users.lock(trx, account.userId)
        if (!user) return 'sign_in_failed'
        return { done: { token: await openSession(trx, user.id, visitor), user } }
      })
      return { ...opened, user: await users.present(opened.user) }
    },

    forgetExpired: () => forgetExpired(db, clock.now()),
  }
}

export type SignIn = ReturnType<typeof createSignIn>

/** In browsers the log-in page tells what went wrong; an app is told by the address that it waits for. */
export function failurePath(code: FailureCode, callback: string): string {
  const page = callback.startsWith('/') ? '/login' : callback
  return `${page}?error=auth_failed${code === 'sign_in_failed' ? '' : `&code=${code}`}`
}
