import type { Invoice, StoreSetup } from '@recaps/contract/subscriptions'
import { phoneOrigins } from '@recaps/domain/app-links'
import { type PlanUsage, paymentReturnPath } from '@recaps/domain/billing'
import { daysToMs, retentionPeriods } from '@recaps/domain/retention'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Limits } from '../../http/limits.ts'
import type { Queue, Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Payments, ProviderInvoice, Stores } from '../../ports/payments.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { Notifications } from '../notifications/service.ts'
import type { Users } from '../users/service.ts'
import { createPurchaseAcknowledgement } from './acknowledge-purchase.job.ts'
import { createCallProvider } from './call-provider.ts'
import { createCheckout } from './checkout.ts'
import { findCustomer } from './customers-repository.ts'
import { deleteEventsBefore } from './events-repository.ts'
import { createExpireGracePeriods } from './expire-grace-periods.ts'
import { createFetchPurchase } from './fetch-purchase.ts'
import { acknowledgePurchase, finishOperation, refreshPurchases } from './job-kinds.ts'
import type { PaymentKillPoint } from './kill-points.ts'
import { listMovements } from './movements-repository.ts'
import { deleteOperationsBefore, failOpenOperations } from './operations-repository.ts'
import { withAppErrors } from './payment-errors.ts'
import { createPaymentNotifications } from './payment-notifications.ts'
import { createPaymentOperations, type PaymentOperations } from './payment-operations.ts'
import { createPlanChanges } from './plan-changes.ts'
import { toDollars } from './present.ts'
import { isOver } from './projection.ts'
import { createPurchaseSync } from './purchase-sync.ts'
import {
  countPurchasesByStatus,
  endPurchases,
  findLivePurchase,
  findPurchases,
  type PurchaseRow,
} from './purchases-repository.ts'
import { createReconcilePurchases } from './reconcile-purchases.ts'
import { storeManageUrls, storeNames } from './store-names.ts'
import { presentStores } from './store-setup.ts'
import { subscriptionsPath } from './stripe-notifications.ts'
import { createWebhooks } from './webhooks.ts'

export interface BillingDeps {
  db: Db
  queue: Queue
  clock: Clock
  logger: Logger
  metrics: Metrics
  limits: Limits
  payments: Payments
  stores: Stores
  users: Pick<Users, 'byId' | 'lockIfActive'>
  notifications: Pick<Notifications, 'addNotice' | 'sendMail'>
  /** Provided by features that depend on this one. */
  getUsage(userId: number): Promise<PlanUsage>
  publicUrl: string
  /** The phone apps sell plans through the app stores. */
  storeBilling: boolean
  /** The provider is a fake that loses its data when it stops. */
  isFakeProvider: boolean
  passed(point: PaymentKillPoint): void
}

const keepEventsForMs = daysToMs(retentionPeriods.paymentEvents)
const maxInvoices = 36

