import type { MonthlyUseResponse, UserSubscription } from '@recaps/contract'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useConnection } from '../../api/ConnectionContext.tsx'
import type { Connection } from '../../api/connection.ts'
import { useDevice } from '../../device/DeviceContext.tsx'
import { type DeviceStorage, leniently } from '../../device/storage.ts'

const entitlementKey = ['subscriptions', 'user'] as const

const entitlementQuery = ({ client }: Connection, storage: DeviceStorage) =>
  queryOptions({
    queryKey: entitlementKey,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const answer = await client.subscriptions.user({}, { signal })
      leniently(() => {
        storage.set('userSubscription', JSON.stringify(answer.subscriptions))
        storage.set('subscriptions', JSON.stringify([answer.activePlan]))
      }, undefined)
      return answer
    },
  })

/** The active plan and what is left of this month. */
export function useEntitlement() {
  return useQuery(entitlementQuery(useConnection(), useDevice().storage))
}

/** The same, asked again and again until it is known. */
export function usePersistentEntitlement() {
  return useQuery({
    ...entitlementQuery(useConnection(), useDevice().storage),
    refetchInterval: ({ state }) => (state.data ? false : askAgainMs),
  })
}
const askAgainMs = 15_000

/** The same, looked at again while something is about to come of it. */
export function useWatchedEntitlement() {
  return useQuery({
    ...entitlementQuery(useConnection(), useDevice().storage),
    // A cached answer may be older than what was bought on another device.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.subscriptions.some(isOpen) ? lookAgainMs : false),
  })
}
const lookAgainMs = 5000
const isOpen = ({ status }: UserSubscription) => status === 'pending'

export type Entitlement = Awaited<ReturnType<Connection['client']['subscriptions']['user']>>
const change = (cache: QueryClient, part: (known: Entitlement) => Partial<Entitlement>) =>
  cache.setQueryData(entitlementKey, (known: Entitlement | undefined) => known && { ...known, ...part(known) })

/** A newer count that came with another answer. */
export const rememberMonth = (cache: QueryClient, month: MonthlyUseResponse) => change(cache, () => ({ month }))

/** A purchase as another answer has it; what follows from it is asked anew. */
export function rememberPurchase(cache: QueryClient, purchase: UserSubscription) {
  change(cache, ({ subscriptions }) => ({
    subscriptions: [...subscriptions.filter(({ id }) => id !== purchase.id), purchase],
  }))
  void refreshMonth(cache)
}

export const refreshMonth = (cache: QueryClient) => cache.invalidateQueries({ queryKey: entitlementKey })
