import type { Stripe } from 'stripe'
import { createRefund } from '../billing/refunds.ts'
import { notFound } from '../errors.ts'
import { paginate } from '../requests/lists.ts'
import { type Call, defineRoute, type Route } from './route.ts'

const pageParams = ['created', 'limit', 'starting_after', 'ending_before']

/** Charges, refunds and disputes. */
export const moneyRoutes: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/v1/charges/:id',
    params: 'ChargeRetrieveParams',
    supports: [],
    run: call => findOrThrow(call, call.account.charges, 'charge'),
  }),
  defineRoute<Stripe.RefundCreateParams>({
    method: 'POST',
    path: '/v1/refunds',
    params: 'RefundCreateParams',
    supports: ['charge', 'payment_intent', 'amount', 'reason', 'metadata'],
    run: ({ account, params }) => createRefund(account, params),
  }),
  defineRoute<Stripe.RefundListParams>({
    method: 'GET',
    path: '/v1/refunds',
    params: 'RefundListParams',
    supports: ['charge', 'payment_intent', ...pageParams],
    run: ({ account, params }) => paginate('/v1/refunds', filterByCharge(account.refunds, params), params),
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/refunds/:id',
    params: 'RefundRetrieveParams',
    supports: [],
    run: call => findOrThrow(call, call.account.refunds, 'refund'),
  }),
  defineRoute<Stripe.DisputeListParams>({
    method: 'GET',
    path: '/v1/disputes',
    params: 'DisputeListParams',
    supports: ['charge', 'payment_intent', ...pageParams],
    run: ({ account, params }) => paginate('/v1/disputes', filterByCharge(account.disputes, params), params),
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/disputes/:id',
    params: 'DisputeRetrieveParams',
    supports: [],
    run: call => findOrThrow(call, call.account.disputes, 'dispute'),
  }),
]

export function findOrThrow<T extends object>(
  { id }: Pick<Call, 'id'>,
  objects: ReadonlyMap<string, T>,
  kind: string,
): T {
  const object = objects.get(id)
  if (!object) throw notFound(kind, id)
  return object
}

const filterByCharge = <T extends Stripe.Refund | Stripe.Dispute>(
  objects: ReadonlyMap<string, T>,
  { charge, payment_intent }: { charge?: string; payment_intent?: string },
): T[] =>
  [...objects.values()].filter(
    it => it.charge === (charge ?? it.charge) && it.payment_intent === (payment_intent ?? it.payment_intent),
  )
