import type { Invoice } from '@recaps/contract/subscriptions'
import type { Use } from '@recaps/domain/billing'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Limits } from '../../http/limits.ts'
import type { Queue, Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Payments, ProviderInvoice } from '../../ports/payments.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { Notifications } from '../notifications/service.ts'
import type { Users } from '../users/service.ts'
import { createCalling } from './calling.ts'
import { createChanging } from './changing.ts'
import { findCustomer } from './customers-repository.ts'
import { createDunning } from './dunning.ts'
import { forgetEventsBefore } from './events-repository.ts'
import { finishOperation, lookAgain } from './job-kinds.ts'
import { createLooking } from './looking.ts'
import { movementsOf } from './movements-repository.ts'
import { createOperations, type Operations } from './operations.ts'
import { forgetOperationsBefore, giveUpOperationsOf } from './operations-repository.ts'
import type { PaymentPoint } from './points.ts'
import { dollars } from './present.ts'
import { createPurchasing } from './purchasing.ts'
import { createReconciling } from './reconciling.ts'
import { createRefreshing } from './refreshing.ts'
import { answered } from './refusals.ts'
import { countByStatus, endPurchases } from './repository.ts'
import { createTelling, subscriptionsPage } from './telling.ts'

export interface BillingDeps {
  db: Db
  queue: Queue
  clock: Clock
  logger: Logger
  metrics: Metrics
  limits: Limits
  payments: Payments
  users: Pick<Users, 'byId' | 'holdLiving'>
  notifications: Pick<Notifications, 'addNotice' | 'sendMail'>
  /** What somebody makes of their plan: later features know. */
  useOf(userId: number): Promise<Use>
  publicUrl: string
  /** The provider is a stand-in that forgets everything when it ends. */
  isForgetful: boolean
  passed(point: PaymentPoint): void
}

const eventsKeptForMs = 90 * 24 * 3600_000
const invoicesShown = 36

/** Everything that money is taken for, or that follows from it. */
export function createBilling(deps: BillingDeps) {
  const { db, clock, metrics, payments, queue } = deps
  const telling = createTelling(deps.notifications)
  const refreshing = createRefreshing({
    ...deps,
    tell: telling.tell,
    endLater: (trx, wish) => operations.endLater(trx, wish),
  })
  const operations: Operations = createOperations({ ...deps, refreshing, call: createCalling(deps) })
  const looking = createLooking({ ...deps, refreshing })
  const before = (ms: number) => new Date(clock.now().getTime() - ms)

  return {
    setup: payments.setup,
    ...createPurchasing({ ...deps, operations, refreshing }),
    ...createChanging({ ...deps, operations }),
    receive: looking.receive,
    reconcile: createReconciling({ ...deps, looking, refreshing }),
    endGraces: createDunning({ db, clock, telling }),
    movementsOf: (userId: number) => movementsOf(db, userId),

    async portal(userId: number): Promise<{ url: string }> {
      const customerId = await findCustomer(db, userId)
      if (!customerId) throw new AppError('invalid_request', 'You have bought nothing here yet.')
      return { url: await answered(payments.portalUrl(customerId, deps.publicUrl + subscriptionsPage)) }
    },

    async invoices(userId: number): Promise<Invoice[]> {
      const customerId = await findCustomer(db, userId)
      return customerId ? (await answered(payments.invoices(customerId, invoicesShown))).map(presentInvoice) : []
    },

    /** The account is being deleted: what was bought ends with it, here at once and at the provider as soon as it can be told. */
    async end(trx: Trx, userId: number, now: Date): Promise<void> {
      await giveUpOperationsOf(trx, userId, now)
      await endPurchases(trx, userId, now)
      const customerId = await findCustomer(trx, userId)
      if (customerId) await operations.endLater(trx, { kind: 'end', customerId })
    },

    async countPurchases(): Promise<void> {
      metrics.purchases(await countByStatus(db))
    },

    async work(): Promise<void> {
      await queue.work(finishOperation, operations.finish)
      await queue.work(lookAgain, looking.look)
    },

    async housekeeping(): Promise<void> {
      await forgetEventsBefore(db, before(eventsKeptForMs))
      await forgetOperationsBefore(db, before(eventsKeptForMs))
    },
  }
}

export type Billing = ReturnType<typeof createBilling>

const presentInvoice = (invoice: ProviderInvoice): Invoice => ({
  id: invoice.id,
  number: invoice.number,
  subscriptionId: invoice.planId,
  periodStart: invoice.periodStart.toISOString(),
  periodEnd: invoice.periodEnd.toISOString(),
  status: invoice.status,
  amount: dollars(invoice.amountCents),
  refunded: dollars(invoice.refundedCents),
  currency: invoice.currency as Invoice['currency'],
  createdAt: invoice.createdAt.toISOString(),
  url: invoice.url,
})
