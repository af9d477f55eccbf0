import { emailPattern } from '@recaps/domain/email-address'
import { frequencyNames } from '@recaps/domain/schedules'
import { z } from 'zod'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Cost } from '../../ports/summarizer.ts'
import { verifyAddress } from '../auth/mails.ts'
import type { Notifications } from '../notifications/service.ts'
import type { Schedules } from '../schedules/service.ts'
import type { Subscriptions } from '../subscriptions/service.ts'
import { recordEvent } from '../users/audit.ts'
import type { UserRow, Users } from '../users/service.ts'
import { addressChanged } from './mails.ts'
import {
  type BadRating,
  type Block,
  countAccountData,
  countRatings,
  deleteBlock,
  findModelTexts,
  findNewestBadRatings,
  insertBlock,
  type ModelText,
  type RatingCounts,
} from './repository.ts'

export interface SupportDeps {
  db: Db
  clock: Clock
  users: Pick<Users, 'byEmail' | 'changeEmail'>
  subscriptions: Pick<Subscriptions, 'activePlan'>
  schedules: Pick<Schedules, 'list' | 'onChannelUnblocked'>
  notifications: Pick<Notifications, 'sendMail'>
}

export type { Block }

/** Support tasks of the operator. Actions on an account or a block are written to the audit log. Every task returns lines of text. */
export function createSupport({ db, clock, users, subscriptions, schedules, notifications }: SupportDeps) {
  async function findAccount(email: string): Promise<UserRow> {
    const user = await users.byEmail(email)
    if (!user) throw new AppError('not_found', `No account has the address ${email}.`)
    return user
  }

  const record = (within: Db | Trx, userId: number | null, details: Record<string, string>) =>
    recordEvent(within, { event: 'support_acted', userId, network: null, at: clock.now(), details })

  return {
    async show(email: string): Promise<string[]> {
      const user = await findAccount(email)
      const [plan, [schedule], owned] = await Promise.all([
        subscriptions.activePlan(user.id),
        schedules.list(user.id),
        countAccountData(db, user.id),
      ])
      await record(db, user.id, { action: 'show' })
      const name = [user.first_name, user.last_name].filter(Boolean).join(' ')
      return [
        `user: ${user.id}`,
        `address: ${user.email} (${user.email_verified_at ? `confirmed ${day(user.email_verified_at)}` : 'not confirmed'})`,
        `name: ${name || 'none'}`,
        `since: ${day(user.created_at)}`,
        `time zone: ${user.timezone}`,
        `password: ${user.password_hash ? 'set' : 'none'}`,
        `plan: ${plan.title}`,
        `sessions: ${owned.sessions}`,
        `summaries: ${owned.summaries}`,
        `schedule: ${schedule ? `${frequencyNames[schedule.frequency]}, ${schedule.channelList.length} channels${schedule.disabled ? ', paused' : ''}` : 'none'}`,
      ]
    },

    /** Use of the language model in the last 30 days: totals, then the newest texts. */
    async modelCosts(): Promise<string[]> {
      const since = new Date(clock.now().getTime() - 30 * 24 * 3600_000)
      const texts = await findModelTexts(db, since)
      if (texts.length === 0) return ['No text was written by a language model in the last 30 days.']
      const sum = (select: (cost: Cost) => number) => texts.reduce((total, { cost }) => total + select(cost), 0)
      return [
        `texts: ${texts.length}, including ${texts.filter(({ cost }) => cost.fallback).length} written by the built-in engine instead`,
        `calls: ${sum(cost => cost.calls)}, tokens: ${sum(cost => cost.tokensIn)} in, ${sum(cost => cost.tokensOut)} out`,
        `cost: $${sum(cost => cost.usd).toFixed(2)}`,
        '',
        ...texts.slice(0, 20).map(formatText),
      ]
    },

    /** Ratings of the last 30 days: totals by engine and preset, then the newest bad ones. */
    async ratings(): Promise<string[]> {
      const since = new Date(clock.now().getTime() - 30 * 24 * 3600_000)
      const forms = await countRatings(db, since)
      if (forms.length === 0) return ['No summary was rated in the last 30 days.']
      return [
        formatTotal('all', forms),
        ...forms.map(form => formatTotal(`${form.engine}, ${form.preset}`, [form])),
        '',
        ...(await findNewestBadRatings(db, since, 20)).map(formatBadRating),
      ]
    },

    /** The new address must be confirmed, and the old one is notified. Links mailed to the old address stop working. */
    async changeEmail(from: string, to: string): Promise<string[]> {
      const address = z.email({ pattern: emailPattern }).max(254).safeParse(to.normalize('NFC'))
      if (!address.success) throw new AppError('invalid_request', `${to} is not an email address.`)
      const user = await findAccount(from)
      await db.transaction().execute(async trx => {
        if (!(await users.changeEmail(trx, user.id, address.data)))
          throw new AppError('email_taken', `Another account already uses the address ${to}.`)
        await notifications.sendMail(trx, verifyAddress, { userId: user.id }, {})
        if (user.email_verified_at) await notifications.sendMail(trx, addressChanged, { to: user.email }, {})
        await record(trx, user.id, { action: 'change-email' })
      })
      return [
        `The address of user ${user.id} is now ${to}. A mail asks to confirm it, and the old address was notified.`,
      ]
    },

    block: (block: Block, reason: string | null): Promise<string[]> =>
      db.transaction().execute(async trx => {
        const isNew = await insertBlock(trx, block, reason, clock.now())
        if (isNew) await record(trx, null, { action: `block-${block.kind}`, subject: block.subject })
        return [
          isNew
            ? `The ${block.kind} ${block.subject} is blocked.`
            : `The ${block.kind} ${block.subject} was already blocked.`,
        ]
      }),

    unblock: (block: Block): Promise<string[]> =>
      db.transaction().execute(async trx => {
        const wasBlocked = await deleteBlock(trx, block)
        if (wasBlocked) await record(trx, null, { action: `unblock-${block.kind}`, subject: block.subject })
        if (wasBlocked && block.kind === 'channel') await schedules.onChannelUnblocked(trx, block.subject)
        return [`The ${block.kind} ${block.subject} ${wasBlocked ? 'is no longer blocked' : 'was not blocked'}.`]
      }),
  }
}

export type Support = ReturnType<typeof createSupport>

function formatText({ videoId, engine, at, cost }: ModelText): string {
  const { calls, tokensIn, tokensOut, usd, ms, chunks, fallbackChunks, fallback } = cost
  const fallbackNote = fallback
    ? `, ${fallback}`
    : fallbackChunks > 0
      ? `, ${fallbackChunks} of ${chunks} parts built-in`
      : ''
  const usage = `${calls} calls, ${tokensIn} + ${tokensOut} tokens, $${usd.toFixed(4)}, ${Math.round(ms / 1000)} s of calls`
  return `${day(at)} ${videoId} ${engine}: ${usage}${fallbackNote}`
}

/** Formats a total, such as `built-in@3, standard: 12 good, 2 not good`. */
function formatTotal(name: string, forms: readonly RatingCounts[]): string {
  const sum = (kind: 'good' | 'bad') => forms.reduce((total, form) => total + form[kind], 0)
  return `${name}: ${sum('good')} good, ${sum('bad')} not good`
}

const formatBadRating = ({ videoId, engine, preset, hasFocus, at }: BadRating): string =>
  `${day(at)} ${videoId} ${engine}, ${preset}${hasFocus ? ', with a focus' : ''}: not good`

const day = (at: Date): string => at.toISOString().slice(0, 10)
