import type { ResponseOf, Routes, UserSubscription } from '@recaps/contract'
import type { BuyablePlanId } from '@recaps/domain/billing'
import { planById } from '@recaps/domain/plans'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useClient } from '../../../api/ConnectionContext.tsx'
import { toProblem } from '../../../api/problem.ts'
import { useDevice } from '../../../device/DeviceContext.tsx'
import { reportStep } from '../../../device/report-step.ts'
import { useToast } from '../../../ui/Toast.tsx'
import { formatDay } from '../../../ui/time.ts'
import { useErrorToastAfterClose } from '../../auth/useErrorToastAfterClose.ts'
import { schedulesKey } from '../../schedules/queries.ts'
import { cachePurchase, refetchEntitlement } from '../../subscriptions/queries.ts'
import { texts } from './texts.ts'

/** All plans, cheapest first. */
export function usePlans() {
  const client = useClient()
  return useQuery({
    queryKey: ['plans'],
    staleTime: 600_000,
    queryFn: ({ signal }) => client.subscriptions.plans({}, { signal }),
  })
}

const invoicesKey = ['invoices'] as const

export function useInvoices(isEnabled: boolean) {
  const client = useClient()
  return useQuery({
    queryKey: invoicesKey,
    enabled: isEnabled,
    queryFn: async ({ signal }) => (await client.subscriptions.invoices({}, { signal })).data,
  })
}

/** Refetches what depends on the plan: usage, invoices and paused parts of the schedule. */
export function useRefreshPlan() {
  const cache = useQueryClient()
  return useCallback(
    () =>
      void Promise.all([
        refetchEntitlement(cache),
        cache.invalidateQueries({ queryKey: invoicesKey }),
        cache.invalidateQueries({ queryKey: schedulesKey }),
      ]),
    [cache],
  )
}

/** Cost and effects of a plan change. Never cached, because the cost depends on the time left in the period. */
export function useChangePreview(subscriptionId: BuyablePlanId) {
  const client = useClient()
  return useQuery({
    queryKey: ['plan-change', subscriptionId],
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => client.subscriptions.previewChange({ body: { subscriptionId } }, { signal }),
  })
}

/** Mutation key of plan changes in progress. */
export const planChangeKey = ['plan-change'] as const

/** `onChanged` is called even if the dialog was closed before the response. */
export function useChangePlan(onChanged: (answer: ResponseOf<Routes['subscriptions']['change']>) => void) {
  const client = useClient()
  const cache = useQueryClient()
  const onError = useErrorToastAfterClose()
  return useMutation({
    mutationKey: planChangeKey,
    mutationFn: (subscriptionId: BuyablePlanId) => client.subscriptions.change({ body: { subscriptionId } }),
    onSuccess(answer) {
      // If the bank wants a confirmation, the step is recorded after the payment (usePayment.ts).
      if (!answer.clientSecret) reportStep('plan chosen')
      cachePurchase(cache, answer.subscription)
      onChanged(answer)
    },
    onError,
  })
}

export function useCancelPlan(onCancelled: (purchase: UserSubscription) => void) {
  const client = useClient()
  const cache = useQueryClient()
  const onError = useErrorToastAfterClose()
  return useMutation({
    mutationKey: planChangeKey,
    mutationFn: ({ id }: UserSubscription) => client.subscriptions.cancel({ body: { userSubscriptionId: id } }),
    onSuccess(purchase) {
      cachePurchase(cache, purchase)
      onCancelled(purchase)
    },
    onError,
  })
}

/** Undoes a cancellation or plan change that hasn't taken effect yet. */
export function useResumePlan() {
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: ({ id }: UserSubscription) => client.subscriptions.resume({ body: { userSubscriptionId: id } }),
    onSuccess(purchase) {
      cachePurchase(cache, purchase)
      // Replaces the toast about the cancellation.
      toast({ topic: 'plan', text: texts.current.kept(planById(purchase.subscriptionId).title), tone: 'success' })
    },
    onError(error) {
      toast({ text: toProblem(error).sentence, tone: 'danger' })
      void refetchEntitlement(cache)
    },
  })
}

/** Opens the payment service's pages for cards and invoices. */
export function usePortal() {
  const client = useClient()
  const toast = useToast()
  const { wallet } = useDevice()
  const refreshPlan = useRefreshPlan()
  return useMutation({
    mutationFn: () => client.subscriptions.portal(),
    onSuccess: ({ url }) => wallet.open(url, refreshPlan),
    onError(error) {
      const { code, sentence } = toProblem(error)
      toast({ text: code ? sentence : texts.portalFailed, tone: 'danger' })
    },
  })
}

/** Day on which a purchase ends or renews, as text. Null if not known yet. */
export const formatPeriodEnd = ({ endDate, currentPeriodEnd }: UserSubscription): string | null => {
  const end = endDate ?? currentPeriodEnd
  return end === null ? null : formatDay(end)
}
