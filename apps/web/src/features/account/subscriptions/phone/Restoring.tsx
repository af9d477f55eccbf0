import { planById } from '@recaps/domain/plans'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useClient } from '../../../../api/ConnectionContext.tsx'
import { problemOf } from '../../../../api/problem.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { type ToastMessage, useToast } from '../../../../ui/Toast.tsx'
import { claimPurchase, isKnown, planOfProduct, whoseIs } from '../../../subscriptions/phone/store-claims.ts'
import { useEntitlement } from '../../../subscriptions/queries.ts'
import type { StoreHere } from '../../../subscriptions/store-here.ts'
import { useLookAgain } from '../queries.ts'
import { texts } from '../texts.ts'
import { inStore as storeTexts } from './phone-texts.ts'

/** Restores plans that were bought on another phone or in the store itself. */
export function Restoring({ store }: { store: StoreHere }) {
  const client = useClient()
  const toast = useToast()
  const refreshPlan = useLookAgain()
  const restore = useMutation({
    mutationFn: async (): Promise<ToastMessage> => {
      const owned = (await store.purchases.restore().catch(throwUnreached)).flatMap(purchase => {
        const planId = planOfProduct(store, purchase.productId)
        return planId && !purchase.isPending ? [{ purchase, planId }] : []
      })
      const mine = owned.find(({ purchase }) => whoseIs(purchase, store) !== 'another')
      if (!mine) return { text: owned.length > 0 ? storeTexts.another(store.name) : storeTexts.nothing(store.name) }
      await claimPurchase(client, store, mine.purchase, mine.planId)
      return { about: 'plan', text: texts.pay.done(planById(mine.planId).title), tone: 'success' }
    },
    onSuccess(message) {
      toast(message)
      refreshPlan()
    },
    onError(error) {
      const text = error instanceof StoreUnreached ? storeTexts.unreachable(store.name) : problemOf(error).sentence
      toast({ text, tone: 'danger' })
    },
  })
  const canRestore = useHasUnnamedPlan(store)
  return (
    <>
      {canRestore && <Banner tone="info">{storeTexts.unnamed(store.name)}</Banner>}
      <Button kind="quiet" isWide isBusy={restore.isPending} onClick={() => restore.mutate()}>
        {storeTexts.restore}
      </Button>
    </>
  )
}

/**
 * Whether the store has a plan that names no account. It isn't claimed automatically; the user of the phone is asked to
 * restore it.
 */
function useHasUnnamedPlan(store: StoreHere): boolean {
  const entitlement = useEntitlement().data
  const owned = useQuery({
    queryKey: ['store-held', store.purchases.provider],
    retry: false,
    queryFn: () => store.purchases.held(),
  })
  return (owned.data ?? []).some(purchase => {
    const planId = planOfProduct(store, purchase.productId)
    if (!entitlement || !planId || purchase.isPending || whoseIs(purchase, store) !== 'unnamed') return false
    return !isKnown(entitlement, store, planId)
  })
}

class StoreUnreached extends Error {}

/** Also called if the user didn't enter the password that the store asked for. */
function throwUnreached(cause: unknown): never {
  throw new StoreUnreached('The store did not return any purchases', { cause })
}
