import { useMutation } from '@tanstack/react-query'
import { Button } from '../../../../ui/Button.tsx'
import { useToast } from '../../../../ui/Toast.tsx'
import type { StoreHere } from '../../../subscriptions/store-here.ts'
import { useLookAgain } from '../queries.ts'
import type * as browsers from '../StoreSteps.tsx'
import { inStore as words } from './phone-texts.ts'

/** Opens what the store has for changing and ending plans. */
export function useManaging(store: StoreHere | null) {
  const toast = useToast()
  const lookAgain = useLookAgain()
  return useMutation({
    mutationFn: async () => store?.purchases.manage(),
    onSuccess: lookAgain,
    onError: () => toast({ text: store ? words.unreachable(store.name) : '', tone: 'danger' }),
  })
}

/** Of a plan that was bought in the store of this phone. */
export function StoreSteps({ store }: { store: StoreHere }) {
  const manage = useManaging(store)
  return (
    <div className="current-plan__steps">
      <Button icon="external" isBusy={manage.isPending} onClick={() => manage.mutate()}>
        {words.manage(store.name)}
      </Button>
    </div>
  )
}

export const ByCardNote = () => <p>{words.byCard}</p>

StoreSteps satisfies typeof browsers.StoreSteps
ByCardNote satisfies typeof browsers.ByCardNote
