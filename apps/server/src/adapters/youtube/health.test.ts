import { describe, expect, it } from 'vitest'
import { videoFailure } from './failure.ts'
import { healthRegister } from './health.ts'

const start = new Date('2026-11-20T12:00:00Z').getTime()

const setUp = () => {
  let nowMs = start
  const clock = { now: () => new Date(nowMs) }
  const health = healthRegister({ clock, tolerance: 3, pauseMs: 10_000, maxPauseMs: 25_000 })
  let calls = 0
  let retryAt: Date | undefined
  const query = (subject: string, fails?: 'bot_check' | 'private' | 'stop') =>
    health
      .guard('client', subject, async () => {
        calls += 1
        if (fails === 'stop') throw new Error('aborted by the caller')
        if (fails) throw videoFailure('client', fails)
        return 'answer'
      })
      .catch(error => {
        retryAt = error.retryAt
        return error.code ?? 'stopped'
      })
  const state = () => health.snapshot()[0]
  const lastRetryInMs = () => retryAt && retryAt.getTime() - nowMs
  return { query, state, calls: () => calls, lastRetryInMs, advance: (ms: number) => (nowMs += ms) }
}

describe('a provider', () => {
  it('pauses a provider after failures on several videos in a row, and reports the reason and the end of the pause', async () => {
    const { query, state, calls } = setUp()
    for (const video of ['a', 'b', 'c']) await query(video, 'bot_check')
    expect(await query('d')).toBe('bot_check')
    expect(calls()).toBe(3)
    expect(state()).toMatchObject({ state: 'open', lastCode: 'bot_check', pausedUntil: new Date(start + 10_000) })
  })

  it('does not pause a provider that fails on the same video again and again', async () => {
    const { query, state } = setUp()
    for (let times = 0; times < 10; times++) await query('a', 'bot_check')
    expect(state()?.state).toBe('closed')
  })

  it('does not count problems with a video or aborted queries against a provider', async () => {
    const { query, state } = setUp()
    for (const video of ['a', 'b']) await query(video, 'bot_check')
    await query('c', 'private')
    for (const video of ['d', 'e']) await query(video, 'stop')
    for (const video of ['f', 'g']) await query(video, 'bot_check')
    expect(state()).toMatchObject({ state: 'closed', failedInRow: 2 })
  })

  it('tries a provider with one query after its pause, and uses it again when that succeeds', async () => {
    const { query, calls, lastRetryInMs, advance, state } = setUp()
    for (const video of ['a', 'b', 'c']) await query(video, 'bot_check')
    advance(10_001)
    expect(await Promise.all([query('d'), query('e'), query('f')])).toEqual(['answer', 'bot_check', 'bot_check'])
    expect(calls()).toBe(4)
    expect(lastRetryInMs()).toBe(10_000)
    expect(await query('g')).toBe('answer')
    expect(state()).toMatchObject({ state: 'closed', failedInRow: 0, pausedUntil: null })
  })

  it('doubles the pause of a provider after each failed try, up to a limit', async () => {
    const { query, advance, state } = setUp()
    for (const video of ['a', 'b', 'c']) await query(video, 'bot_check')
    const pauses: number[] = []
    for (let trial = 0; trial < 3; trial++) {
      advance(30_000)
      const triedAtMs = start + 30_000 * (trial + 1)
      await query('d', 'bot_check')
      pauses.push(state()!.pausedUntil!.getTime() - triedAtMs)
    }
    expect(pauses).toEqual([20_000, 25_000, 25_000])
  })

  it('does not extend the pause of a provider for queries that were sent before it', async () => {
    const { query, advance, state } = setUp()
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(video => query(video, 'bot_check')))
    expect(state()?.pausedUntil).toEqual(new Date(start + 10_000))
    advance(10_001)
    await query('h', 'bot_check')
    expect(state()?.pausedUntil).toEqual(new Date(start + 30_001))
  })

  it('lets the next query try a paused provider when the caller aborts the first try', async () => {
    const { query, advance } = setUp()
    for (const video of ['a', 'b', 'c']) await query(video, 'bot_check')
    advance(10_001)
    expect(await query('d', 'stop')).toBe('stopped')
    expect(await query('d')).toBe('answer')
  })
})
