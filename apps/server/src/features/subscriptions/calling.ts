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

/** Result of a call. The subscriptions must be refreshed afterwards. */
export interface Called {
  subscriptionIds: readonly string[]
  begun: BegunPurchase | null
  clientSecret: string | null
}

/** How long an idempotency key can be reused: Stripe deletes keys after 24 hours at the earliest. */
export const keysKeptForMs = 23 * 3600_000

/** Runs an operation at the provider. Its id is the idempotency key, so repeated calls have one effect. */
export function createCalling({ db, clock, payments, users, passed }: CallingDeps) {
  async function customerOf({ id, user_id }: OperationRow): Promise<string> {
    const known = user_id === null ? null : await findCustomer(db, user_id)
    if (known) return known
    const user = user_id === null ? undefined : await users.byId(user_id)
    if (!user) throw new AppError('unauthorized')
    const name = [user.first_name, user.last_name].filter(Boolean).join(' ') || null
    const created = await payments.createCustomer(id, { id: user.id, email: user.email, name })
    const saved = await keepCustomer(db, user.id, created, clock.now())
    passed('customer-kept')
    return saved
  }

  /** Deletes a customer that the provider no longer knows, so that the next purchase creates a new one. */
  async function withCustomer<T>(operation: OperationRow, call: (customerId: string) => Promise<T>): Promise<T> {
    const customerId = await customerOf(operation)
    try {
      return await call(customerId)
    } catch (error) {
      if (error instanceof PaymentRefused && error.reason === 'not_found') await forgetCustomer(db, customerId)
      throw error
    }
  }

  async function endAllSubscriptions(key: string, customerId: string): Promise<Called> {
    const open = (await payments.subscriptionsOf(customerId)).filter(({ isOver }) => !isOver)
    for (const { id } of open) await payments.end(`${key}:${id}`, id)
    return resultFor(open.map(({ id }) => id))
  }

  return async (operation: OperationRow): Promise<Called> => {
    const command = JSON.parse(operation.wish) as Wish
    const { id: key, user_id } = operation
    switch (command.kind) {
      case 'begin':
        return await withCustomer(operation, async customerId => {
          const { planId, currency } = command
          const checkout = await payments.begin(key, { userId: user_id!, customerId, planId, currency })
          return { ...resultFor([checkout.subscriptionId]), begun: checkout, clientSecret: checkout.clientSecret }
        })
      case 'buy':
        return await withCustomer(operation, async customerId => {
          const { planId, currency, paymentMethodId } = command
          const bought = await payments.buyWith(key, {
            userId: user_id!,
            customerId,
            planId,
            currency,
            paymentMethodId,
          })
          return resultFor([bought.id], bought.clientSecret)
        })
      case 'cancel':
      case 'resume':
        return resultOf(await payments.setCanceling(key, command.subscriptionId, command.kind === 'cancel'))
      case 'keep':
        return resultOf(await payments.keepPlan(key, command.subscriptionId))
      case 'upgrade':
        return resultOf(await payments.upgrade(key, command.subscriptionId, command.planId))
      case 'downgrade':
        return resultOf(await payments.downgrade(key, command.subscriptionId, command.planId))
      case 'refund':
        await payments.refund(key, command.chargeId)
        return resultFor([command.subscriptionId])
      case 'end': {
        // Ending twice is harmless, so a new key is safe once the provider has deleted the old one.
        const age = clock.now().getTime() - operation.created_at.getTime()
        const currentKey = age < keysKeptForMs ? key : `${key}:${Math.floor(age / keysKeptForMs)}`
        if ('customerId' in command) return await endAllSubscriptions(currentKey, command.customerId)
        await payments.end(currentKey, command.subscriptionId)
        return resultFor([command.subscriptionId])
      }
    }
  }
}

const resultFor = (subscriptionIds: string[], clientSecret: string | null = null): Called => ({
  subscriptionIds,
  begun: null,
  clientSecret,
})

const resultOf = ({ id, clientSecret }: { id: string; clientSecret: string | null }): Called =>
  resultFor([id], clientSecret)
