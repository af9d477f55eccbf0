import { planById } from '@recaps/domain/plans'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useClient, useSession } from '../../../api/ConnectionContext.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { refetchEntitlement, useEntitlementUntilLoaded } from '../queries.ts'
import { texts } from '../texts.ts'
import { getPhoneStore } from './phone-store.ts'
import { claimStorePurchases } from './store-claims.ts'

/**
 * Reports store purchases that the server does not know yet: on app start, when the store reports a change, and when the
 * network is back. So no purchase is lost.
 */
export const StorePurchaseReporter = () => (useSession().kind === 'signed_in' ? <PurchaseReporter /> : null)

const firstPauseMs = 10_000
const maxPauseMs = 300_000

function PurchaseReporter() {
  const { data } = useEntitlementUntilLoaded()
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  const latest = useRef(data)
  latest.current = data
  const store = data && getPhoneStore(data)
  const account = store?.accountToken

  useEffect(() => {
    const known = latest.current
    const currentStore = known && getPhoneStore(known)
    if (!account || !currentStore) return
    const answered = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    let pauseMs = firstPauseMs
    let isStopped = false
    const reportPurchases = async () => {
      clearTimeout(timer)
      const { accepted, shouldRetry } = await claimStorePurchases(
        client,
        currentStore,
        latest.current ?? known,
        answered,
      ).catch(error => {
        console.error('Could not read purchases from the store:', error)
        return { accepted: [], shouldRetry: false }
      })
      if (isStopped) return
      for (const planId of accepted)
        toast({ topic: 'plan', text: texts.purchased(planById(planId).title), tone: 'success' })
      if (accepted.length > 0) void refetchEntitlement(cache)
      pauseMs = shouldRetry ? Math.min(maxPauseMs, pauseMs * 2) : firstPauseMs
      if (shouldRetry) timer = setTimeout(reportPurchases, pauseMs)
    }
    // Refetches too, because the store reports cancellations to the server directly.
    const onStoreChange = () => void reportPurchases().then(() => refetchEntitlement(cache))
    void reportPurchases()
    const unsubscribe = currentStore.purchases.onChange(onStoreChange)
    addEventListener('online', reportPurchases)
    return () => {
      isStopped = true
      clearTimeout(timer)
      unsubscribe()
      removeEventListener('online', reportPurchases)
    }
  }, [account, client, cache, toast])

  return null
}
