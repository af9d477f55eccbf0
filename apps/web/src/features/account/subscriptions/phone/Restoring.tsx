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
import { inStore as words } from './phone-texts.ts'

/** For who has changed the phone, or bought in the store itself. */
export function Restoring({ store }: { store: StoreHere }) {
  const client = useClient()
  const toast = useToast()
  const lookAgain = useLookAgain()
  const restore = useMutation({
    mutationFn: async (): Promise<ToastMessage> => {
      const held = (await store.purchases.restore().catch(refuse)).flatMap(purchase => {
        const planId = planOfProduct(store, purchase.productId)
        return planId && !purchase.isPending ? [{ purchase, planId }] : []
      })
      const mine = held.find(({ purchase }) => whoseIs(purchase, store) !== 'another')
      if (!mine) return { text: held.length > 0 ? words.another(store.name) : words.nothing(store.name) }
      await claimPurchase(client, store, mine.purchase, mine.planId)
      return { about: 'plan', text: texts.pay.done(planById(mine.planId).title), tone: 'success' }
    },
    onSuccess(message) {
      toast(message)
      lookAgain()
    },
    onError(error) {
      const text = error instanceof StoreUnreached ? words.unreachable(store.name) : problemOf(error).sentence
      toast({ text, tone: 'danger' })
    },
  })
  const isWaiting = useIsUnnamedHere(store)
  return (
    <>
      {isWaiting && <Banner tone="info">{words.unnamed(store.name)}</Banner>}
      <Button kind="quiet" isWide isBusy={restore.isPending} onClick={() => restore.mutate()}>
        {words.restore}
      </Button>
    </>
  )
}

/** Whether the store has a plan that names no account: whoever has the phone in hand is asked, and it is not taken by itself. */
function useIsUnnamedHere(store: StoreHere): boolean {
  const known = useEntitlement().data
  const held = useQuery({
    queryKey: ['store-held', store.purchases.provider],
    retry: false,
    queryFn: () => store.purchases.held(),
  })
  return (held.data ?? []).some(purchase => {
    const planId = planOfProduct(store, purchase.productId)
    if (!known || !planId || purchase.isPending || whoseIs(purchase, store) !== 'unnamed') return false
    return !isKnown(known, store, planId)
  })
}

class StoreUnreached extends Error {}

/** Also where the password that it asked for was not given. */
function refuse(cause: unknown): never {
  throw new StoreUnreached('The store gave nothing', { cause })
}
