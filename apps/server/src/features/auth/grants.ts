import { daysToMs } from '@recaps/domain/retention'
import type { Db } from '../../database/open.ts'
import { ProviderError } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Encryptor } from '../../ports/encryptor.ts'
import type { Grant, GrantCode, IdentityProviderName, IdentityProviders, ProvenIdentity } from '../../ports/identity.ts'
import type { Logger } from '../../telemetry/logger.ts'
import { deleteGrantToRevoke, findGrantsToRevoke, saveGrant, scheduleRevocations } from './grants-repository.ts'

/** After this time we give up: the provider doesn't answer, or its key was removed from the settings. */
const retryForMs = daysToMs(30)

export interface SignInGrantsDeps {
  db: Db
  clock: Clock
  sealer: Encryptor
  logger: Logger
  grants: IdentityProviders['grants']
}

/**
 * Refresh tokens used to revoke a sign-in at its provider. We redeem one during sign-in, store it encrypted with the identity
 * and use it when the account is deleted. Signing in works without one.
 */
export function createSignInGrants({ db, clock, sealer, logger, grants }: SignInGrantsDeps) {
  return {
    /** Returns null if the provider issues no grant or doesn't answer. */
    async redeem(provider: IdentityProviderName, code: GrantCode | null): Promise<Grant | null> {
      const client = grants[provider]
      if (!client || !code) return null
      try {
        return await client.redeem(code)
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        logger.warn({ err: error, provider }, 'redeeming a sign-in grant failed; the sign-in cannot be revoked later')
        return null
      }
    },

    /** Replaces the stored grant. Without a new grant, the stored one stays. */
    async save(trx: Trx, identity: ProvenIdentity, grant: Grant | null): Promise<void> {
      if (grant) await saveGrant(trx, identity, { clientId: grant.clientId, tokenSealed: sealer.encrypt(grant.token) })
    },

    /** Schedules the user's sign-ins for revocation, before their identities are deleted. Returns the affected providers. */
    scheduleRevocation: (trx: Trx, userId: number): Promise<IdentityProviderName[]> =>
      scheduleRevocations(trx, userId, clock.now()),

    /** Revokes all scheduled sign-ins. Safe to run in several processes at once, since a sign-in can be revoked twice. */
    async revokeScheduled(): Promise<void> {
      const unavailable = new Set<string>()
      for (const { id, provider, client_id: clientId, token_sealed, created_at } of await findGrantsToRevoke(db)) {
        const client = grants[provider]
        const token = sealer.decrypt(token_sealed)
        const isExpired = clock.now().getTime() - created_at.getTime() > retryForMs
        if (token === null || isExpired) {
          logger.warn({ provider, isExpired }, 'gave up revoking the sign-in of a deleted account')
          await deleteGrantToRevoke(db, id)
        } else if (client && !unavailable.has(provider)) {
          try {
            await client.end({ clientId, token })
            await deleteGrantToRevoke(db, id)
          } catch (error) {
            if (!(error instanceof ProviderError)) throw error
            // Skip the provider's other sign-ins: each would run into the same timeout. A permanent error concerns only this sign-in.
            if (error.retryable) unavailable.add(provider)
            logger.warn({ err: error, provider }, 'revoking a sign-in failed; housekeeping will retry')
          }
        }
      }
    },
  }
}

export type SignInGrants = ReturnType<typeof createSignInGrants>
