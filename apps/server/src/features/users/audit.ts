import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'

/** What the audit log tells of, past tense. Support actions say in `details` what they did; nothing in it is a secret. */
export type AuditEvent =
  | 'registered'
  | 'logged_in'
  // [ASVS 16.3.1]
  | 'login_failed'
  | 'logged_out'
  | 'session_revoked'
  | 'password_changed'
  | 'password_reset'
  | 'email_verified'
  | 'sign_in_linked'
  | 'account_taken_over'
  | 'account_exported'
  | 'account_deleted'
  | 'support_acted'

/** Records a security event, in the transaction of what happened where there is one. `network` is the caller's /24 or /64. */
export async function recordEvent(
  db: Db | Trx,
  what: {
    event: AuditEvent
    /** Null when nobody knows who it was, as with a log-in to an unknown address. */
    userId: number | null
    network: string | null
    at: Date
    details?: Record<string, string | number>
  },
): Promise<void> {
  await db
    // [ASVS 16.4.2]
    .insertInto('audit_events')
    .values({
      user_id: what.userId,
      event: what.event,
      network: what.network,
      details: JSON.stringify(what.details ?? {}),
      created_at: what.at,
    })
    .execute()
}

/** Whether the user registered, logged in or reset the password from this network before. False when `userId` is null. */
export const hasOwnerUsed = async (db: Db, userId: number | null, network: string): Promise<boolean> =>
  (await db
    .selectFrom('audit_events')
    .select('id')
    .where('user_id', '=', userId ?? -1)
    .where('network', '=', network)
    .where('event', 'in', ['registered', 'logged_in', 'password_reset'])
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Removes events of before that instant. */
export const forgetEvents = (db: Db, before: Date) =>
  db.deleteFrom('audit_events').where('created_at', '<', before).execute()
