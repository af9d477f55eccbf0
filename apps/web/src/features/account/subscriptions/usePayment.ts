import type { PaymentSetup } from '@recaps/contract'
import { paymentReturnPath } from '@recaps/domain/billing'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { useDevice } from '../../../device/DeviceContext.tsx'
import { stepTaken } from '../../../device/step-taken.ts'
import { createPayment, type PaymentFlow, type Step, type Wish } from './payment.ts'
import { useLookAgain } from './queries.ts'

type Place = RefObject<HTMLDivElement | null>

/** Runs one payment while its sheet is mounted. Later changes of `request` and `setup` are ignored. */
export function usePayment(request: Wish, setup: PaymentSetup, fields: Place, wallets: Place) {
  const [step, setStep] = useState<Step>({ kind: request.kind === 'returned' ? 'settling' : 'opening' })
  const [hasWallets, setHasWallets] = useState(false)
  const client = useClient()
  const { wallet } = useDevice()
  const refreshPlan = useLookAgain()
  const flowRef = useRef<PaymentFlow>(null)
  const [initial] = useState({ request, setup })

  useEffect(() => {
    const returnTo = `${location.origin}${paymentReturnPath}?plan=${initial.request.planId}`
    const place = { fields: fields.current!, wallets: wallets.current!, onWallets: setHasWallets }
    const flow = createPayment({ client, wallet, setup: initial.setup, returnTo }, initial.request, place, next => {
      setStep(next)
      if (next.kind !== 'done') return
      stepTaken('plan chosen')
      refreshPlan()
    })
    flowRef.current = flow
    void flow.start()
    return () => {
      flow.close()
      // The payment may have succeeded in the meantime.
      refreshPlan()
    }
  }, [client, wallet, refreshPlan, initial, fields, wallets])

  return { step, hasWallets, flow: () => flowRef.current }
}
