import type { Db } from '../../database/open.ts'
import { ProviderError } from '../../errors.ts'
import { isHandedBack, restartsAllowed } from '../../jobs/handed-back.ts'
import type { JobRun, Queue } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Mail, MailMessage } from '../../ports/mail.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { Users } from '../users/service.ts'
import { sendMailJob } from './job-kinds.ts'
import { type Letterhead, renderMail } from './mail-frame.ts'
import type { MailTemplate } from './mail-kind.ts'
import { type OutboxRow, putOff, setJob, settleMail, takeMail } from './outbox-repository.ts'
import type { MailPoint } from './points.ts'

export interface MailJobDeps {
  db: Db
  queue: Queue
  clock: Clock
  logger: Logger
  metrics: Metrics
  mail: Mail
  users: Pick<Users, 'byId'>
  letterhead: Letterhead
  /** Each kind of mail that any feature sends. */
  templates: readonly MailTemplate[]
  /** How long a refused mail waits for its one more attempt. */
  retryAfterMs: number
  /** Called after each effect; a test ends the process there. */
  passed(point: MailPoint): void
}

/** A failed mail gets exactly one automatic retry. */
const attemptsAllowed = 2

/** Sends the mails of the outbox, one job each. */
export async function workMails(deps: MailJobDeps): Promise<void> {
  const { db, mail, clock, metrics, passed } = deps
  await deps.queue.work(sendMailJob, async ({ outboxId }, run) => {
    const row = await takeMail(db, outboxId, run)
    if (!row) return
    passed('mail-begun')
    try {
      if (run.restarts > restartsAllowed) throw diedTooOften()
      const message = await compose(row, deps)
      passed('mail-composed')
      if (message) {
        await mail.send(message, { signal: run.signal })
        passed('mail-accepted')
      }
      await settleMail(db, row, message ? 'sent' : 'dropped', clock.now())
      metrics.mailEnded(row.template, message ? 'sent' : 'dropped')
      passed('mail-sent')
    } catch (error) {
      if (isHandedBack(error, run)) throw error
      await refuse(row, error, run, deps)
    }
  })
}

async function compose(row: OutboxRow, deps: MailJobDeps): Promise<MailMessage | null> {
  const template = deps.templates.find(one => one.name === row.template)
  if (!template) throw new Error(`No mail is called ${row.template}`)
  const user = row.user_id === null ? undefined : await deps.users.byId(row.user_id)
  const to = row.address ?? user?.email
  if (to === undefined) return null
  const envelope = { outboxId: row.id, messageId: row.message_id, userId: row.user_id, to }
  const composed = await template.compose(row.data, envelope)
  return composed && { messageId: row.message_id, ...(await renderMail(composed, envelope.to, deps.letterhead)) }
}

async function refuse(row: OutboxRow, error: unknown, run: JobRun, deps: MailJobDeps): Promise<void> {
  const attempts = row.attempts + 1
  const isOver = attempts >= attemptsAllowed || run.restarts > restartsAllowed
  const about = { outboxId: row.id, template: row.template, attempts }
  if (error instanceof ProviderError) {
    deps.metrics.providerFailed(error.provider, error.code)
    deps.logger.warn({ ...about, provider: error.provider, detail: error.detail }, 'mail refused')
  } else deps.logger.error({ ...about, err: error }, 'mail could not be sent')

  const refusal = { attempts, reason: reasonOf(error) }
  const isStillOurs = await deps.db.transaction().execute(async trx => {
    if (isOver) return await settleMail(trx, row, 'failed', deps.clock.now(), refusal)
    if (!(await putOff(trx, row, refusal))) return false
    await setJob(
      trx,
      row.id,
      await deps.queue.send(trx, sendMailJob, { outboxId: row.id }, { afterMs: deps.retryAfterMs }),
    )
    return true
  })
  if (!isStillOurs) return
  if (isOver) deps.metrics.mailEnded(row.template, 'failed')
  deps.passed(isOver ? 'mail-failed' : 'mail-put-off')
}

/** For support, in the mail's own row. */
const reasonOf = (error: unknown): string =>
  error instanceof ProviderError
    ? [error.detail ?? error.code, error.said].filter(Boolean).join(': ').slice(0, 500)
    : 'it could not be composed'

const diedTooOften = () =>
  new ProviderError({ provider: 'mail', code: 'mail_failed', retryable: false, detail: 'the process died too often' })
