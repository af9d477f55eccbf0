import type { Mail, MailMessage } from '../../ports/mail.ts'
import type { Users } from '../users/service.ts'
import { sendMailJob } from './job-kinds.ts'
import type { MailEnvelope, MailTemplate } from './mail-kind.ts'
import { hasLostClaim, type OutboxRow } from './outbox-repository.ts'
import { type OutboxJobDeps, startOutboxWorker } from './outbox-worker.ts'
import { type Letterhead, renderMail } from './render-mail.ts'

export interface MailJobDeps extends OutboxJobDeps {
  mail: Mail
  users: Pick<Users, 'byId'>
  letterhead: Letterhead
  templates: readonly MailTemplate[]
}

export const startMailWorker = (deps: MailJobDeps): Promise<void> =>
  startOutboxWorker(
    {
      kind: 'mail',
      job: sendMailJob,
      async deliver(row, run) {
        const message = await compose(row, deps)
        deps.passed('mail-composed')
        if (!message) return 'dropped'
        if (await hasLostClaim(deps.db, row)) return 'lost'
        await deps.mail.send(message, { signal: run.signal })
        deps.passed('mail-accepted')
        return 'sent'
      },
      async onFailed(row) {
        const envelope = await envelopeOf(row, deps)
        const template = templateOf(row, deps)
        return envelope && template?.onFailed && (trx => template.onFailed!(row.data, envelope, trx))
      },
    },
    deps,
  )

async function compose(row: OutboxRow, deps: MailJobDeps): Promise<MailMessage | null> {
  const template = templateOf(row, deps)
  if (!template) throw new Error(`Unknown mail template: ${row.template}`)
  const envelope = await envelopeOf(row, deps)
  if (!envelope || !(template.toUnconfirmed || (await isConfirmed(row, deps)))) return null
  const composed = await template.compose(row.data, envelope)
  return composed && { messageId: row.message_id, ...(await renderMail(composed, envelope.to, deps.letterhead)) }
}

const templateOf = (row: OutboxRow, { templates }: MailJobDeps): MailTemplate | undefined =>
  templates.find(({ name }) => name === row.template)

/** Undefined if the user no longer exists. */
async function envelopeOf(row: OutboxRow, { users }: MailJobDeps): Promise<MailEnvelope | undefined> {
  const user = row.user_id === null ? undefined : await users.byId(row.user_id)
  const to = row.address ?? user?.email
  return to === undefined ? undefined : { outboxId: row.id, messageId: row.message_id, userId: row.user_id, to }
}

/** A mail to an address without a user counts as confirmed: the feature that sends it has already decided that it may. */
const isConfirmed = async (row: OutboxRow, { users }: MailJobDeps): Promise<boolean> =>
  row.user_id === null || Boolean((await users.byId(row.user_id))?.email_verified_at)
