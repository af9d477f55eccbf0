import type { Invoice, StoreSetup } from '@recaps/contract/subscriptions'
import { phoneOrigins } from '@recaps/domain/app-links'
import { paymentReturnPath, type Use } from '@recaps/domain/billing'
import { daysToMs, keptDays } from '@recaps/domain/retention'
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
import { createAcknowledging } from './acknowledging.ts'
import { createCalling } from './calling.ts'
import { createChanging } from './changing.ts'
import { findCustomer } from './customers-repository.ts'
import { createDunning } from './dunning.ts'
import { forgetEventsBefore } from './events-repository.ts'
import { acknowledgePurchase, finishOperation, lookAgain } from './job-kinds.ts'
import { createLooking } from './looking.ts'
import { movementsOf } from './movements-repository.ts'
import { createOperations, type Operations } from './operations.ts'
import { forgetOperationsBefore, giveUpOperationsOf } from './operations-repository.ts'
import type { PaymentPoint } from './points.ts'
import { dollars } from './present.ts'
import { isOver } from './projection.ts'
import { createPurchasing } from './purchasing.ts'
import { createReconciling } from './reconciling.ts'
import { createRefreshing } from './refreshing.ts'
import { answered } from './refusals.ts'
import { countByStatus, endPurchases, findLive, findPurchases, type PurchaseRow } from './repository.ts'
import { createSeeing } from './seeing.ts'
import { presentStores } from './store-setup.ts'
import { storeNames, storePages } from './store-words.ts'
import { subscriptionsPage } from './telling.ts'
import { createTellingOfAll } from './telling-of-all.ts'

export interface BillingDeps {
  db: Db
  queue: Queue
  clock: Clock
  logger: Logger
  metrics: Metrics
  limits: Limits
  payments: Payments
  stores: Stores
  users: Pick<Users, 'byId' | 'holdLiving'>
  notifications: Pick<Notifications, 'addNotice' | 'sendMail'>
  /** Provided by features that depend on this one. */
  useOf(userId: number): Promise<Use>
  publicUrl: string
  /** The phone apps sell plans through the app stores. */
  storeBilling: boolean
  /** The provider is a fake that loses its data when it stops. */
  isForgetful: boolean
  passed(point: PaymentPoint): void
}

const keepEventsForMs = daysToMs(keptDays.paymentEvents)
const maxInvoices = 36

/** Checkout, plan changes, webhooks, reconciliation, grace periods, invoices and the end of purchases with their account. */
export function createBilling(deps: BillingDeps) {
  const { db, clock, metrics, payments, queue } = deps
  const notify = createTellingOfAll(deps.notifications)
  const { acknowledge, acknowledgeLater } = createAcknowledging(deps)
  const purchaseSync = createRefreshing({
    ...deps,
    see: createSeeing(deps),
    tell: notify.tell,
    later: (trx, command) => operations.later(trx, command),
    acknowledgeLater,
  })
  const operations: Operations = createOperations({ ...deps, refreshing: purchaseSync, call: createCalling(deps) })
  const webhooks = createLooking({ ...deps, refreshing: purchaseSync })
  const before = (ms: number) => new Date(clock.now().getTime() - ms)

  return {
    setup: payments.setup,
    ...createPurchasing({ ...deps, operations, refreshing: purchaseSync }),
    ...createChanging({ ...deps, operations }),
    receive: webhooks.receive,
    receiveFrom: webhooks.receiveFrom,

    /** Throws if nothing can be bought or changed on this server. */
    async refuseWhereOff(userId: number): Promise<void> {
      if (payments.setup.provider !== 'none') return
      throw new AppError(isFromStore(await findLive(db, userId)) ? 'bought_elsewhere' : 'payments_off')
    },

    /** The store that keeps charging for a plan until the user cancels it there; null if there is none. */
    async chargingStore(trx: Trx, userId: number): Promise<{ name: string; manageUrl: string } | null> {
      const purchases = await findPurchases(trx, userId)
      const running = purchases.find(row => isFromStore(row) && !isOver(row.status) && !row.is_canceling)
      const provider = running?.provider
      if (!provider || provider === 'stripe') return null
      return { name: storeNames[provider], manageUrl: deps.stores[provider]?.manageUrl ?? storePages[provider] }
    },

    async storesFor(userId: number): Promise<StoreSetup> {
      const user = await deps.users.byId(userId)
      if (!user) throw new AppError('unauthorized')
      return presentStores(deps, user.account_token)
    },

    reconcile: createReconciling({ ...deps, looking: webhooks, refreshing: purchaseSync }),
    endGraces: createDunning({ db, clock, telling: notify }),
    movementsOf: (userId: number) => movementsOf(db, userId),

    /** `origin` is the caller’s: from a browser, the portal must return to a page that no installed app opens. */
    async portal(userId: number, origin: string | undefined): Promise<{ url: string }> {
      const customerId = await findCustomer(db, userId)
      if (!customerId) throw new AppError('invalid_request', 'You haven’t bought anything here yet.')
      const back = phoneOrigins.includes(origin ?? '') ? subscriptionsPage : paymentReturnPath
      return { url: await answered(payments.portalUrl(customerId, deps.publicUrl + back)) }
    },

    async invoices(userId: number): Promise<Invoice[]> {
      const customerId = await findCustomer(db, userId)
      return customerId ? (await answered(payments.invoices(customerId, maxInvoices))).map(presentInvoice) : []
    },

    /** Ends the purchases of an account that is being deleted: here at once, and at the provider as soon as it can be reached. */
    async end(trx: Trx, userId: number, now: Date): Promise<void> {
      await giveUpOperationsOf(trx, userId, now)
      await endPurchases(trx, userId, now)
      const customerId = await findCustomer(trx, userId)
      if (customerId) await operations.later(trx, { kind: 'end', customerId })
    },

    async countPurchases(): Promise<void> {
      metrics.purchases(await countByStatus(db))
    },

    async work(): Promise<void> {
      await queue.work(finishOperation, operations.finish)
      await queue.work(lookAgain, webhooks.look)
      await queue.work(acknowledgePurchase, acknowledge)
    },

    async housekeeping(): Promise<void> {
      await forgetEventsBefore(db, before(keepEventsForMs))
      await forgetOperationsBefore(db, before(keepEventsForMs))
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
  amount: dollars(invoice.amountCents),
  refunded: dollars(invoice.refundedCents),
  currency: invoice.currency as Invoice['currency'],
  createdAt: invoice.createdAt.toISOString(),
  url: invoice.url,
})
