import { paymentReturnPath } from '@recaps/domain/billing'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { isPhone } from '../../../device/is-phone.ts'
import { offerablePlan } from './offer.ts'
import type { Wish } from './payment.ts'
import { texts } from './texts.ts'

/**
 * What a bank that had taken the whole window brought back in the address; taken out of it at once. To browsers only: an app
 * leaves its page to no bank, and a link to it that says so was begun by somebody else.
 */
export function useReturned(): { wish: Wish | null; problem: string | null } {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [returned] = useState(() => read(search))
  const isIn = pathname === paymentReturnPath || search.has('payment_intent') || search.has('setup_intent')
  useEffect(() => {
    if (!isIn) return
    const plan = search.get('plan')
    void navigate(plan ? `/subscriptions?plan=${encodeURIComponent(plan)}` : '/subscriptions', { replace: true })
  }, [isIn, search, navigate])
  return returned
}

function read(search: URLSearchParams): { wish: Wish | null; problem: string | null } {
  const paymentId = search.get('payment_intent') ?? search.get('setup_intent')
  if (isPhone || !paymentId) return { wish: null, problem: null }
  if (search.get('redirect_status') === 'failed') {
    return { wish: null, problem: `${texts.pay.notConfirmed} ${texts.pay.notCharged}` }
  }
  const planId = offerablePlan(search.get('plan') ?? '')
  return { wish: planId && { kind: 'returned', planId, paymentId }, problem: null }
}
