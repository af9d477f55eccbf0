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
import { inStore as storeTexts } from './phone-texts.ts'
import { Restoring } from './Restoring.tsx'
import { StoreSheet } from './StoreSheet.tsx'
import { useManaging } from './StoreSteps.tsx'

export function StorePlans({ store, activePlan, month, planStatus, chosen, planToBuy, onChoose, onClose }: Props) {
  const prices = useStorePrices(store)
  const { purchases, products } = store
  const priceOf = (id: string) => {
    const planId = offerablePlan(id)
    return (planId && prices.data?.get(products[planId])) ?? null
  }
  const price = planToBuy && priceOf(planToBuy)
  const manage = useManaging(store)
  return (
    <>
      {prices.isPending && <CardsSkeleton />}
      {prices.isError && (
        <PartFailed of={prices} retry={texts.failed.action} tone="warning">
          {storeTexts.pricesFailed(store.name)}
        </PartFailed>
      )}
      {prices.data && (
        <PlanCards
          activePlan={activePlan}
          month={month}
          planStatus={planStatus}
          chosen={chosen}
          shop={{
            lead: leadOf(planStatus, store),
            priceOf: ({ id }) => priceOf(id),
            // Plans without a store price can't be chosen.
            offerOf: plan =>
              offerablePlan(plan.id) && priceOf(plan.id) === null && plan.id !== activePlan.id
                ? { kind: 'none' }
                : offerInStore(plan, planStatus, activePlan, purchases),
          }}
          onChoose={choice => (choice.kind === 'cancel' ? manage.mutate() : onChoose(choice))}
        />
      )}
      <Restoring store={store} />
      {planToBuy && price && (
        <StoreSheet
          key={planToBuy}
          store={store}
          planId={planToBuy}
          price={price}
          planStatus={planStatus}
          onClose={onClose}
        />
      )}
    </>
  )
}

function leadOf(planStatus: Standing, { name, purchases }: StoreHere): string {
  if (planStatus.kind !== 'running' && planStatus.kind !== 'ending') return storeTexts.lead(name)
  if (planStatus.purchase.paymentMethod !== purchases.method) return storeTexts.elsewhere
  return purchases.canChange ? storeTexts.lead(name) : storeTexts.noChange(name)
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
