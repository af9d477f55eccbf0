import type { AccountExport } from '@recaps/contract/account'
import { isOutage } from '@recaps/contract/failures'
import { erasureCutoff } from '@recaps/domain/retention'
import type { StoredKind } from '../../database/check-storage.ts'
import { eraseDue, scheduleFileErasure } from '../../database/erasures.ts'
import { isMissingInStorage } from '../../database/is-missing-in-storage.ts'
import type { Db } from '../../database/open.ts'
import { AppError, ProviderError } from '../../errors.ts'
import type { Limits } from '../../http/limits.ts'
import type { Session } from '../../http/router.ts'
import type { Queue, Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Signer } from '../../ports/signer.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Logger } from '../../telemetry/logger.ts'
import { mayBeMailed } from '../auth/passwords.ts'
import type { Auth } from '../auth/service.ts'
import type { Notifications } from '../notifications/service.ts'
import type { AccountSummaries } from '../summaries/account-summaries.ts'
import { recordEvent } from '../users/audit.ts'
import type { Users } from '../users/service.ts'
import { exportLink, fileBaseName, readExportLink } from './export-link.ts'
import { makeExport } from './job-kinds.ts'
import { accountDeleted } from './mails.ts'
import {
  deleteExpiredExports,
  deleteUserExports,
  type ExportRow,
  findExport,
  findReferencedExportFiles,
  setExportJob,
  startExport,
} from './repository.ts'

export interface AccountDeps {
  db: Db
  queue: Queue
  clock: Clock
  logger: Logger
  signer: Signer
  storage: Storage
  users: Users
  auth: Auth
  limits: Limits
  notifications: Notifications
  accountSummaries: AccountSummaries
  /**
   * Steps of each feature in the transaction that deletes an account, in order. Payments cancel the subscription first and
   * throw if they can't.
   */
  deletionSteps: readonly ((trx: Trx, userId: number, now: Date) => Promise<unknown>)[]
  /** The app store that keeps charging for their plan and where only they can cancel it; null if no store charges them. */
  chargingStore(trx: Trx, userId: number): Promise<{ name: string; manageUrl: string } | null>
}

const erasedPerRun = 100

