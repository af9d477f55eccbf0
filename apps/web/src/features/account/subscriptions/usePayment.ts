import type { PaymentSetup } from '@recaps/contract'
import { paymentReturnPath } from '@recaps/domain/billing'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { useDevice } from '../../../device/DeviceContext.tsx'
import { stepTaken } from '../../../device/step-taken.ts'
import { createPayment, type PaymentFlow, type Step, type Wish } from './payment.ts'
import { useLookAgain } from './queries.ts'

type Place = RefObject<HTMLDivElement | null>

/** Runs one payment while it is on the screen. What it is about never changes meanwhile. */
export function usePayment(wish: Wish, setup: PaymentSetup, fields: Place, wallets: Place) {
  const [step, setStep] = useState<Step>({ kind: wish.kind === 'returned' ? 'settling' : 'opening' })
  const [hasWallets, setHasWallets] = useState(false)
  const client = useClient()
  const { wallet } = useDevice()
  const lookAgain = useLookAgain()
  const running = useRef<PaymentFlow>(null)
  const [given] = useState({ wish, setup })

  useEffect(() => {
    const returnTo = `${location.origin}${paymentReturnPath}?plan=${given.wish.planId}`
    const place = { fields: fields.current!, wallets: wallets.current!, onWallets: setHasWallets }
    const flow = createPayment({ client, wallet, setup: given.setup, returnTo }, given.wish, place, next => {
      setStep(next)
      if (next.kind !== 'done') return
      stepTaken('plan chosen')
      lookAgain()
    })
    running.current = flow
    void flow.start()
    return () => {
      flow.close()
      // Whatever became of it meanwhile, the server knows.
      lookAgain()
    }
  }, [client, wallet, lookAgain, given, fields, wallets])

  return { step, hasWallets, flow: () => running.current }
}
