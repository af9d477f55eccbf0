import { madeUpChannelId } from '@recaps/youtube-twin'
import { describe, expect, it } from 'vitest'
import { ledgerFindings } from '../../../test/audit.ts'
import { channelOf } from '../../../test/followed-channels.ts'
import { mailsTo } from '../../../test/mailbox.ts'
import { silence } from '../../../test/silence.ts'
import { useServer } from '../../../test/start-server.ts'

const [minuteMs, hourMs, dayMs] = [60_000, 3600_000, 24 * 3600_000]
/** As many as a digest takes of a channel, unless its user chooses otherwise. */
const perChannel = 5

describe('a schedule whose videos YouTube refuses again and again', async () => {
  const test = await useServer({ ports: { speech: silence } })
  const { clock, twin } = test
  const { database, summaries } = test.server.services
  const { db } = database
  // The newest video of the fake is as old as the fake: who follows in that second gets it too.
  clock.advance(minuteMs)
  let channelsUsed = 500

  async function followerOf(videoCount: number) {
    const user = await test.newConfirmedUser()
    await db
      .insertInto('user_subscriptions')
      .values({
        user_id: user.id,
        plan_id: 'pro',
        type: 'youtube',
        status: 'active',
        started_at: clock.now(),
        payment_method: 'card',
        transaction_id: '',
        amount_cents: 0,
        currency: 'usd',
        is_trial: false,
      })
      .execute()
    const channels = Array.from({ length: videoCount / perChannel }, () => madeUpChannelId(channelsUsed++))
    const body = { frequency: 'daily', channelList: channels.map(channelOf) } as const
    const { id } = await user.client.schedules.create({ body })
    const uploads = channels.flatMap(channelId => Array.from({ length: perChannel }, () => ({ channelId })))
    const videos = await twin.publish(...uploads)
    clock.advance(hourMs + minuteMs)
    return {
      ...user,
      videoIds: videos.map(video => video.id).sort(),
      runs: async () => (await user.client.schedules.runs({ params: { id } })).data,
    }
  }

  type Follower = Awaited<ReturnType<typeof followerOf>>

  /** Puts the clock forward, a minute at a time during a run and then to the next one, until digests told of so many. */
  async function untilTold({ runs }: Follower, count: number) {
    for (let steps = 0; ; steps++) {
      const all = await runs()
      if (all.reduce((sum, run) => sum + run.summarised, 0) >= count) return
      expect(steps, JSON.stringify(all)).toBeLessThan(1000)
      clock.advance(all[0]?.state === 'ended' ? dayMs : minuteMs)
      await summaries.wakeDeferred()
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }

  async function expectEachOnce({ id, email, videoIds, runs }: Follower) {
    const items = await db
      .selectFrom('run_items')
      .innerJoin('summaries', 'summaries.id', 'run_items.summary_id')
      .innerJoin('recaps', 'recaps.id', 'summaries.recap_id')
      .select('run_items.video_id')
      .where('run_items.user_id', '=', id)
      .where('told_in', 'is not', null)
      .where('recaps.state', '=', 'readable')
      .execute()
    expect(items.map(item => item.video_id).sort()).toEqual(videoIds)
    const charged = await db.selectFrom('usage_entries').select('state').where('user_id', '=', id).execute()
    expect(charged.map(entry => entry.state)).toEqual(videoIds.map(() => 'committed'))
    expect(await ledgerFindings(db)).toEqual([])
    const told = (await runs()).filter(run => run.outcome === 'new')
    expect(await mailsTo(test.dataDir, email, /new video/)).toHaveLength(told.length)
  }

  it('brings all 200 in its digests, each once, with six of ten player requests refused', async () => {
    const lift = twin.fault('player|*', { kind: 'bot_check', rate: 0.6 })
    const user = await followerOf(200)
    await untilTold(user, 200)
    await expectEachOnce(user)
    lift()
  }, 300_000)

  it('brings in the next digest, once, what was refused until the first one had gone out', async () => {
    const lift = twin.fault('player|*', { kind: 'bot_check' })
    const user = await followerOf(20)
    for (let steps = 0; (await user.runs())[0]?.state !== 'ended'; steps++) {
      expect(steps).toBeLessThan(1000)
      clock.advance(minuteMs)
      await summaries.wakeDeferred()
      await new Promise(resolve => setTimeout(resolve, 100))
    }
    expect(await user.runs()).toMatchObject([{ outcome: 'nothing_new', summarised: 0, failed: 0 }])
    lift()
    await untilTold(user, 20)
    await expectEachOnce(user)
  }, 300_000)
})
