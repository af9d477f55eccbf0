import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import { PaymentRefused, type Payments, type StartedPurchase } from '../../ports/payments.ts'
import type { Users } from '../users/service.ts'
import { deleteCustomer, findCustomer, saveCustomer } from './customers-repository.ts'
import type { PaymentKillPoint } from './kill-points.ts'
import type { OperationRow } from './operations-repository.ts'
import type { PaymentCommand } from './payment-commands.ts'

export interface CallProviderDeps {
  db: Db
  clock: Clock
  payments: Payments
  users: Pick<Users, 'byId'>
  passed(point: PaymentKillPoint): void
}

/** Result of a call. The subscriptions must be refreshed afterwards. */
export interface ProviderCallResult {
  subscriptionIds: readonly string[]
  checkout: StartedPurchase | null
  clientSecret: string | null
}

/** How long an idempotency key can be reused: Stripe deletes keys after 24 hours at the earliest. */
export const idempotencyKeyLifetimeMs = 23 * 3600_000

/** Runs an operation at the provider. Its id is the idempotency key, so repeated calls have one effect. */
export function createCallProvider({ db, clock, payments, users, passed }: CallProviderDeps) {
  async function customerOf({ id, user_id }: OperationRow): Promise<string> {
    const known = user_id === null ? null : await findCustomer(db, user_id)
    if (known) return known
    const user = user_id === null ? undefined : await users.byId(user_id)
    if (!user) throw new AppError('unauthorized')
    const name = [user.first_name, user.last_name].filter(Boolean).join(' ') || null
    const created = await payments.createCustomer(id, { id: user.id, email: user.email, name })
    const saved = await saveCustomer(db, user.id, created, clock.now())
    passed('customer-kept')
    return saved
  }

  /** Deletes a customer that the provider no longer knows, so that the next purchase creates a new one. */
  async function withCustomer<T>(operation: OperationRow, call: (customerId: string) => Promise<T>): Promise<T> {
    const customerId = await customerOf(operation)
    try {
      return await call(customerId)
    } catch (error) {
      if (error instanceof PaymentRefused && error.reason === 'not_found') await deleteCustomer(db, customerId)
      throw error
    }
  }

  async function endAllSubscriptions(key: string, customerId: string): Promise<ProviderCallResult> {
    const open = (await payments.listSubscriptions(customerId)).filter(({ isOver }) => !isOver)
    for (const { id } of open) await payments.cancelNow(`${key}:${id}`, id)
    return resultFor(open.map(({ id }) => id))
  }

  return async (operation: OperationRow): Promise<ProviderCallResult> => {
    const command = JSON.parse(operation.wish) as PaymentCommand
    const { id: key, user_id } = operation
    switch (command.kind) {
      case 'begin':
        return await withCustomer(operation, async customerId => {
          const { planId, currency } = command
          const checkout = await payments.startPurchase(key, { userId: user_id!, customerId, planId, currency })
          return { ...resultFor([checkout.subscriptionId]), checkout, clientSecret: checkout.clientSecret }
        })
      case 'buy':
        return await withCustomer(operation, async customerId => {
          const { planId, currency, paymentMethodId } = command
          const bought = await payments.buyWithSavedMethod(key, {
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
        return resultOf(await payments.cancelDowngrade(key, command.subscriptionId))
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
        const currentKey = age < idempotencyKeyLifetimeMs ? key : `${key}:${Math.floor(age / idempotencyKeyLifetimeMs)}`
        if ('customerId' in command) return await endAllSubscriptions(currentKey, command.customerId)
        await payments.cancelNow(currentKey, command.subscriptionId)
        return resultFor([command.subscriptionId])
      }
    }
  }
}

const resultFor = (subscriptionIds: string[], clientSecret: string | null = null): ProviderCallResult => ({
  subscriptionIds,
  checkout: null,
  clientSecret,
})

const resultOf = ({ id, clientSecret }: { id: string; clientSecret: string | null }): ProviderCallResult =>
  resultFor([id], clientSecret)
