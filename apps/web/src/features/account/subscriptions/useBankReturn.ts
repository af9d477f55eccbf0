import { paymentReturnPath } from '@recaps/domain/billing'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { isPhone } from '../../../device/is-phone.ts'
import type { PaymentRequest } from './payment.ts'
import { toBuyablePlanId } from './plan-offer.ts'
import { texts } from './texts.ts'

/**
 * Reads the result of a bank page that redirected back here, and removes it from the URL. Only in browsers: the phone apps never
 * leave for a bank page, so such a link to an app was started by someone else.
 */
export function useBankReturn(): { request: PaymentRequest | null; problem: string | null } {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [returned] = useState(() => read(search))
  const hasResult = pathname === paymentReturnPath || search.has('payment_intent') || search.has('setup_intent')
  useEffect(() => {
    if (!hasResult) return
    const plan = search.get('plan')
    void navigate(plan ? `/subscriptions?plan=${encodeURIComponent(plan)}` : '/subscriptions', { replace: true })
  }, [hasResult, search, navigate])
  return returned
}

function read(search: URLSearchParams): { request: PaymentRequest | null; problem: string | null } {
  const paymentId = search.get('payment_intent') ?? search.get('setup_intent')
  if (isPhone || !paymentId) return { request: null, problem: null }
  if (search.get('redirect_status') === 'failed') {
    return { request: null, problem: `${texts.pay.notConfirmed} ${texts.pay.notCharged}` }
  }
  const planId = toBuyablePlanId(search.get('plan') ?? '')
  return { request: planId && { kind: 'returned', planId, paymentId }, problem: null }
}
