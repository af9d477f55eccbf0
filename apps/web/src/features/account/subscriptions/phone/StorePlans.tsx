import { useQuery } from '@tanstack/react-query'
import { PartFailed } from '../../../../ui/PartFailed.tsx'
import type { Standing } from '../../../subscriptions/standing.ts'
import type { StoreHere } from '../../../subscriptions/store-here.ts'
import { offerablePlan } from '../offer.ts'
import { CardsSkeleton, PlanCards } from '../PlanCards.tsx'
import type * as browsers from '../StorePlans.tsx'
import type { Props } from '../StorePlans.tsx'
import { texts } from '../texts.ts'
import { offerInStore } from './offer-in-store.ts'
import { inStore as words } from './phone-texts.ts'
import { Restoring } from './Restoring.tsx'
import { StoreSheet } from './StoreSheet.tsx'
import { useManaging } from './StoreSteps.tsx'

/** The plans at the prices of the store, and what is bought of them there. */
export function StorePlans({ store, counts, month, standing, chosen, wish, onAct, onClose }: Props) {
  const prices = useStorePrices(store)
  const { purchases, products } = store
  const priceOf = (id: string) => {
    const planId = offerablePlan(id)
    return (planId && prices.data?.get(products[planId])) ?? null
  }
  const price = wish && priceOf(wish)
  const manage = useManaging(store)
  return (
    <>
      {prices.isPending && <CardsSkeleton />}
      {prices.isError && (
        <PartFailed of={prices} retry={texts.failed.action} tone="warning">
          {words.pricesFailed(store.name)}
        </PartFailed>
      )}
      {prices.data && (
        <PlanCards
          counts={counts}
          month={month}
          standing={standing}
          chosen={chosen}
          shop={{
            lead: leadOf(standing, store),
            priceOf: ({ id }) => priceOf(id),
            // What the store does not sell here cannot be chosen.
            offerOf: plan =>
              offerablePlan(plan.id) && priceOf(plan.id) === null && plan.id !== counts.id
                ? { kind: 'none' }
                : offerInStore(plan, standing, counts, purchases),
          }}
          onAct={choice => (choice.kind === 'cancel' ? manage.mutate() : onAct(choice))}
        />
      )}
      <Restoring store={store} />
      {wish && price && (
        <StoreSheet key={wish} store={store} planId={wish} price={price} standing={standing} onClose={onClose} />
      )}
    </>
  )
}

function leadOf(standing: Standing, { name, purchases }: StoreHere): string {
  if (standing.kind !== 'running' && standing.kind !== 'ending') return words.lead(name)
  if (standing.purchase.paymentMethod !== purchases.method) return words.elsewhere
  return purchases.canChange ? words.lead(name) : words.noChange(name)
}

function useStorePrices({ purchases, products }: StoreHere) {
  return useQuery({
    queryKey: ['store-prices', purchases.provider],
    staleTime: 600_000,
    retry: false,
    queryFn: () => purchases.prices(Object.values(products)),
  })
}

StorePlans satisfies typeof browsers.StorePlans
