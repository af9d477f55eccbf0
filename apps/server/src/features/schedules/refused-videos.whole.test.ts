import { generatedChannelId } from '@recaps/fake-youtube'
import { describe, expect, it } from 'vitest'
import { ledgerFindings } from '../../../test/audit.ts'
import { channelToFollow } from '../../../test/followed-channels.ts'
import { givePlan } from '../../../test/give-plan.ts'
import { waitForMails } from '../../../test/mailbox.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { useServer } from '../../../test/start-server.ts'
import { eventually } from '../../../test/wait-for.ts'

const [minuteMs, hourMs, dayMs] = [60_000, 3600_000, 24 * 3600_000]
/** Default limit of videos per channel and digest. */
const perChannel = 5

describe('a schedule whose videos YouTube refuses repeatedly', async () => {
  const test = await useServer({ ports: { speech: silentSpeech } })
  const { clock, fake } = test
  const { database, summaries } = test.server.services
  const { db } = database
  // The newest video of the fake is dated at its start. A user who follows a channel in that second would get it too.
  clock.advance(minuteMs)
  let channelsUsed = 500

  async function followerOf(videoCount: number) {
    const user = await test.newConfirmedUser()
    await givePlan(test, user, 'pro')
    const channels = Array.from({ length: videoCount / perChannel }, () => generatedChannelId(channelsUsed++))
    const body = { frequency: 'daily', channelList: channels.map(channelToFollow) } as const
    const { id } = await user.client.schedules.create({ body })
    const uploads = channels.flatMap(channelId => Array.from({ length: perChannel }, () => ({ channelId })))
    const videos = await fake.publish(...uploads)
    clock.advance(hourMs + minuteMs)
    const runs = async () => (await user.client.schedules.runs({ params: { id } })).data
    await eventually(runs, ({ length }) => length > 0, 120_000)
    return { ...user, videoIds: videos.map(video => video.id).sort(), runs }
  }

  type Follower = Awaited<ReturnType<typeof followerOf>>

  const countOf = async (states: readonly string[]) => {
    const rows = await db
      .selectFrom('recaps')
      .select('id')
      .where('state', 'in', states as ['queued'])
      .execute()
    return rows.length
  }

  /**
   * Advances the clock only while no work is active: by ten minutes while summaries wait for YouTube, otherwise to the next run.
   * So a slow machine does not change the outcome.
   */
  async function passTime({ runs }: Follower): Promise<void> {
    const newest = (await runs())[0]
    if ((await countOf(['queued', 'working'])) === 0) {
      if ((await countOf(['deferred'])) > 0) {
        clock.advance(10 * minuteMs)
        await summaries.wakeDeferred()
      } else if (newest?.state === 'ended') {
        clock.advance(dayMs)
        await eventually(runs, ([first]) => first?.id !== newest.id, 120_000)
      }
    }
    await new Promise(resolve => setTimeout(resolve, 200))
  }

  /** Waits until the digests contain this many summaries. */
  async function untilDelivered(follower: Follower, count: number) {
    const deliveredCount = async () => (await follower.runs()).reduce((sum, run) => sum + run.summarised, 0)
    for (let steps = 0; (await deliveredCount()) < count; steps++) {
      expect(steps, JSON.stringify(await follower.runs())).toBeLessThan(2000)
      await passTime(follower)
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
    expect(await waitForMails(test.dataDir, email, /new video/)).toHaveLength(told.length)
  }

  it('all 200 videos reach the digests exactly once while 60 % of player requests get a bot check', async () => {
    const clearFault = fake.fault('player|*', { kind: 'bot_check', rate: 0.6 })
    const user = await followerOf(200)
    await untilDelivered(user, 200)
    await expectEachOnce(user)
    clearFault()
  }, 900_000)

  it('videos that YouTube refused until the first digest was sent come in the next digest exactly once', async () => {
    const clearFault = fake.fault('player|*', { kind: 'bot_check' })
    const user = await followerOf(20)
    for (let steps = 0; (await user.runs())[0]?.state !== 'ended'; steps++) {
      expect(steps).toBeLessThan(2000)
      await passTime(user)
    }
    expect(await user.runs()).toMatchObject([{ outcome: 'nothing_new', summarised: 0, failed: 0 }])
    clearFault()
    await untilDelivered(user, 20)
    await expectEachOnce(user)
  }, 900_000)
})
