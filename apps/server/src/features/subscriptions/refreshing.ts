import { planById } from '@recaps/domain/plans'
import type { Db } from '../../database/open.ts'
import { hasCode } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { PaidSubscription, Payments } from '../../ports/payments.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { forgetCustomer, ownerOf } from './customers-repository.ts'
import { insertMovements } from './movements-repository.ts'
import { isOver, projectionOf } from './projection.ts'
import {
  beginLook,
  findByProviderId,
  findLive,
  holdForLook,
  insertPurchase,
  type PurchaseRow,
  updatePurchase,
} from './repository.ts'
import type { News } from './telling.ts'
import type { Wish } from './wishes.ts'

export interface RefreshingDeps {
  db: Db
  clock: Clock
  logger: Logger
  metrics: Metrics
  payments: Pick<Payments, 'subscription' | 'subscriptionsOf'>
  /** In the transaction that writes what was seen. */
  tell(trx: Trx, news: News): Promise<void>
  /** The provider is a stand-in: what it does not know any more has ended. */
  isForgetful: boolean
  endLater(trx: Trx, wish: Extract<Wish, { kind: 'end' }>): Promise<void>
}

type Owner = { userId: number; isGone: boolean }

const triesAllowed = 4

/**
 * Nobody is believed but the provider: a look is counted, asks it outside of any transaction, and is written only where
 * no later look was. Each change has an event whose look begins after it, so that what is written last is what is so.
 */
export function createRefreshing(deps: RefreshingDeps) {
  const { db, clock, logger, metrics, payments } = deps

  /** Null for what is none of ours, or has gone. */
  async function refresh(subscriptionId: string): Promise<PurchaseRow | null> {
    for (let tries = 1; ; tries++) {
      const look = await beginLook(db, subscriptionId)
      const told = await payments.subscription(subscriptionId)
      if (!told) return look === undefined ? null : await missing(subscriptionId)
      const owner = await ownerOf(db, told.customerId)
      if (!owner || owner.userId === null) return null
      try {
        const row = await write(told, look, { ...owner, userId: owner.userId })
        // Another look has made the row meanwhile: what it saw may be later.
        if (row !== 'made') return row
      } catch (error) {
        if (tries >= triesAllowed || !isSecondLive(error)) throw error
        await giveWay(owner.userId, told)
      }
      if (tries >= triesAllowed) throw new Error(`The row of ${subscriptionId} comes and goes`)
    }
  }

  /** Nobody loses a plan because the keys of another account were set by mistake. */
  async function missing(subscriptionId: string): Promise<PurchaseRow | null> {
    const row = await findByProviderId(db, subscriptionId)
    if (!row || !deps.isForgetful || isOver(row.status)) {
      logger.error({ subscriptionId }, 'the provider does not know a subscription of ours')
      return row ?? null
    }
    if (row.customer_id) await forgetCustomer(db, row.customer_id)
    const now = clock.now()
    return await db
      .transaction()
      .execute(trx => updatePurchase(trx, row.id, { status: 'canceled', ends_at: now, updated_at: now }))
  }

  const write = (
    told: PaidSubscription,
    look: number | undefined,
    owner: Owner,
  ): Promise<PurchaseRow | null | 'made'> =>
    db.transaction().execute(async trx => {
      const now = clock.now()
      const before = look === undefined ? undefined : await holdForLook(trx, told.id, look)
      // A later look is written already.
      if (look !== undefined && !before) return (await findByProviderId(trx, told.id)) ?? null
      const { seen, isOdd, isToEnd } = projectionOf(told, before, now)
      if (isOdd) {
        logger.error({ subscriptionId: told.id, state: told.standing.state }, 'a subscription of a kind nobody knows')
        metrics.paymentUnknown()
      }
      if (!seen) return null
      const { userId } = owner
      const of = {
        userId,
        type: planById(seen.plan_id).type,
        customerId: told.customerId,
        subscriptionId: told.id,
        now,
      }
      const isTold = before?.told_grace_end && before.issue_since?.getTime() === seen.issue_since?.getTime()
      const after = before
        ? await updatePurchase(trx, before.id, {
            ...seen,
            told_grace_end: isTold ?? false,
            looks_done: look!,
            updated_at: now,
          })
        : await insertPurchase(trx, seen, of)
      if (!after) return 'made'
      const movements = await insertMovements(trx, { userId, purchaseId: after.id }, told.movements)
      // Somebody paid in the very moment in which it was given up.
      if (before?.status === 'pending' && isOver(after.status) && movements.some(({ kind }) => kind === 'charge'))
        logger.error({ userId, subscriptionId: told.id }, 'paid and over at once: the money is to be given back')
      if (isToEnd || (owner.isGone && !isOver(after.status) && told.endedAt === null))
        await deps.endLater(trx, { kind: 'end', subscriptionId: told.id })
      if (!owner.isGone) await deps.tell(trx, { before, after, movements })
      return after
    })

  /** Two of one user that live: the other may have ended without our knowing, and one that is not paid ends for one that is. */
  async function giveWay(userId: number, told: PaidSubscription): Promise<void> {
    const other = await findLive(db, userId)
    if (!other?.stripe_subscription_id || other.stripe_subscription_id === told.id) return
    const now = await refresh(other.stripe_subscription_id)
    if (!now || isOver(now.status)) return
    logger.error(
      { userId, subscriptionId: told.id, other: other.stripe_subscription_id },
      'two subscriptions of one user',
    )
    if (now.status === 'pending')
      await db
        .transaction()
        .execute(trx => deps.endLater(trx, { kind: 'end', subscriptionId: other.stripe_subscription_id! }))
  }

  return {
    refresh,

    /** All that the provider knows of a customer. */
    async refreshCustomer(customerId: string): Promise<void> {
      for (const { id } of await payments.subscriptionsOf(customerId)) await refresh(id)
    },
  }
}

export type Refreshing = ReturnType<typeof createRefreshing>

const isSecondLive = (error: unknown): boolean =>
  hasCode(error, '23505') && (error as { constraint?: string }).constraint === 'user_subscriptions_live'
