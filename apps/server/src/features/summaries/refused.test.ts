import { failures, sentenceOfVideo } from '@recaps/contract/failures'
import { describe, expect, it } from 'vitest'
import { ledgerFindings } from '../../../test/audit.ts'
import { silence } from '../../../test/silence.ts'
import { useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { eventually, untilState, youtube } from '../../../test/waiting.ts'
import { deliverRun } from '../schedules/job-kinds.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

describe('a summary of a video that YouTube refuses for now', async () => {
  const test = await useServer({ ports: { speech: silence } })
  const { summaries, database } = test.server.services
  const { clock, fake } = test

  /** The minutes until each next try, by which the summary either comes or fails; the clock is put forward to each of them. */
  async function triesOf(client: Awaited<ReturnType<typeof test.newUser>>['client'], id: number) {
    const pauses: number[] = []
    let before: string | null = null
    for (;;) {
      const entry = await eventually(
        () => client.summaries.detail({ params: { id } }),
        ({ state, retryAt }) => state === 'failed' || (state === 'deferred' && retryAt !== before),
      )
      if (entry.state === 'failed') return { pauses, failed: entry }
      before = entry.retryAt
      const pauseMs = new Date(entry.retryAt!).getTime() - clock.now().getTime()
      pauses.push(Math.round(pauseMs / minuteMs))
      expect(entry).toMatchObject({ code: 'bot_check', error: failures.bot_check.waiting })
      clock.advance(pauseMs + 100)
      await summaries.wakeDeferred()
    }
  }

  it('is tried after 1, 10 and 49 more minutes while a user waits, and then fails with the offer to upload captions', async () => {
    const user = await test.newUser()
    fake.fault(`player|${talks[0]}|*`, { kind: 'bot_check' })
    const { id } = await user.client.summaries.request({ body: { urlOrId: talks[0]!, type: youtube } })
    const { pauses, failed } = await triesOf(user.client, id)
    expect(pauses).toEqual([1, 10, 49])
    expect(failed).toMatchObject({ code: 'bot_check', error: sentenceOfVideo('bot_check'), retryAt: null })
    expect(failed.error).toMatch(/upload that instead/)
    expect((await user.client.summaries.list()).month.used).toBe(0)
  })

  it('is tried every hour for a day while only a schedule waits', async () => {
    const user = await test.newUser()
    fake.fault(`player|${talks[1]}|*`, { kind: 'bot_check' })
    const wish = { videoId: talks[1]!, preset: 'standard', maxLength: 1000 }
    const followUp = { name: deliverRun.name, data: { runId: 0 } }
    const id = await database.db
      .transaction()
      .execute(trx => summaries.requestScheduled(trx, user.id, { ...wish, followUp }))
    const { pauses, failed } = await triesOf(user.client, id!)
    expect(pauses.slice(0, 5)).toEqual([1, 10, 60, 60, 60])
    // Each pause is rounded to whole minutes.
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeCloseTo(24 * 60, -1)
    expect(failed.code).toBe('bot_check')
    expect(await ledgerFindings(database.db)).toEqual([])
  })

  it('becomes readable at the next try after YouTube answers again, and is charged once', async () => {
    const user = await test.newUser()
    fake.fault(`player|${talks[2]}|*`, { kind: 'captcha' })
    const { id } = await user.client.summaries.request({ body: { urlOrId: talks[2]!, type: youtube } })
    expect(await untilState(user.client, id, 'deferred')).toMatchObject({ code: 'ip_blocked' })
    fake.clearFaults()
    clock.advance(hourMs)
    await summaries.wakeDeferred()
    expect(await untilState(user.client, id, 'readable', 'ready')).toMatchObject({ code: null, retryAt: null })
    expect((await user.client.summaries.list()).month.used).toBe(1)
  })
})
