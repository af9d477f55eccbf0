import type { Stripe } from 'stripe'
import { refund } from '../billing/refunds.ts'
import { missing } from '../errors.ts'
import { pageOf } from '../requests/lists.ts'
import { type Call, type Route, route } from './route.ts'

const pageParams = ['created', 'limit', 'starting_after', 'ending_before']

/** Charges, refunds and disputes. */
export const moneyRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/charges/:id',
    params: 'ChargeRetrieveParams',
    does: [],
    run: call => found(call, call.account.charges, 'charge'),
  }),
  route<Stripe.RefundCreateParams>({
    method: 'POST',
    path: '/v1/refunds',
    params: 'RefundCreateParams',
    does: ['charge', 'payment_intent', 'amount', 'reason', 'metadata'],
    run: ({ account, params }) => refund(account, params),
  }),
  route<Stripe.RefundListParams>({
    method: 'GET',
    path: '/v1/refunds',
    params: 'RefundListParams',
    does: ['charge', 'payment_intent', ...pageParams],
    run: ({ account, params }) => pageOf('/v1/refunds', filterByCharge(account.refunds, params), params),
  }),
  route({
    method: 'GET',
    path: '/v1/refunds/:id',
    params: 'RefundRetrieveParams',
    does: [],
    run: call => found(call, call.account.refunds, 'refund'),
  }),
  route<Stripe.DisputeListParams>({
    method: 'GET',
    path: '/v1/disputes',
    params: 'DisputeListParams',
    does: ['charge', 'payment_intent', ...pageParams],
    run: ({ account, params }) => pageOf('/v1/disputes', filterByCharge(account.disputes, params), params),
  }),
  route({
    method: 'GET',
    path: '/v1/disputes/:id',
    params: 'DisputeRetrieveParams',
    does: [],
    run: call => found(call, call.account.disputes, 'dispute'),
  }),
]

export function found<T extends object>({ id }: Pick<Call, 'id'>, objects: ReadonlyMap<string, T>, kind: string): T {
  const object = objects.get(id)
  if (!object) throw missing(kind, id)
  return object
}

const filterByCharge = <T extends Stripe.Refund | Stripe.Dispute>(
  objects: ReadonlyMap<string, T>,
  { charge, payment_intent }: { charge?: string; payment_intent?: string },
): T[] =>
  [...objects.values()].filter(
    it => it.charge === (charge ?? it.charge) && it.payment_intent === (payment_intent ?? it.payment_intent),
  )
