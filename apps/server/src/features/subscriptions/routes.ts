import { subscriptions as contract, type MonthlyUseResponse } from '@recaps/contract/subscriptions'
import type { Router } from '../../http/router.ts'
import type { Subscriptions } from './service.ts'

/** `monthOf` comes from summaries, which keep the ledger and stand later in the order. */
export function bindSubscriptions(
  { bind }: Router,
  subscriptions: Subscriptions,
  monthOf: (userId: number) => Promise<MonthlyUseResponse>,
): void {
  bind(contract.plans, async () => subscriptions.list())
  bind(contract.user, async (_, { session }) => ({
    ...(await subscriptions.ofUser(session.userId)),
    month: await monthOf(session.userId),
    payments: { provider: 'none' as const, publishableKey: null, scriptUrl: null, isTest: false },
  }))
}
