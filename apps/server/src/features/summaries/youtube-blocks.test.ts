import { failures, videoFailureSentence } from '@recaps/contract/failures'
import { describe, expect, it } from 'vitest'
import { ledgerFindings } from '../../../test/audit.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { eventually, untilState, youtube } from '../../../test/wait-for.ts'
import { deliverRun } from '../schedules/job-kinds.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

describe('videos that YouTube blocks temporarily', async () => {
  const test = await useServer({ ports: { speech: silentSpeech } })
  const { summaries, database } = test.server.services
  const { clock, fake } = test

  /** Advances the clock to each next try until the summary fails. Returns the pauses between the tries in minutes. */
  async function triesOf(client: Awaited<ReturnType<typeof test.newUser>>['client'], id: number) {
    const pauses: number[] = []
    let before: string | null = null
    for (;;) {
      const summary = await eventually(
        () => client.summaries.detail({ params: { id } }),
        ({ state, retryAt }) => state === 'failed' || (state === 'deferred' && retryAt !== before),
      )
      if (summary.state === 'failed') return { pauses, failed: summary }
      before = summary.retryAt
      const pauseMs = new Date(summary.retryAt!).getTime() - clock.now().getTime()
      pauses.push(Math.round(pauseMs / minuteMs))
      expect(summary).toMatchObject({ code: 'bot_check', error: failures.bot_check.whileWaiting })
      clock.advance(pauseMs + 100)
      await summaries.wakeDeferred()
    }
  }

  it('retries a summary that YouTube blocks after 1, 10 and 49 minutes, then fails it and suggests uploading captions', async () => {
    const user = await test.newUser()
    fake.fault(`player|${talks[0]}|*`, { kind: 'bot_check' })
    const { id } = await user.client.summaries.request({ body: { urlOrId: talks[0]!, type: youtube } })
    const { pauses, failed } = await triesOf(user.client, id)
    expect(pauses).toEqual([1, 10, 49])
    expect(failed).toMatchObject({ code: 'bot_check', error: videoFailureSentence('bot_check'), retryAt: null })
    expect(failed.error).toMatch(/upload that instead/)
    expect((await user.client.summaries.list()).month.used).toBe(0)
  })

  it('retries a summary that YouTube blocks every hour for a day if only a schedule waits for it', async () => {
    const user = await test.newUser()
    fake.fault(`player|${talks[1]}|*`, { kind: 'bot_check' })
    const options = { videoId: talks[1]!, preset: 'standard', maxLength: 1000 }
    const followUp = { name: deliverRun.name, data: { runId: 0 } }
    const id = await database.db
      .transaction()
      .execute(trx => summaries.requestScheduled(trx, user.id, { ...options, followUp }))
    const { pauses, failed } = await triesOf(user.client, id!)
    expect(pauses.slice(0, 5)).toEqual([1, 10, 60, 60, 60])
    // Each pause is rounded to whole minutes.
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeCloseTo(24 * 60, -1)
    expect(failed.code).toBe('bot_check')
    expect(await ledgerFindings(database.db)).toEqual([])
  })

  it('completes a summary that YouTube blocked at the first try after it answers again, and charges it once', async () => {
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
