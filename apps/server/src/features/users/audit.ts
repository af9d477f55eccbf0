import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'

/** Security events, named in the past tense. Support actions describe themselves in `details`, which never contains secrets. */
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

/** Records a security event, if possible in the transaction of the action itself. `network` is the caller's /24 or /64. */
export async function recordEvent(
  db: Db | Trx,
  record: {
    event: AuditEvent
    /** Null if the user is unknown, as after a login to an unknown address. */
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
      user_id: record.userId,
      event: record.event,
      network: record.network,
      details: JSON.stringify(record.details ?? {}),
      created_at: record.at,
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

/** Deletes events before the given time. */
export const deleteOldEvents = (db: Db, before: Date) =>
  db.deleteFrom('audit_events').where('created_at', '<', before).execute()
