import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import { type BegunPurchase, PaymentRefused, type Payments } from '../../ports/payments.ts'
import type { Users } from '../users/service.ts'
import { findCustomer, forgetCustomer, keepCustomer } from './customers-repository.ts'
import type { OperationRow } from './operations-repository.ts'
import type { PaymentPoint } from './points.ts'
import type { Wish } from './wishes.ts'

export interface CallingDeps {
  db: Db
  clock: Clock
  payments: Payments
  users: Pick<Users, 'byId'>
  passed(point: PaymentPoint): void
}

/** What came of a call; the subscription is to be looked at anew. */
export interface Called {
  subscriptionIds: readonly string[]
  begun: BegunPurchase | null
  clientSecret: string | null
}

/** So long the provider knows an idempotency key. */
export const keysKeptForMs = 23 * 3600_000

/** Calls the provider for an operation, with its id as the key: again and again, with one effect. */
export function createCalling({ db, clock, payments, users, passed }: CallingDeps) {
  async function customerOf({ id, user_id }: OperationRow): Promise<string> {
    const known = user_id === null ? null : await findCustomer(db, user_id)
    if (known) return known
    const user = user_id === null ? undefined : await users.byId(user_id)
    if (!user) throw new AppError('unauthorized')
    const name = [user.first_name, user.last_name].filter(Boolean).join(' ') || null
    const made = await payments.createCustomer(id, { id: user.id, email: user.email, name })
    const kept = await keepCustomer(db, user.id, made, clock.now())
    passed('customer-kept')
    return kept
  }

  /** One that the provider does not know any more is forgotten: the next purchase makes another. */
  async function withCustomer<T>(operation: OperationRow, call: (customerId: string) => Promise<T>): Promise<T> {
    const customerId = await customerOf(operation)
    try {
      return await call(customerId)
    } catch (error) {
      if (error instanceof PaymentRefused && error.reason === 'not_found') await forgetCustomer(db, customerId)
      throw error
    }
  }

  async function endAllOf(key: string, customerId: string): Promise<Called> {
    const open = (await payments.subscriptionsOf(customerId)).filter(({ isOver }) => !isOver)
    for (const { id } of open) await payments.end(`${key}:${id}`, id)
    return called(open.map(({ id }) => id))
  }

  return async (operation: OperationRow): Promise<Called> => {
    const wish = JSON.parse(operation.wish) as Wish
    const { id: key, user_id } = operation
    switch (wish.kind) {
      case 'begin':
        return await withCustomer(operation, async customerId => {
          const { planId, currency } = wish
          const begun = await payments.begin(key, { userId: user_id!, customerId, planId, currency })
          return { ...called([begun.subscriptionId]), begun, clientSecret: begun.clientSecret }
        })
      case 'buy':
        return await withCustomer(operation, async customerId => {
          const { planId, currency, paymentMethodId } = wish
          const told = await payments.buyWith(key, { userId: user_id!, customerId, planId, currency, paymentMethodId })
          return called([told.id], told.clientSecret)
        })
      case 'cancel':
      case 'resume':
        return one(await payments.setCanceling(key, wish.subscriptionId, wish.kind === 'cancel'))
      case 'keep':
        return one(await payments.keepPlan(key, wish.subscriptionId))
      case 'upgrade':
        return one(await payments.upgrade(key, wish.subscriptionId, wish.planId))
      case 'downgrade':
        return one(await payments.downgrade(key, wish.subscriptionId, wish.planId))
      case 'refund':
        await payments.refund(key, wish.chargeId)
        return called([wish.subscriptionId])
      case 'end': {
        // Nothing is lost by ending twice, so the key may change once the provider has forgotten it.
        const age = clock.now().getTime() - operation.created_at.getTime()
        const fresh = age < keysKeptForMs ? key : `${key}:${Math.floor(age / keysKeptForMs)}`
        if ('customerId' in wish) return await endAllOf(fresh, wish.customerId)
        await payments.end(fresh, wish.subscriptionId)
        return called([wish.subscriptionId])
      }
    }
  }
}

const called = (subscriptionIds: string[], clientSecret: string | null = null): Called => ({
  subscriptionIds,
  begun: null,
  clientSecret,
})

const one = (told: { id: string; clientSecret: string | null }): Called => called([told.id], told.clientSecret)
