import { planById } from '@recaps/domain/plans'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useClient, useSession } from '../../../api/ConnectionContext.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { refreshMonth, usePersistentEntitlement } from '../queries.ts'
import { texts } from '../texts.ts'
import { claimHeld } from './store-claims.ts'
import { storeHere } from './store-here.ts'

/**
 * Reports store purchases that the server does not know yet: on app start, when the store reports a change, and when the
 * network is back. So no purchase is lost.
 */
export const HeldPurchases = () => (useSession().kind === 'signed_in' ? <PurchaseReporter /> : null)

const firstPauseMs = 10_000
const maxPauseMs = 300_000

function PurchaseReporter() {
  const { data } = usePersistentEntitlement()
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  const latest = useRef(data)
  latest.current = data
  const store = data && storeHere(data)
  const account = store?.accountToken

  useEffect(() => {
    const known = latest.current
    const currentStore = known && storeHere(known)
    if (!account || !currentStore) return
    const answered = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    let pauseMs = firstPauseMs
    let isStopped = false
    const reportPurchases = async () => {
      clearTimeout(timer)
      const { taken, isUntold } = await claimHeld(client, currentStore, latest.current ?? known, answered).catch(
        error => {
          console.error('Could not read purchases from the store:', error)
          return { taken: [], isUntold: false }
        },
      )
      if (isStopped) return
      for (const planId of taken) toast({ about: 'plan', text: texts.begun(planById(planId).title), tone: 'success' })
      if (taken.length > 0) void refreshMonth(cache)
      pauseMs = isUntold ? Math.min(maxPauseMs, pauseMs * 2) : firstPauseMs
      if (isUntold) timer = setTimeout(reportPurchases, pauseMs)
    }
    // Refetches too, because the store reports cancellations to the server directly.
    const onStoreChange = () => void reportPurchases().then(() => refreshMonth(cache))
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
