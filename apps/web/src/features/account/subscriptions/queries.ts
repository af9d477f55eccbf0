import type { ResponseOf, Routes, UserSubscription } from '@recaps/contract'
import type { BuyablePlanId } from '@recaps/domain/billing'
import { planById } from '@recaps/domain/plans'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { problemOf } from '../../../api/problem.ts'
import { useDevice } from '../../../device/DeviceContext.tsx'
import { stepTaken } from '../../../device/step-taken.ts'
import { useToast } from '../../../ui/Toast.tsx'
import { day } from '../../../ui/time.ts'
import { useToldAfterwards } from '../../auth/told-afterwards.ts'
import { schedulesKey } from '../../schedules/queries.ts'
import { refreshMonth, rememberPurchase } from '../../subscriptions/queries.ts'
import { texts } from './texts.ts'

/** The plans there are, cheapest first. */
export function usePlans() {
  const client = useClient()
  return useQuery({
    queryKey: ['plans'],
    staleTime: 600_000,
    queryFn: ({ signal }) => client.subscriptions.plans({}, { signal }),
  })
}

const invoicesKey = ['invoices'] as const

export function useInvoices(isWanted: boolean) {
  const client = useClient()
  return useQuery({
    queryKey: invoicesKey,
    enabled: isWanted,
    queryFn: async ({ signal }) => (await client.subscriptions.invoices({}, { signal })).data,
  })
}

/** What hangs on the plan is looked at again: the month, the invoices, what waits in the schedule. */
export function useLookAgain() {
  const cache = useQueryClient()
  return useCallback(
    () =>
      void Promise.all([
        refreshMonth(cache),
        cache.invalidateQueries({ queryKey: invoicesKey }),
        cache.invalidateQueries({ queryKey: schedulesKey }),
      ]),
    [cache],
  )
}

/** What a change costs and does; never out of the store: the rest of the period gets shorter. */
export function useChangePreview(subscriptionId: BuyablePlanId) {
  const client = useClient()
  return useQuery({
    queryKey: ['plan-change', subscriptionId],
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => client.subscriptions.previewChange({ body: { subscriptionId } }, { signal }),
  })
}

/** A change of the plan that is on its way. */
export const planChangeKey = ['plan-change'] as const

/** What follows is called also when the dialogue was left meanwhile. */
export function useChangePlan(onChanged: (answer: ResponseOf<Routes['subscriptions']['change']>) => void) {
  const client = useClient()
  const cache = useQueryClient()
  const onError = useToldAfterwards()
  return useMutation({
    mutationKey: planChangeKey,
    mutationFn: (subscriptionId: BuyablePlanId) => client.subscriptions.change({ body: { subscriptionId } }),
    onSuccess(answer) {
      // What the bank wants confirmed first is chosen once it is paid (usePayment.ts).
      if (!answer.clientSecret) stepTaken('plan chosen')
      rememberPurchase(cache, answer.subscription)
      onChanged(answer)
    },
    onError,
  })
}

export function useCancelPlan(onCancelled: (purchase: UserSubscription) => void) {
  const client = useClient()
  const cache = useQueryClient()
  const onError = useToldAfterwards()
  return useMutation({
    mutationKey: planChangeKey,
    mutationFn: ({ id }: UserSubscription) => client.subscriptions.cancel({ body: { userSubscriptionId: id } }),
    onSuccess(purchase) {
      rememberPurchase(cache, purchase)
      onCancelled(purchase)
    },
    onError,
  })
}

/** Takes back an end or a change that has not come yet. */
export function useKeepPlan() {
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: ({ id }: UserSubscription) => client.subscriptions.resume({ body: { userSubscriptionId: id } }),
    onSuccess(purchase) {
      rememberPurchase(cache, purchase)
      // In place of the one that said it was cancelled.
      toast({ about: 'plan', text: texts.current.kept(planById(purchase.subscriptionId).title), tone: 'success' })
    },
    onError(error) {
      toast({ text: problemOf(error).sentence, tone: 'danger' })
      void refreshMonth(cache)
    },
  })
}

/** Leads to the pages of the payment service: cards, invoices. */
export function usePortal() {
  const client = useClient()
  const toast = useToast()
  const { wallet } = useDevice()
  const lookAgain = useLookAgain()
  return useMutation({
    mutationFn: () => client.subscriptions.portal(),
    onSuccess: ({ url }) => wallet.open(url, lookAgain),
    onError(error) {
      const { code, sentence } = problemOf(error)
      toast({ text: code ? sentence : texts.portalFailed, tone: 'danger' })
    },
  })
}

/** When a purchase ends or renews; null while nobody knows. */
export const periodEndOf = ({ endDate, currentPeriodEnd }: UserSubscription): string | null => {
  const end = endDate ?? currentPeriodEnd
  return end === null ? null : day(end)
}
