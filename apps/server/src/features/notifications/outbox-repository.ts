import type { Selectable } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { OutboxTable } from '../../database/schema.ts'
import type { JobRun, Trx } from '../../jobs/queue.ts'

export type OutboxRow = Selectable<OutboxTable>

const waitingStates = ['queued', 'sending'] as const

export interface NewMessage {
  userId: number | null
  template: string
  data: object
  messageId: string
  now: Date
}

export const insertMail = (trx: Trx, mail: NewMessage & { address: string | null }): Promise<number> =>
  insert(trx, mail, { kind: 'mail', address: mail.address })

export const insertPush = (trx: Trx, push: NewMessage & { deviceId: number }): Promise<number> =>
  insert(trx, push, { kind: 'push', device_id: push.deviceId })

const insert = async (
  trx: Trx,
  message: NewMessage,
  target: { kind: 'mail'; address: string | null } | { kind: 'push'; device_id: number },
): Promise<number> => {
  const { id } = await trx
    .insertInto('outbox')
    .values({
      ...target,
      user_id: message.userId,
      template: message.template,
      data: JSON.stringify(message.data),
      state: 'queued',
      message_id: message.messageId,
      created_at: message.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Beyond this number, more waiting messages do not change the turn of a user. */
const maxAhead = 1_000

/** How many messages of this kind are waiting for a user, at most 1000. */
export async function countWaitingMessages(trx: Trx, userId: number, kind: OutboxRow['kind']): Promise<number> {
  const waiting = trx
    .selectFrom('outbox')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('state', 'in', waitingStates)
    .limit(maxAhead)
    .as('waiting')
  const { count } = await trx
    .selectFrom(waiting)
    .select(eb => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const setMessageJob = (trx: Trx, id: number, jobId: string) =>
  trx.updateTable('outbox').set({ job_id: jobId, job_run: 0 }).where('id', '=', id).execute()

/**
 * Claims the message for this run, before anything is sent. Also claims a message that a crashed run was sending; returns
 * undefined if another run has taken over the job.
 */
export const claimMessage = (
  db: Db,
  id: number,
  run: Pick<JobRun, 'id' | 'restarts'>,
): Promise<OutboxRow | undefined> =>
  db
    .updateTable('outbox')
    .set({ state: 'sending', job_run: run.restarts })
    .where('id', '=', id)
    .where('state', 'in', waitingStates)
    .where('job_id', '=', run.id)
    .where('job_run', '<=', run.restarts)
    .returningAll()
    .executeTakeFirst()

/** Whether another run has claimed the message, because this process was paused past its lease. Check right before sending. */
export const hasLostClaim = async (db: Db, claimed: OutboxRow): Promise<boolean> =>
  (await db
    .selectFrom('outbox')
    .select('id')
    .where('id', '=', claimed.id)
    .where('state', '=', 'sending')
    .where('job_id', '=', claimed.job_id)
    .where('job_run', '=', claimed.job_run)
    .executeTakeFirst()) === undefined

/** Completes the message, and erases its data and address, which are no longer needed. */
export const completeMessage = (
  db: Db | Trx,
  claimed: OutboxRow,
  state: 'sent' | 'failed' | 'dropped',
  now: Date,
  failure: { attempts: number; reason: string } | null = null,
) => updateClaimed(db, claimed, { state, settled_at: now, data: '{}', address: null, ...failure })

/** Requeues a message without counting an attempt. */
export const requeueMessage = (trx: Trx, claimed: OutboxRow) => updateClaimed(trx, claimed, { state: 'queued' })

export const scheduleMessageRetry = (trx: Trx, claimed: OutboxRow, failure: { attempts: number; reason: string }) =>
  updateClaimed(trx, claimed, { state: 'queued', ...failure })

const updateClaimed = async (
  db: Db | Trx,
  claimed: OutboxRow,
  change: {
    state: OutboxRow['state']
    settled_at?: Date
    data?: string
    address?: null
    attempts?: number
    reason?: string
  },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set(change)
    .where('id', '=', claimed.id)
    .where('state', '=', 'sending')
    .where('job_id', '=', claimed.job_id)
    .where('job_run', '=', claimed.job_run)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const deleteMessagesBefore = (db: Db, before: Date) =>
  db.deleteFrom('outbox').where('settled_at', '<', before).execute()

export const deleteUserMessages = (trx: Trx, userId: number, email: string) =>
  trx
    .deleteFrom('outbox')
    .where(eb =>
      eb.or([
        eb('user_id', '=', userId),
        eb('address', '=', email),
        eb(eb.fn('lower', ['address']), '=', email.toLowerCase()),
      ]),
    )
    .execute()
