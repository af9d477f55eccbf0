import type { PlanId } from '@recaps/domain/plans'
import type { TestServer, TestUser } from './start-server.ts'

/** Gives a user an active plan without a payment. */
export const givePlan = ({ server, clock }: TestServer, { id }: Pick<TestUser, 'id'>, planId: PlanId) =>
  server.services.database.db
    .insertInto('user_subscriptions')
    .values({
      user_id: id,
      plan_id: planId,
      type: 'youtube',
      status: 'active',
      started_at: clock.now(),
      payment_method: 'card',
      transaction_id: '',
      amount_cents: 0,
      currency: 'usd',
      is_trial: false,
    })
    .execute()