export function createAccountService(deps: AccountDeps) {
  const { db, queue, clock, signer, storage, users, auth, limits, notifications, accountSummaries } = deps

  function present(row: ExportRow | undefined, session: Session): AccountExport {
    if (!row) return { state: 'none', requestedAt: null, readyAt: null, expiresAt: null, bytes: null, url: null }
    const { file, expires_at } = row
    return {
      state: row.state,
      requestedAt: row.created_at.toISOString(),
      readyAt: row.ready_at?.toISOString() ?? null,
      expiresAt: expires_at?.toISOString() ?? null,
      bytes: row.bytes,
      url:
        file && expires_at
          ? exportLink({ exportId: row.id, sessionId: session.sessionId }, file, expires_at, signer)
          : null,
    }
  }

  /** Erases the remaining data of a deleted account. Returns false if another process is erasing it or it isn't due. */
  const erase = (userId: number, now: Date): Promise<boolean> =>
    db.transaction().execute(async trx => {
      if (!(await users.lockDeleted(trx, userId, erasureCutoff(now)))) return false
      await scheduleFileErasure(trx, await accountSummaries.eraseAll(trx, userId), now)
      await users.erase(trx, userId)
      return true
    })

  return {
    /** An export whose file is missing from storage counts as none, so that the user can request another. */
    async export(session: Session): Promise<AccountExport> {
      const row = await findExport(db, session.userId, clock.now())
      const isAvailable = !row?.file || !(await isMissingInStorage(storage, row.file).catch(falseInOutage))
      return present(isAvailable ? row : undefined, session)
    },

    /** One export at a time: returns the export being prepared, if there is one. */
    async requestExport(session: Session, network: string): Promise<{ export: AccountExport; isNew: boolean }> {
      const { row, isNew } = await db.transaction().execute(async trx => {
        const now = clock.now()
        const started = await startExport(trx, session.userId, now)
        if (!started) return { row: await findExport(trx, session.userId, now), isNew: false }
        await setExportJob(trx, started.id, await queue.send(trx, makeExport, { exportId: started.id }))
        await recordEvent(trx, { event: 'account_exported', userId: session.userId, network, at: now })
        return { row: started, isNew: true }
      })
      return { export: present(row, session), isNew }
    },

    /** The stored file of a signed link, if the signature is valid, its session is active, and it is the newest export. */
    async exportFile(link: Parameters<typeof readExportLink>[0]): Promise<{ file: string; readyAt: Date }> {
      const now = clock.now()
      const grant = readExportLink(link, signer, now)
      const session = grant && (await auth.sessions.byId(grant.sessionId))
      const newest = session ? await findExport(db, session.userId, now) : undefined
      const row = newest?.id === grant?.exportId ? newest : undefined
      if (!row?.file || !row.ready_at || fileBaseName(row.file) !== link.file) throw new AppError('not_found')
      return { file: row.file, readyAt: row.ready_at }
    },

    /**
     * Ends all sessions, removes personal data from the user's row and frees the address at once. Summaries and uploads are
     * hidden and erased by housekeeping after 30 days.
     */
    async delete(session: Session, proof: Parameters<Auth['reauthenticate']>[1], network: string): Promise<void> {
      const proven = await auth.reauthenticate(session, proof)
      const { email } = proven
      const { userId } = session
      const shouldMail = proven.email_verified_at !== null && (await mayBeMailed(limits, email))
      const files = await db.transaction().execute(async trx => {
        const at = clock.now()
        // Locked, so that no rows can be added for this user during the deletion.
        const account = await users.lock(trx, userId)
        if (!account || account.deleted_at) throw new AppError('unauthorized')
        await auth.assertStillAuthenticated(trx, session, proven)
        const store = await deps.chargingStore(trx, userId)
        const isKnownToApple = await auth.hasSignedInWith(trx, userId, 'apple')
        for (const leave of deps.deletionSteps) await leave(trx, userId, at)
        await accountSummaries.softDeleteAll(trx, userId, at)
        const isEndedAtApple = (await auth.deleteUserAccess(trx, userId)).includes('apple')
        await notifications.deleteForUser(trx, userId, email)
        const deletedFiles = [...(await deleteUserExports(trx, userId)), ...(await users.anonymise(trx, userId, at))]
        await scheduleFileErasure(trx, deletedFiles, at)
        await recordEvent(trx, { event: 'account_deleted', userId, network, at })
        const data = { at: at.toISOString(), store, isKnownToApple, isEndedAtApple }
        // Send it even to an unconfirmed address when an app store keeps charging: only the user can cancel there.
        if (shouldMail || store) await notifications.sendMail(trx, accountDeleted, { to: email }, data)
        return deletedFiles
      })
      // Try to delete the files right away. If that fails, housekeeping deletes the files noted above.
      for (const file of files) await storage.delete(file).catch(() => {})
      // Not awaited: the deletion doesn't wait for Apple.
      auth
        .revokeScheduledGrants()
        .catch(error => deps.logger.warn({ err: error }, 'revoking sign-ins failed; housekeeping will retry'))
    },

    storedKind: {
      name: 'export',
      prefix: 'exports/',
      namePattern: /^exports\/[0-9a-f]{32}\.zip$/,
      findReferenced: names => findReferencedExportFiles(db, names),
    } satisfies StoredKind,

    /** Safe to run in several processes at the same time. */
    async housekeeping(): Promise<void> {
      const now = clock.now()
      await db.transaction().execute(async trx => scheduleFileErasure(trx, await deleteExpiredExports(trx, now), now))
      for (const userId of await users.deletedBefore(erasureCutoff(now), erasedPerRun)) await erase(userId, now)
      await auth.revokeScheduledGrants()
      await eraseDue(db, { storage, logger: deps.logger, now })
    },
  }
}

function falseInOutage(error: unknown): false {
  if (error instanceof ProviderError && isOutage(error.code)) return false
  throw error
}

export type Account = ReturnType<typeof createAccountService>
