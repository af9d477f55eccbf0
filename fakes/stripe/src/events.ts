import { isDeepStrictEqual } from 'node:util'
import type { Stripe } from 'stripe'
import type { Account } from './account.ts'
import { newId } from './ids.ts'

export const apiVersion = '2026-10-28.endive'

/** Emits an event with the current state of the object. */
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

/** Changes an object and emits an event with its previous values, unless nothing changed. */
export function updateAndEmit<T extends object>(
  account: Account,
  type: Stripe.Event.Type,
  object: T,
  edit: (object: T) => void,
): void {
  const before = structuredClone(object)
  edit(object)
  const previous = diffAttributes(before, object)
  if (Object.keys(previous).length > 0) emit(account, type, object, previous)
}

/** `previous_attributes`: changed fields only, also within nested objects; lists as a whole. */
export function diffAttributes(before: object, after: object): object {
  const [oldFields, newFields] = [before as Record<string, unknown>, after as Record<string, unknown>]
  const names = new Set([...Object.keys(oldFields), ...Object.keys(newFields)])
  const changed = [...names].filter(name => !isDeepStrictEqual(oldFields[name], newFields[name]))
  return Object.fromEntries(
    changed.map(name => {
      const [oldValue, newValue] = [oldFields[name], newFields[name]]
      return [name, isRecord(oldValue) && isRecord(newValue) ? diffAttributes(oldValue, newValue) : (oldValue ?? null)]
    }),
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
