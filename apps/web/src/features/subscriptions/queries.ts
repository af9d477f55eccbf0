import type { MonthlyUseResponse } from '@recaps/contract'
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

/** A newer count that came with another answer. */
export function rememberMonth(cache: QueryClient, month: MonthlyUseResponse) {
  cache.setQueryData(
    entitlementKey,
    (known: Awaited<ReturnType<Connection['client']['subscriptions']['user']>> | undefined) =>
      known && { ...known, month },
  )
}

export const refreshMonth = (cache: QueryClient) => cache.invalidateQueries({ queryKey: entitlementKey })
