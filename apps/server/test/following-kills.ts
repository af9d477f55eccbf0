import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPushTwin } from '@recaps/push-twin'
import { startYoutubeTwin } from '@recaps/youtube-twin'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { aesSealer } from '../src/adapters/signer/sealer.ts'
import { addressOf } from './mailbox.ts'
import { createDatabaseOn } from './postgres.ts'
import { randomFrom } from './random-kills.ts'
import { forkServer } from './server-process.ts'
import { startSmtp } from './smtp.ts'
import { eventually } from './waiting.ts'

const secret = 'a key of a test, known to everybody'
const talks = ['Sli7FA6EbqI', 'kdDFSBxHX2o', '-1EJWsDYS5c', 'vIafLRfE1cI', 'wQ_xQs6thVs', '3k3LjPc1ack', 'MLleE89g7y0']
const channelCount = 5
const videosOfChannel = 3
/** How long a life lasts, counted from its start: some die while starting, some with work in hand. */
const [shortestLifeMs, longestLifeMs] = [400, 3_000]

/**
 * Two processes that schedule and work are killed at random while so many schedules become due, one after the other. Each run
 * has to end in one digest: one mail, one push message, one notice. `KILL_SEED` repeats a run.
 */
export async function followsThroughKills(kills: number, runs: number): Promise<void> {
  const seed = Number(process.env.KILL_SEED ?? Date.now())
  const random = randomFrom(seed)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-following-'))
  const databaseUrl = await createDatabaseOn(inject('postgres')!)
  const [youtube, push, smtp] = [await startYoutubeTwin(), await startPushTwin(), await startSmtp()]
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

  /** One process after the other, each killed at some moment, until there were enough kills. */
  async function livesUntil(left: { kills: number }): Promise<void> {
    while (left.kills > 0) {
      left.kills--
      const { child, ended } = forkServer(env)
      const timer = setTimeout(
        () => child.kill('SIGKILL'),
        shortestLifeMs + random() * (longestLifeMs - shortestLifeMs),
      )
      const { signal } = await ended
      clearTimeout(timer)
      if (signal !== 'SIGKILL') throw new Error(`seed ${seed}: a server ended by itself`)
    }
  }

  try {
    // The first start makes the tables.
    await (await forkServer(env).serving).kill('SIGTERM')
    const browsers = await seedFollowers(ask, push, runs, (kills * (shortestLifeMs + longestLifeMs)) / 2 / 2)
    const left = { kills }
    await Promise.all([livesUntil(left), livesUntil(left)])
    const last = await forkServer(env).serving
    try {
      await eventually(
        async () => (await ask<{ left: number }>(openWork))[0]!.left,
        count => count === 0,
        900_000,
      )
    } finally {
      await last.kill('SIGKILL')
    }

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
    // Nothing but digests is mailed here.
    const mails = smtp.taken
    const perUser = Map.groupBy(mails, addressOf)
    expect(perUser.size).toBe(runs)
    const differing = [...perUser.values()].filter(all => new Set(all.map(mail => mail.messageId)).size > 1)
    expect(differing).toEqual([])
    const arrived = browsers.reduce((sum, browser) => sum + browser.arrived.length, 0)
    const told = browsers.map(browser => browser.shown.length)
    expect(told.filter(count => count !== 1)).toEqual([])
    console.log(
      `${kills} kills, ${runs} runs: ${mails.length - runs} mails came twice under one Message-ID, ${arrived - runs} push messages under one tag`,
    )
  } finally {
    await database.end()
    await Promise.all([youtube.close(), push.close(), smtp.close()])
    rmSync(dataDir, { recursive: true, force: true })
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

type Ask = <Row>(text: string, values?: unknown[]) => Promise<Row[]>

/** A user with a schedule and a browser for each run; they become due one after the other in this time. */
async function seedFollowers(
  ask: Ask,
  push: Awaited<ReturnType<typeof startPushTwin>>,
  runs: number,
  withinMs: number,
) {
  const channels = Array.from({ length: channelCount }, (_, n) => `UC${String(n).padStart(22, 'c')}`)
  for (const [n, id] of channels.entries()) {
    // Polled already, for as long as this lasts.
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
  const seal = aesSealer(secret)
  const browsers = Array.from({ length: runs }, () => push.browser())
  for (const [n, browser] of browsers.entries()) {
    const address = `u${n}@example.com`
    const [user] = await ask<{ id: number }>(
      `insert into users (email, email_key, timezone, settings, email_verified_at) values ($1, $1, 'Europe/Rome', '{}', now()) returning id`,
      [address],
    )
    await ask(
      `insert into devices (user_id, platform, token_hash, token_sealed, topics) values ($1, 'web', $2, $3, '{digest}')`,
      [user!.id, createHash('sha256').update(browser.subscription).digest('hex'), seal.seal(browser.subscription)],
    )
    const dueInMs = (withinMs * n) / runs
    const [schedule] = await ask<{ id: number }>(
      `insert into schedules (user_id, type, frequency, start_clock, timezone, disabled, next_run_at)
      values ($1, 'youtube', 'monthly', '2026-01-15T09:00:00', 'Europe/Rome', false, now() + interval '1 millisecond' * $2) returning id`,
      [user!.id, dueInMs],
    )
    const id = channels[n % channelCount]!
    await ask(
      `insert into schedule_channels (schedule_id, channel_id, position, title, description, thumbnails, added_at)
      values ($1, $2, 0, $2, '', '{"default":"","medium":"","high":""}', now() - interval '1 day')`,
      [schedule!.id, id],
    )
  }
  return browsers
}
