import { useMutation } from '@tanstack/react-query'
import { Button } from '../../../../ui/Button.tsx'
import { useToast } from '../../../../ui/Toast.tsx'
import type { PhoneStore } from '../../../subscriptions/phone-store.ts'
import { useRefreshPlan } from '../queries.ts'
import type * as browsers from '../StoreSteps.tsx'
import { storeTexts } from './phone-texts.ts'

/** Opens the store's page for managing subscriptions. */
export function useManageSubscription(store: PhoneStore | null) {
  const toast = useToast()
  const refreshPlan = useRefreshPlan()
  return useMutation({
    mutationFn: async () => store?.purchases.manage(),
    onSuccess: refreshPlan,
    onError: () => toast({ text: store ? storeTexts.unreachable(store.name) : '', tone: 'danger' }),
  })
}

export function StoreSteps({ store }: { store: PhoneStore }) {
  const manage = useManageSubscription(store)
  return (
    <div className="current-plan__steps">
      <Button icon="external" isBusy={manage.isPending} onClick={() => manage.mutate()}>
        {storeTexts.manage(store.name)}
      </Button>
    </div>
  )
}

export const ByCardNote = () => <p>{storeTexts.byCard}</p>

StoreSteps satisfies typeof browsers.StoreSteps
ByCardNote satisfies typeof browsers.ByCardNote
