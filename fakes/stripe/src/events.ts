import { isDeepStrictEqual } from 'node:util'
import type { Stripe } from 'stripe'
import type { Account } from './account.ts'
import { newId } from './ids.ts'

export const apiVersion = '2026-10-28.endive'

/** Tells of something that happened, with the object as it is now. */
export function emit(account: Account, type: Stripe.Event.Type, object: object, previous?: object): void {
  const id = newId('evt')
  const event = {
    id,
    object: 'event',
    api_version: apiVersion,
    created: account.time.now(),
    data: structuredClone({ object, ...(previous ? { previous_attributes: previous } : {}) }) as Stripe.Event.Data,
    livemode: false,
    pending_webhooks: 0,
    request: account.request ?? { id: null, idempotency_key: null },
    type,
  } satisfies Stripe.EventBase
  account.events.set(id, event as Stripe.Event)
  for (const listener of account.listeners) listener(event as Stripe.Event)
}

/** Changes an object and tells what it was before; nothing is told when nothing changed. */
export function change<T extends object>(
  account: Account,
  type: Stripe.Event.Type,
  object: T,
  edit: (object: T) => void,
): void {
  const before = structuredClone(object)
  edit(object)
  const previous = changedFrom(before, object)
  if (Object.keys(previous).length > 0) emit(account, type, object, previous)
}

/** `previous_attributes`: of objects within objects only the fields that changed, of lists the whole list. */
export function changedFrom(before: object, after: object): object {
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>]
  const names = new Set([...Object.keys(old), ...Object.keys(now)])
  const changed = [...names].filter(name => !isDeepStrictEqual(old[name], now[name]))
  return Object.fromEntries(
    changed.map(name => {
      const [was, is] = [old[name], now[name]]
      return [name, isRecord(was) && isRecord(is) ? changedFrom(was, is) : (was ?? null)]
    }),
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
