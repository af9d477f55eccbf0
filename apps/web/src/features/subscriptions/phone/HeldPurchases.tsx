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
 * Nothing that was bought in the store of this phone is lost: what the server does not know yet is brought to it when the app
 * starts, when the store tells of something or may have changed, and when the network is back.
 */
export const HeldPurchases = () => (useSession().kind === 'signed_in' ? <Claiming /> : null)

const firstPauseMs = 10_000
const longestPauseMs = 300_000

function Claiming() {
  const { data } = usePersistentEntitlement()
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  const newest = useRef(data)
  newest.current = data
  const store = data && storeHere(data)
  const account = store?.accountToken

  useEffect(() => {
    const known = newest.current
    const shop = known && storeHere(known)
    if (!account || !shop) return
    const over = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    let pauseMs = firstPauseMs
    let isOver = false
    const look = async () => {
      clearTimeout(timer)
      const { taken, isUntold } = await claimHeld(client, shop, newest.current ?? known, over).catch(error => {
        console.error('The store could not be asked:', error)
        return { taken: [], isUntold: false }
      })
      if (isOver) return
      for (const planId of taken) toast({ about: 'plan', text: texts.begun(planById(planId).title), tone: 'success' })
      if (taken.length > 0) void refreshMonth(cache)
      pauseMs = isUntold ? Math.min(longestPauseMs, pauseMs * 2) : firstPauseMs
      if (isUntold) timer = setTimeout(look, pauseMs)
    }
    // What was ended in the store the server hears of by itself.
    const lookAnew = () => void look().then(() => refreshMonth(cache))
    void look()
    const stop = shop.purchases.onChange(lookAnew)
    addEventListener('online', look)
    return () => {
      isOver = true
      clearTimeout(timer)
      stop()
      removeEventListener('online', look)
    }
  }, [account, client, cache, toast])

  return null
}
