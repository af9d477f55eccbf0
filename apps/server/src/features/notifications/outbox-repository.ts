import type { Selectable } from 'kysely'
import type { Db } from '../../database/open.ts'
import type { OutboxTable } from '../../database/schema.ts'
import type { JobRun, Trx } from '../../jobs/queue.ts'

export type OutboxRow = Selectable<OutboxTable>

const onTheWay = ['queued', 'sending'] as const

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
  where: { kind: 'mail'; address: string | null } | { kind: 'push'; device_id: number },
): Promise<number> => {
  const { id } = await trx
    .insertInto('outbox')
    .values({
      ...where,
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

/** More of one user that wait make no difference any more. */
const mostAhead = 1_000

/** How many messages of this kind wait for a user, at most a thousand. */
export async function countWaiting(trx: Trx, userId: number, kind: OutboxRow['kind']): Promise<number> {
  const waiting = trx
    .selectFrom('outbox')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('state', 'in', onTheWay)
    .limit(mostAhead)
    .as('waiting')
  const { count } = await trx
    .selectFrom(waiting)
    .select(eb => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const setJob = (trx: Trx, id: number, jobId: string) =>
  trx.updateTable('outbox').set({ job_id: jobId, job_run: 0 }).where('id', '=', id).execute()

/**
 * Marks the message as being sent by this run, before anything leaves. A run that finds it so already takes up what a crash
 * cut off; a run that lost its lease to another gets nothing.
 */
export const take = (db: Db, id: number, run: Pick<JobRun, 'id' | 'restarts'>): Promise<OutboxRow | undefined> =>
  db
    .updateTable('outbox')
    .set({ state: 'sending', job_run: run.restarts })
    .where('id', '=', id)
    .where('state', 'in', onTheWay)
    .where('job_id', '=', run.id)
    .where('job_run', '<=', run.restarts)
    .returningAll()
    .executeTakeFirst()

/** Whether another run has it by now: a process that stood still past its lease does not know. Looked at right before it leaves. */
export const isLost = async (db: Db, held: OutboxRow): Promise<boolean> =>
  (await db
    .selectFrom('outbox')
    .select('id')
    .where('id', '=', held.id)
    .where('state', '=', 'sending')
    .where('job_id', '=', held.job_id)
    .where('job_run', '=', held.job_run)
    .executeTakeFirst()) === undefined

/** Ends the message. What it was made of, and where it went, is forgotten: it is of no use any more. */
export const settle = (
  db: Db | Trx,
  held: OutboxRow,
  state: 'sent' | 'failed' | 'dropped',
  now: Date,
  refusal: { attempts: number; reason: string } | null = null,
) => changeHeld(db, held, { state, settled_at: now, data: '{}', address: null, ...refusal })

/** Puts a message back that another run is to send a moment later. */
export const handBack = (trx: Trx, held: OutboxRow) => changeHeld(trx, held, { state: 'queued' })

export const putOff = (trx: Trx, held: OutboxRow, refusal: { attempts: number; reason: string }) =>
  changeHeld(trx, held, { state: 'queued', ...refusal })

const changeHeld = async (
  db: Db | Trx,
  held: OutboxRow,
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
    .where('id', '=', held.id)
    .where('state', '=', 'sending')
    .where('job_id', '=', held.job_id)
    .where('job_run', '=', held.job_run)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const forgetSettled = (db: Db, before: Date) =>
  db.deleteFrom('outbox').where('settled_at', '<', before).execute()

export const deleteMessagesOf = (trx: Trx, userId: number, email: string) =>
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
