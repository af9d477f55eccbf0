import type { PaymentSetup } from '@recaps/contract'
import { paymentReturnPath } from '@recaps/domain/billing'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { useDevice } from '../../../device/DeviceContext.tsx'
import { reportStep } from '../../../device/report-step.ts'
import { createPayment, type PaymentFlow, type PaymentRequest, type PaymentStep } from './payment.ts'
import { useRefreshPlan } from './queries.ts'

type Place = RefObject<HTMLDivElement | null>

/** Runs one payment while its sheet is mounted. Later changes of `request` and `setup` are ignored. */
export function usePayment(request: PaymentRequest, setup: PaymentSetup, fields: Place, wallets: Place) {
  const [step, setStep] = useState<PaymentStep>({ kind: request.kind === 'returned' ? 'settling' : 'opening' })
  const [hasWallets, setHasWallets] = useState(false)
  const client = useClient()
  const { wallet } = useDevice()
  const refreshPlan = useRefreshPlan()
  const flowRef = useRef<PaymentFlow>(null)
  const [initial] = useState({ request, setup })

  useEffect(() => {
    const returnUrl = `${location.origin}${paymentReturnPath}?plan=${initial.request.planId}`
    const place = { fields: fields.current!, wallets: wallets.current!, onWalletAvailability: setHasWallets }
    const flow = createPayment({ client, wallet, setup: initial.setup, returnUrl }, initial.request, place, next => {
      setStep(next)
      if (next.kind !== 'done') return
      reportStep('plan chosen')
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
