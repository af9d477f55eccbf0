import { daysToMs } from '@recaps/domain/retention'
import type { Db } from '../../database/open.ts'
import { ProviderError } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Grant, GrantCode, IdentityProviderName, IdentityProviders, ProvenIdentity } from '../../ports/identity.ts'
import type { Sealer } from '../../ports/sealer.ts'
import type { Logger } from '../../telemetry/logger.ts'
import { deleteEndingGrant, findEndingGrants, keepGrantOf, noteEndingGrantsOf } from './grants-repository.ts'

/** A provider that has not answered for so long, or a key that was taken out of the settings, will not end it any more. */
const triedForMs = daysToMs(30)

export interface GrantsDeps {
  db: Db
  clock: Clock
  sealer: Sealer
  logger: Logger
  grants: IdentityProviders['grants']
}

/**
 * What a provider gave by which a sign-in can be ended over there. It is asked for while somebody signs in, kept sealed beside
 * their identity, and used when their account is deleted. Nobody waits for it in vain: who signs in is let in without it.
 */
export function createGrants({ db, clock, sealer, logger, grants }: GrantsDeps) {
  return {
    /** Null where the provider gives none, or did not answer. */
    async redeem(provider: IdentityProviderName, code: GrantCode | null): Promise<Grant | null> {
      const at = grants[provider]
      if (!at || !code) return null
      try {
        return await at.redeem(code)
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        logger.warn({ err: error, provider }, 'a sign-in cannot be ended at its provider later')
        return null
      }
    },

    /** The newest takes the place of the one before; without one that stays. */
    async keep(trx: Trx, identity: ProvenIdentity, grant: Grant | null): Promise<void> {
      if (grant) await keepGrantOf(trx, identity, { clientId: grant.clientId, tokenSealed: sealer.seal(grant.token) })
    },

    /** Before the identities go: notes that their sign-ins are to be ended, and gives of which providers. */
    endLater: (trx: Trx, userId: number): Promise<IdentityProviderName[]> =>
      noteEndingGrantsOf(trx, userId, clock.now()),

    /** Ends what is noted. Several processes may do it at once: a sign-in is ended twice without complaint. */
    async endDue(): Promise<void> {
      const silent = new Set<string>()
      for (const { id, provider, client_id: clientId, token_sealed, created_at } of await findEndingGrants(db)) {
        const at = grants[provider]
        const token = sealer.open(token_sealed)
        const isLate = clock.now().getTime() - created_at.getTime() > triedForMs
        if (token === null || isLate) {
          logger.warn({ provider, isLate }, 'a sign-in of a deleted account was not ended at its provider')
          await deleteEndingGrant(db, id)
        } else if (at && !silent.has(provider)) {
          try {
            await at.end({ clientId, token })
            await deleteEndingGrant(db, id)
          } catch (error) {
            if (!(error instanceof ProviderError)) throw error
            // The others would wait for it as long, each. What is refused is refused by itself.
            if (error.retryable) silent.add(provider)
            logger.warn({ err: error, provider }, 'a sign-in was not ended at its provider; the next round tries again')
          }
        }
      }
    },
  }
}

export type SignInGrants = ReturnType<typeof createGrants>
