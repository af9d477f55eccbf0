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
  /** What somebody makes of their plan: later features know. */
  useOf(userId: number): Promise<Use>
  publicUrl: string
  /** The phone apps sell in the stores. */
  storeBilling: boolean
  /** The provider is a stand-in that forgets everything when it ends. */
  isForgetful: boolean
  passed(point: PaymentPoint): void
}

const eventsKeptForMs = daysToMs(keptDays.paymentEvents)
const invoicesShown = 36

/** Everything that money is taken for, or that follows from it. */
export function createBilling(deps: BillingDeps) {
  const { db, clock, metrics, payments, queue } = deps
  const telling = createTellingOfAll(deps.notifications)
  const { acknowledge, acknowledgeLater } = createAcknowledging(deps)
  const refreshing = createRefreshing({
    ...deps,
    see: createSeeing(deps),
    tell: telling.tell,
    later: (trx, wish) => operations.later(trx, wish),
    acknowledgeLater,
  })
  const operations: Operations = createOperations({ ...deps, refreshing, call: createCalling(deps) })
  const looking = createLooking({ ...deps, refreshing })
  const before = (ms: number) => new Date(clock.now().getTime() - ms)

  return {
    setup: payments.setup,
    ...createPurchasing({ ...deps, operations, refreshing }),
    ...createChanging({ ...deps, operations }),
    receive: looking.receive,
    receiveFrom: looking.receiveFrom,

    /** Whether anything can be bought or changed here at all. */
    async refuseWhereOff(userId: number): Promise<void> {
      if (payments.setup.provider !== 'none') return
      throw new AppError(isFromStore(await findLive(db, userId)) ? 'bought_elsewhere' : 'payments_off')
    },

    /** The store that goes on charging for a plan until its user ends it there; null for none. */
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

    reconcile: createReconciling({ ...deps, looking, refreshing }),
    endGraces: createDunning({ db, clock, telling }),
    movementsOf: (userId: number) => movementsOf(db, userId),

    /** `origin` is that of the page that asks: what a browser shows leads back to it, and not into an app beside it. */
    async portal(userId: number, origin: string | undefined): Promise<{ url: string }> {
      const customerId = await findCustomer(db, userId)
      if (!customerId) throw new AppError('invalid_request', 'You have bought nothing here yet.')
      const back = phoneOrigins.includes(origin ?? '') ? subscriptionsPage : paymentReturnPath
      return { url: await answered(payments.portalUrl(customerId, deps.publicUrl + back)) }
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
      if (customerId) await operations.later(trx, { kind: 'end', customerId })
    },

    async countPurchases(): Promise<void> {
      metrics.purchases(await countByStatus(db))
    },

    async work(): Promise<void> {
      await queue.work(finishOperation, operations.finish)
      await queue.work(lookAgain, looking.look)
      await queue.work(acknowledgePurchase, acknowledge)
    },

    async housekeeping(): Promise<void> {
      await forgetEventsBefore(db, before(eventsKeptForMs))
      await forgetOperationsBefore(db, before(eventsKeptForMs))
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
