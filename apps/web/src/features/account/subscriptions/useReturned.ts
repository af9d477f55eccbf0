import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { offerablePlan } from './offer.ts'
import type { Wish } from './payment.ts'
import { texts } from './texts.ts'

/** What a bank that had taken the whole window brought back in the address; taken out of it at once. */
export function useReturned(): { wish: Wish | null; problem: string | null } {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [returned] = useState(() => read(search))
  const isIn = search.has('payment_intent') || search.has('setup_intent')
  useEffect(() => {
    if (!isIn) return
    const plan = search.get('plan')
    void navigate(plan ? `/subscriptions?plan=${encodeURIComponent(plan)}` : '/subscriptions', { replace: true })
  }, [isIn, search, navigate])
  return returned
}

function read(search: URLSearchParams): { wish: Wish | null; problem: string | null } {
  const paymentId = search.get('payment_intent') ?? search.get('setup_intent')
  if (!paymentId) return { wish: null, problem: null }
  if (search.get('redirect_status') === 'failed') {
    return { wish: null, problem: `${texts.pay.notConfirmed} ${texts.pay.notCharged}` }
  }
  const planId = offerablePlan(search.get('plan') ?? '')
  return { wish: planId && { kind: 'returned', planId, paymentId }, problem: null }
}
