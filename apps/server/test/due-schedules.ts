import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, startFakePush } from '@recaps/fake-push'
import { startFakeYoutube } from '@recaps/fake-youtube'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { aesEncryptor } from '../src/adapters/signer/encryptor.ts'
import { recipientAddress } from './mailbox.ts'
import { createDatabaseOn } from './postgres.ts'
import { forkServer } from './server-process.ts'
import { startSmtp } from './smtp.ts'
import { eventually } from './wait-for.ts'

const secret = 'a secret key that only tests ever use'
const talks = ['Sli7FA6EbqI', 'kdDFSBxHX2o', '-1EJWsDYS5c', 'vIafLRfE1cI', 'wQ_xQs6thVs', '3k3LjPc1ack', 'MLleE89g7y0']
const channels = Array.from({ length: 5 }, (_, n) => `UC${String(n).padStart(22, 'c')}`)
const videosOfChannel = 3

export interface DueSchedules {
  /** Environment of a process that runs the scheduler and a worker for these schedules. */
  env: Record<string, string>
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>
  /** Adds users with a browser and a schedule each. The schedules become due one after another, from `afterMs` on, within `withinMs`. */
  add(count: number, due?: { afterMs?: number; withinMs?: number }): Promise<void>
  /** Waits until no schedule is due and all work is done. */
  untilDelivered(timeoutMs?: number): Promise<void>
  /** Checks that each run produced one mail, one push notification and one in-app notification. Counts repeated deliveries with the same id. */
  expectOneDigestEach(): Promise<{ repeatedMails: number; repeatedPushes: number }>
  close(): Promise<void>
}

/** Creates users whose schedules become due, on their own PostgreSQL database. Mails and push notifications go to fakes. */
export async function createDueSchedules(): Promise<DueSchedules> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-following-'))
  const databaseUrl = await createDatabaseOn(inject('postgres')!)
  const [youtube, push, smtp] = [await startFakeYoutube(), await startFakePush(), await startSmtp()]
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    YOUTUBE_URL: youtube.url,
    PUSH_URL: push.url,
    MAIL_URL: smtp.url,
    MAIL_FROM: 'no-reply@recaps.example',
    SECRET_KEY: secret,
    ROLES: 'worker,scheduler',
    THREADS: '1',
  }
  const database = new pg.Pool({ connectionString: databaseUrl })
  const ask = async <Row>(text: string, values: unknown[] = []) => (await database.query(text, values)).rows as Row[]
  const browsers: Browser[] = []
  // The first start creates the tables.
  await (await forkServer(env).serving).kill('SIGTERM')
  await addChannels(ask)

  return {
    env,
    query: ask,

    async add(count, { afterMs = 0, withinMs = 0 } = {}) {
      for (let n = 0; n < count; n++) {
        const browser = push.browser()
        await addFollower(ask, browsers.length, browser.subscription, afterMs + (withinMs * n) / count)
        browsers.push(browser)
      }
    },

    untilDelivered: async (timeoutMs = 900_000) => {
      await eventually(
        async () => (await ask<{ left: number }>(openWork))[0]!.left,
        count => count === 0,
        timeoutMs,
      )
    },

    async expectOneDigestEach() {
      const runs = browsers.length
      expect(await ask(`select state, outcome, count(*)::int from runs group by 1, 2`)).toEqual([
        { state: 'delivered', outcome: 'new', count: runs },
      ])
      const [counted] = await ask(countedRows)
      expect(counted).toEqual({
        items: runs * videosOfChannel,
        entries: runs * videosOfChannel,
        used: runs * videosOfChannel,
        notices: runs,
        mails: runs,
      })
      // Digests are the only mails sent here.
      const perUser = Map.groupBy(smtp.accepted, recipientAddress)
      expect(perUser.size).toBe(runs)
      const withSeveralIds = [...perUser.values()].filter(all => new Set(all.map(mail => mail.messageId)).size > 1)
      expect(withSeveralIds).toEqual([])
      expect(browsers.map(browser => browser.shown.length).filter(count => count !== 1)).toEqual([])
      const arrived = browsers.reduce((sum, browser) => sum + browser.arrived.length, 0)
      return { repeatedMails: smtp.accepted.length - runs, repeatedPushes: arrived - runs }
    },

    async close() {
      await database.end()
      await Promise.all([youtube.close(), push.close(), smtp.close()])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const openWork = `select (
    (select count(*) from schedules where next_run_at <= now() and not disabled)
    + (select count(*) from runs where state not in ('delivered', 'skipped'))
    + (select count(*) from outbox where state in ('queued', 'sending'))
    + (select count(*) from schedules where id not in (select schedule_id from runs))
  )::int as left`

const countedRows = `select
    (select count(*) from run_items where state = 'requested' and told_in is not null)::int as items,
    (select count(*) from summaries where deleted_at is null)::int as entries,
    (select sum(used) from usage)::int as used,
    (select count(*) from notices where kind = 'digest')::int as notices,
    (select count(*) from outbox where template = 'schedules.digest' and state = 'sent')::int as mails`

type Ask = DueSchedules['query']

async function addChannels(ask: Ask): Promise<void> {
  for (const [n, id] of channels.entries()) {
    // Already polled, for longer than the test runs.
    await ask(
      `insert into channels (channel_id, title, polled_at, first_polled_at) values ($1, $2, now() + interval '1 day', now())`,
      [id, `Channel ${n}`],
    )
    for (let v = 0; v < videosOfChannel; v++)
      await ask(
        `insert into channel_videos (channel_id, video_id, title, published_at, found_at, kind, duration_ms)
        values ($1, $2, $3, now() + interval '1 second' * $4, now(), 'video', 600000)`,
        [id, talks[(n + v) % talks.length], `Talk ${n} ${v}`, v],
      )
  }
}

async function addFollower(ask: Ask, n: number, subscription: string, dueInMs: number): Promise<void> {
  const [user] = await ask<{ id: number }>(
    `insert into users (email, email_key, timezone, settings, email_verified_at) values ($1, $1, 'Europe/Rome', '{}', now()) returning id`,
    [`u${n}@example.com`],
  )
  await ask(
    `with session as (
      insert into sessions (user_id, token_hash, expires_at) values ($1::bigint, 'u' || $1::bigint, now() + interval '30 days') returning id)
    insert into devices (user_id, session_id, platform, token_hash, token_sealed, topics)
    select $1::bigint, id, 'web', $2, $3, '{digest}' from session`,
    [user!.id, createHash('sha256').update(subscription).digest('hex'), aesEncryptor(secret).encrypt(subscription)],
  )
  const channelId = channels[n % channels.length]!
  // In one statement, because a schedule that is due must have its channel.
  await ask(
    `with schedule as (
      insert into schedules (user_id, type, frequency, start_clock, timezone, disabled, next_run_at)
      values ($1, 'youtube', 'monthly', '2026-01-15T09:00:00', 'Europe/Rome', false, now() + interval '1 millisecond' * $2)
      returning id)
    insert into schedule_channels (schedule_id, channel_id, position, title, description, thumbnails, added_at)
    select id, $3, 0, $3, '', '{"default":"","medium":"","high":""}', now() - interval '1 day' from schedule`,
    [user!.id, dueInMs, channelId],
  )
}
