import { planById } from '@recaps/domain/plans'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useClient } from '../../../../api/ConnectionContext.tsx'
import { toProblem } from '../../../../api/problem.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { type ToastMessage, useToast } from '../../../../ui/Toast.tsx'
import {
  claimPurchase,
  getPurchaseOwner,
  hasPlanFromStore,
  planForProduct,
} from '../../../subscriptions/phone/store-claims.ts'
import type { PhoneStore } from '../../../subscriptions/phone-store.ts'
import { useEntitlement } from '../../../subscriptions/queries.ts'
import { useRefreshPlan } from '../queries.ts'
import { texts } from '../texts.ts'
import { storeTexts } from './phone-texts.ts'

/** Restores plans that were bought on another phone or in the store itself. */
export function RestorePurchases({ store }: { store: PhoneStore }) {
  const client = useClient()
  const toast = useToast()
  const refreshPlan = useRefreshPlan()
  const restore = useMutation({
    mutationFn: async (): Promise<ToastMessage> => {
      const owned = (await store.purchases.restore().catch(throwUnreached)).flatMap(purchase => {
        const planId = planForProduct(store, purchase.productId)
        return planId && !purchase.isPending ? [{ purchase, planId }] : []
      })
      const mine = owned.find(({ purchase }) => getPurchaseOwner(purchase, store) !== 'another')
      if (!mine)
        return {
          text: owned.length > 0 ? storeTexts.otherAccount(store.name) : storeTexts.nothingToRestore(store.name),
        }
      await claimPurchase(client, store, mine.purchase, mine.planId)
      return { topic: 'plan', text: texts.pay.done(planById(mine.planId).title), tone: 'success' }
    },
    onSuccess(message) {
      toast(message)
      refreshPlan()
    },
    onError(error) {
      const text = error instanceof StoreUnreached ? storeTexts.unreachable(store.name) : toProblem(error).sentence
      toast({ text, tone: 'danger' })
    },
  })
  const canRestore = useHasUnnamedPlan(store)
  return (
    <>
      {canRestore && <Banner tone="info">{storeTexts.canRestore(store.name)}</Banner>}
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
function useHasUnnamedPlan(store: PhoneStore): boolean {
  const entitlement = useEntitlement().data
  const owned = useQuery({
    queryKey: ['store-held', store.purchases.provider],
    retry: false,
    queryFn: () => store.purchases.ownedPurchases(),
  })
  return (owned.data ?? []).some(purchase => {
    const planId = planForProduct(store, purchase.productId)
    if (!entitlement || !planId || purchase.isPending || getPurchaseOwner(purchase, store) !== 'unnamed') return false
    return !hasPlanFromStore(entitlement, store, planId)
  })
}

class StoreUnreached extends Error {}

/** Also called if the user didn't enter the password that the store asked for. */
function throwUnreached(cause: unknown): never {
  throw new StoreUnreached('The store did not return any purchases', { cause })
}
