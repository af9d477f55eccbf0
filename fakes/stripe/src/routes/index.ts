import { catalogueRoutes } from './catalogue.ts'
import { customerRoutes } from './customers.ts'
import { eventRoutes } from './events.ts'
import { intentRoutes } from './intents.ts'
import { invoiceRoutes } from './invoices.ts'
import { moneyRoutes } from './money.ts'
import { paymentMethodRoutes } from './payment-methods.ts'
import type { Route } from './route.ts'
import { scheduleRoutes } from './schedules.ts'
import { sessionRoutes } from './sessions.ts'
import { subscriptionRoutes } from './subscriptions.ts'

export const routes: readonly Route[] = [
  ...catalogueRoutes,
  ...customerRoutes,
  ...eventRoutes,
  ...intentRoutes,
  ...invoiceRoutes,
  ...moneyRoutes,
  ...paymentMethodRoutes,
  ...scheduleRoutes,
  ...sessionRoutes,
  ...subscriptionRoutes,
]

/** The first match wins, so routes with fixed segments must come before routes with ids. */
export function findRoute(method: string, path: string): { route: Route; id: string } | undefined {
  for (const route of routes) {
    if (route.method !== method) continue
    const id = matchId(route.path, path)
    if (id !== undefined) return { route, id }
  }
  return undefined
}

function matchId(pattern: string, path: string): string | undefined {
  const [expected, actual] = [pattern.split('/'), path.split('/')]
  if (expected.length !== actual.length) return undefined
  const matches = expected.every((part, index) => part === actual[index] || (part === ':id' && actual[index] !== ''))
  return matches ? (actual[expected.indexOf(':id')] ?? '') : undefined
}