/** Checkout, plan changes, webhooks, reconciliation, grace periods, invoices and the end of purchases with their account. */
export function createBilling(deps: BillingDeps) {
  const { db, clock, metrics, payments, queue } = deps
  const paymentNotifications = createPaymentNotifications(deps.notifications)
  const { acknowledge, acknowledgeLater } = createPurchaseAcknowledgement(deps)
  const purchaseSync = createPurchaseSync({
    ...deps,
    fetchPurchase: createFetchPurchase(deps),
    notifyChange: paymentNotifications.notifyChange,
    enqueue: (trx, command) => operations.enqueue(trx, command),
    acknowledgeLater,
  })
  const operations: PaymentOperations = createPaymentOperations({
    ...deps,
    purchaseSync,
    call: createCallProvider(deps),
  })
  const webhooks = createWebhooks({ ...deps, purchaseSync })
  const before = (ms: number) => new Date(clock.now().getTime() - ms)

  return {
    setup: payments.setup,
    ...createCheckout({ ...deps, operations, purchaseSync }),
    ...createPlanChanges({ ...deps, operations }),
    receive: webhooks.receive,
    receiveFromStore: webhooks.receiveFromStore,

    /** Throws if nothing can be bought or changed on this server. */
    async assertPaymentsEnabled(userId: number): Promise<void> {
      if (payments.setup.provider !== 'none') return
      throw new AppError(isFromStore(await findLivePurchase(db, userId)) ? 'bought_elsewhere' : 'payments_off')
    },

    /** The store that keeps charging for a plan until the user cancels it there; null if there is none. */
    async findChargingStore(trx: Trx, userId: number): Promise<{ name: string; manageUrl: string } | null> {
      const purchases = await findPurchases(trx, userId)
      const running = purchases.find(row => isFromStore(row) && !isOver(row.status) && !row.is_canceling)
      const provider = running?.provider
      if (!provider || provider === 'stripe') return null
      return { name: storeNames[provider], manageUrl: deps.stores[provider]?.manageUrl ?? storeManageUrls[provider] }
    },

    async getStoreSetup(userId: number): Promise<StoreSetup> {
      const user = await deps.users.byId(userId)
      if (!user) throw new AppError('unauthorized')
      return presentStores(deps, user.account_token)
    },

    reconcile: createReconcilePurchases({ ...deps, webhooks, purchaseSync }),
    expireGracePeriods: createExpireGracePeriods({ db, clock, notifications: paymentNotifications }),
    listMovements: (userId: number) => listMovements(db, userId),

    /** `origin` is the caller’s: from a browser, the portal must return to a page that no installed app opens. */
    async portal(userId: number, origin: string | undefined): Promise<{ url: string }> {
      const customerId = await findCustomer(db, userId)
      if (!customerId) throw new AppError('invalid_request', 'You haven’t bought anything here yet.')
      const back = phoneOrigins.includes(origin ?? '') ? subscriptionsPath : paymentReturnPath
      return { url: await withAppErrors(payments.portalUrl(customerId, deps.publicUrl + back)) }
    },

    async invoices(userId: number): Promise<Invoice[]> {
      const customerId = await findCustomer(db, userId)
      return customerId ? (await withAppErrors(payments.invoices(customerId, maxInvoices))).map(presentInvoice) : []
    },

    /** Ends the purchases of an account that is being deleted: here at once, and at the provider as soon as it can be reached. */
    async endForDeletedAccount(trx: Trx, userId: number, now: Date): Promise<void> {
      await failOpenOperations(trx, userId, now)
      await endPurchases(trx, userId, now)
      const customerId = await findCustomer(trx, userId)
      if (customerId) await operations.enqueue(trx, { kind: 'end', customerId })
    },

    async countPurchases(): Promise<void> {
      metrics.purchases(await countPurchasesByStatus(db))
    },

    async work(): Promise<void> {
      await queue.work(finishOperation, operations.finish)
      await queue.work(refreshPurchases, webhooks.refreshPurchases)
      await queue.work(acknowledgePurchase, acknowledge)
    },

    async housekeeping(): Promise<void> {
      await deleteEventsBefore(db, before(keepEventsForMs))
      await deleteOperationsBefore(db, before(keepEventsForMs))
    },
  }
}

const isFromStore = (row: PurchaseRow | undefined): boolean => row !== undefined && row.provider !== 'stripe'

export type Billing = ReturnType<typeof createBilling>

const presentInvoice = (invoice: ProviderInvoice): Invoice => ({
  id: invoice.id,
  number: invoice.number,
  subscriptionId: invoice.planId,
  periodStart: invoice.periodStart.toISOString(),
  periodEnd: invoice.periodEnd.toISOString(),
  status: invoice.status,
  amount: toDollars(invoice.amountCents),
  refunded: toDollars(invoice.refundedCents),
  currency: invoice.currency as Invoice['currency'],
  createdAt: invoice.createdAt.toISOString(),
  url: invoice.url,
})
