import { useQuery } from '@tanstack/react-query'
import { PartFailed } from '../../../../ui/PartFailed.tsx'
import type { PhoneStore } from '../../../subscriptions/phone-store.ts'
import type { PlanStatus } from '../../../subscriptions/plan-status.ts'
import { CardsSkeleton, PlanCards } from '../PlanCards.tsx'
import { toBuyablePlanId } from '../plan-offer.ts'
import type * as browsers from '../StorePlans.tsx'
import type { Props } from '../StorePlans.tsx'
import { texts } from '../texts.ts'
import { storeTexts } from './phone-texts.ts'
import { RestorePurchases } from './RestorePurchases.tsx'
import { StoreSheet } from './StoreSheet.tsx'
import { useManageSubscription } from './StoreSteps.tsx'
import { storeOfferFor } from './store-offer.ts'

export function StorePlans({ store, activePlan, month, planStatus, chosen, planToBuy, onChoose, onClose }: Props) {
  const prices = useStorePrices(store)
  const { purchases, products } = store
  const priceOf = (id: string) => {
    const planId = toBuyablePlanId(id)
    return (planId && prices.data?.get(products[planId])) ?? null
  }
  const price = planToBuy && priceOf(planToBuy)
  const manage = useManageSubscription(store)
  return (
    <>
      {prices.isPending && <CardsSkeleton />}
      {prices.isError && (
        <PartFailed query={prices} retry={texts.failed.action} tone="warning">
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
              toBuyablePlanId(plan.id) && priceOf(plan.id) === null && plan.id !== activePlan.id
                ? { kind: 'none' }
                : storeOfferFor(plan, planStatus, activePlan, purchases),
          }}
          onChoose={choice => (choice.kind === 'cancel' ? manage.mutate() : onChoose(choice))}
        />
      )}
      <RestorePurchases store={store} />
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

function leadOf(planStatus: PlanStatus, { name, purchases }: PhoneStore): string {
  if (planStatus.kind !== 'running' && planStatus.kind !== 'ending') return storeTexts.lead(name)
  if (planStatus.purchase.paymentMethod !== purchases.method) return storeTexts.elsewhere
  return purchases.canReplacePlan ? storeTexts.lead(name) : storeTexts.noChange(name)
}

function useStorePrices({ purchases, products }: PhoneStore) {
  return useQuery({
    queryKey: ['store-prices', purchases.provider],
    staleTime: 600_000,
    retry: false,
    queryFn: () => purchases.prices(Object.values(products)),
  })
}

StorePlans satisfies typeof browsers.StorePlans
