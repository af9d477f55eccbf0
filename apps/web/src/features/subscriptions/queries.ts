import type { MonthlyUsageResponse, UserSubscription } from '@recaps/contract'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useConnection } from '../../api/ConnectionContext.tsx'
import type { Connection } from '../../api/connection.ts'
import { useDevice } from '../../device/DeviceContext.tsx'
import { type DeviceStorage, withFallback } from '../../device/storage.ts'

const entitlementKey = ['subscriptions', 'user'] as const

const entitlementQuery = ({ client }: Connection, storage: DeviceStorage) =>
  queryOptions({
    queryKey: entitlementKey,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const entitlement = await client.subscriptions.user({}, { signal })
      withFallback(() => {
        storage.set('userSubscription', JSON.stringify(entitlement.subscriptions))
        storage.set('subscriptions', JSON.stringify([entitlement.activePlan]))
      }, undefined)
      return entitlement
    },
  })

/** The active plan, its purchases, and this month's usage. */
export function useEntitlement() {
  return useQuery(entitlementQuery(useConnection(), useDevice().storage))
}

/** Like `useEntitlement`, but polls until the first success. */
export function useEntitlementUntilLoaded() {
  return useQuery({
    ...entitlementQuery(useConnection(), useDevice().storage),
    refetchInterval: ({ state }) => (state.data ? false : retryMs),
  })
}
const retryMs = 15_000

/** Like `useEntitlement`, but polls while a purchase is pending. */
export function useLiveEntitlement() {
  return useQuery({
    ...entitlementQuery(useConnection(), useDevice().storage),
    // The cache may predate a purchase on another device.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.subscriptions.some(isPending) ? pendingPollMs : false),
  })
}
const pendingPollMs = 5000
const isPending = ({ status }: UserSubscription) => status === 'pending'

export type Entitlement = Awaited<ReturnType<Connection['client']['subscriptions']['user']>>
const updateCache = (cache: QueryClient, part: (known: Entitlement) => Partial<Entitlement>) =>
  cache.setQueryData(entitlementKey, (known: Entitlement | undefined) => known && { ...known, ...part(known) })

/** Caches newer monthly usage from the response to another request. */
export const cacheMonthlyUse = (cache: QueryClient, month: MonthlyUsageResponse) =>
  updateCache(cache, () => ({ month }))

/** Caches a purchase from the response to another request, and refetches the entitlement, which depends on it. */
export function cachePurchase(cache: QueryClient, purchase: UserSubscription) {
  updateCache(cache, ({ subscriptions }) => ({
    subscriptions: [...subscriptions.filter(({ id }) => id !== purchase.id), purchase],
  }))
  void refetchEntitlement(cache)
}

export const refetchEntitlement = (cache: QueryClient) => cache.invalidateQueries({ queryKey: entitlementKey })
