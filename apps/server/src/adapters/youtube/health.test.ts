import { describe, expect, it } from 'vitest'
import { videoFailure } from './failure.ts'
import { healthRegister } from './health.ts'

const start = new Date('2026-11-20T12:00:00Z').getTime()

const setUp = () => {
  let nowMs = start
  const clock = { now: () => new Date(nowMs) }
  const health = healthRegister({ clock, tolerance: 3, restMs: 10_000, longestRestMs: 25_000 })
  let asked = 0
  let retryAt: Date | undefined
  const ask = (subject: string, fails?: 'bot_check' | 'private' | 'stop') =>
    health
      .guard('client', subject, async () => {
        asked += 1
        if (fails === 'stop') throw new Error('stopped by the caller')
        if (fails) throw videoFailure('client', fails)
        return 'answer'
      })
      .catch(error => {
        retryAt = error.retryAt
        return error.code ?? 'stopped'
      })
  const state = () => health.snapshot()[0]
  const lastRetryInMs = () => retryAt && retryAt.getTime() - nowMs
  return { ask, state, asked: () => asked, lastRetryInMs, pass: (ms: number) => (nowMs += ms) }
}

describe('a provider', () => {
  it('rests after failing on several videos in a row, and says why and until when', async () => {
    const { ask, state, asked } = setUp()
    for (const video of ['a', 'b', 'c']) await ask(video, 'bot_check')
    expect(await ask('d')).toBe('bot_check')
    expect(asked()).toBe(3)
    expect(state()).toMatchObject({ state: 'open', lastCode: 'bot_check', restsUntil: new Date(start + 10_000) })
  })

  it('is not judged by one video asked again and again', async () => {
    const { ask, state } = setUp()
    for (let times = 0; times < 10; times++) await ask('a', 'bot_check')
    expect(state()?.state).toBe('closed')
  })

  it('is not judged by what is wrong with a video, nor by callers who stop', async () => {
    const { ask, state } = setUp()
    for (const video of ['a', 'b']) await ask(video, 'bot_check')
    await ask('c', 'private')
    for (const video of ['d', 'e']) await ask(video, 'stop')
    for (const video of ['f', 'g']) await ask(video, 'bot_check')
    expect(state()).toMatchObject({ state: 'closed', failedInRow: 2 })
  })

  it('is tried by one question after its rest, and works again when that is answered', async () => {
    const { ask, asked, lastRetryInMs, pass, state } = setUp()
    for (const video of ['a', 'b', 'c']) await ask(video, 'bot_check')
    pass(10_001)
    expect(await Promise.all([ask('d'), ask('e'), ask('f')])).toEqual(['answer', 'bot_check', 'bot_check'])
    expect(asked()).toBe(4)
    expect(lastRetryInMs()).toBe(10_000)
    expect(await ask('g')).toBe('answer')
    expect(state()).toMatchObject({ state: 'closed', failedInRow: 0, restsUntil: null })
  })

  it('rests longer each time it fails the trial, up to a limit', async () => {
    const { ask, pass, state } = setUp()
    for (const video of ['a', 'b', 'c']) await ask(video, 'bot_check')
    const rests: number[] = []
    for (let trial = 0; trial < 3; trial++) {
      pass(30_000)
      const triedAtMs = start + 30_000 * (trial + 1)
      await ask('d', 'bot_check')
      rests.push(state()!.restsUntil!.getTime() - triedAtMs)
    }
    expect(rests).toEqual([20_000, 25_000, 25_000])
  })

  it('rests no longer for questions that were open already when it began to', async () => {
    const { ask, pass, state } = setUp()
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(video => ask(video, 'bot_check')))
    expect(state()?.restsUntil).toEqual(new Date(start + 10_000))
    pass(10_001)
    await ask('h', 'bot_check')
    expect(state()?.restsUntil).toEqual(new Date(start + 30_001))
  })

  it('may be tried by the next one when the caller stops the trial', async () => {
    const { ask, pass } = setUp()
    for (const video of ['a', 'b', 'c']) await ask(video, 'bot_check')
    pass(10_001)
    expect(await ask('d', 'stop')).toBe('stopped')
    expect(await ask('d')).toBe('answer')
  })
})
