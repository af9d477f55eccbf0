import type { VideoFailureCode } from '@recaps/contract/failures'
import { describe, expect, it } from 'vitest'
import type { ProviderError } from '../../errors.ts'
import { systemClock } from '../../ports/clock.ts'
import { type Attempt, attemptsOver } from './attempts.ts'
import { videoFailure } from './failure.ts'
import type { Route } from './gateway.ts'
import { healthRegister } from './health.ts'

const unasked = () => Promise.reject(new Error('not asked here'))
const route = (name: string): Route => ({ name, fetch: unasked, fetchSound: unasked })
const clients = [{ name: 'VISIONOS' }, { name: 'ANDROID' }] as const

/** What comes of it when the clients say this, in order; `ok` is an answer. */
const outcome = async (
  told: (VideoFailureCode | 'ok')[],
  routes = [route('direct')],
  of: readonly (typeof clients)[number][] = clients,
) => {
  const attempts = attemptsOver({ clients: of, routes, health: healthRegister({ clock: systemClock }) })
  const asked: string[] = []
  const result = await attempts('video', async ({ provider }) => {
    asked.push(provider)
    const code = told[asked.length - 1] ?? 'network'
    if (code !== 'ok') throw videoFailure(provider, code)
    return 'ok'
  }).then(
    () => ({ code: 'ok', retryable: false }),
    ({ code, retryable }: ProviderError) => ({ code, retryable }),
  )
  return { ...result, asked: asked.length }
}

describe('attempts', () => {
  it('end with the first client that answers', async () => {
    expect(await outcome(['ok'])).toMatchObject({ code: 'ok', asked: 1 })
    expect(await outcome(['bot_check', 'ok'])).toMatchObject({ code: 'ok', asked: 2 })
    expect(await outcome(['unplayable', 'ok'])).toMatchObject({ code: 'ok', asked: 2 })
    expect(await outcome(['not_found', 'ok'])).toMatchObject({ code: 'ok', asked: 2 })
  })

  it.each(['private', 'age_restricted', 'members_only', 'premium_only', 'too_long', 'live', 'upcoming'] as const)(
    'end at once when a video is %s',
    async code => {
      expect(await outcome([code, 'ok'])).toMatchObject({ code, asked: 1 })
    },
  )

  it('need two clients to call a video unplayable for good', async () => {
    expect(await outcome(['unplayable', 'unplayable'])).toEqual({ code: 'unplayable', retryable: false, asked: 2 })
    expect(await outcome(['unplayable', 'not_found'])).toMatchObject({ code: 'not_found', retryable: false })
    expect(await outcome(['unplayable'], [route('direct')], clients.slice(0, 1))).toMatchObject({
      code: 'unplayable',
      retryable: true,
    })
  })

  it('never take a block for a fault of the video', async () => {
    expect(await outcome(['unplayable', 'bot_check'])).toMatchObject({ code: 'bot_check', retryable: true })
    expect(await outcome(['bot_check', 'not_found'])).toMatchObject({ code: 'bot_check', retryable: true })
    expect(await outcome(['po_token_required', 'network'])).toMatchObject({ code: 'po_token_required' })
  })

  it('believe a client that saw the video and no captions', async () => {
    expect(await outcome(['no_captions', 'bot_check'])).toMatchObject({ code: 'no_captions', retryable: false })
    expect(await outcome(['no_captions', 'ok'])).toMatchObject({ code: 'ok' })
  })

  it('go on over the next route when the first is blocked or in the wrong country', async () => {
    const routes = [route('direct'), route('proxy.example:3128')]
    expect(await outcome(['bot_check', 'ip_blocked', 'ok'], routes)).toMatchObject({ code: 'ok', asked: 3 })
    expect(await outcome(['region_blocked', 'ok'], routes)).toMatchObject({ code: 'ok', asked: 2 })
    expect(await outcome(['region_blocked', 'region_blocked'], routes)).toMatchObject({ code: 'region_blocked' })
    expect(await outcome(['unplayable', 'bot_check', 'unplayable', 'bot_check'], routes)).toMatchObject({
      code: 'bot_check',
    })
  })

  it('say the soonest instant at which somebody can be asked, and when the one who rests can', async () => {
    const health = healthRegister({ clock: systemClock, tolerance: 1, restMs: 60_000 })
    const attempts = attemptsOver({ clients, routes: [route('direct')], health })
    let videos = 0
    const ask = (told: Partial<Record<string, VideoFailureCode>>) =>
      attempts(`video ${++videos}`, async ({ client, provider }) => {
        const code = told[client.name]
        if (code) throw videoFailure(provider, code)
        return 'ok'
      })
    expect(await ask({ VISIONOS: 'bot_check' })).toBe('ok')
    const { restsUntil } = health.snapshot()[0]!
    await expect(ask({ ANDROID: 'network' })).rejects.toMatchObject({
      code: 'bot_check',
      retryAt: undefined,
      othersRestUntil: restsUntil,
    })
    // Now both rest.
    await expect(ask({})).rejects.toMatchObject({ retryAt: restsUntil, othersRestUntil: undefined })
  })

  it('begin with the client that has just answered about the same subject, and otherwise with the first', async () => {
    const attempts = attemptsOver({
      clients,
      routes: [route('a'), route('b')],
      health: healthRegister({ clock: systemClock }),
    })
    const asked: string[] = []
    const ask = (subject: string, refused: string[]) =>
      attempts(subject, async ({ provider }) => {
        asked.push(provider)
        if (refused.includes(provider)) throw videoFailure(provider, 'bot_check')
        return 'ok'
      })
    await ask('one', ['innertube/VISIONOS@a', 'innertube/ANDROID@a'])
    expect(asked.splice(0)).toEqual(['innertube/VISIONOS@a', 'innertube/ANDROID@a', 'innertube/VISIONOS@b'])
    await ask('one', [])
    await ask('two', [])
    expect(asked).toEqual(['innertube/VISIONOS@b', 'innertube/VISIONOS@a'])
  })

  it('do not call a video missing that one client missed when the time ran out for the others', async () => {
    const health = healthRegister({ clock: systemClock })
    const attempts = attemptsOver({ clients, routes: [route('direct')], health, deadlineMs: 100 })
    const ask = ({ client, provider, signal }: Attempt) =>
      client.name === 'VISIONOS'
        ? Promise.reject(videoFailure(provider, 'not_found'))
        : new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    await expect(attempts('video', ask)).rejects.toMatchObject({ code: 'network', retryable: true })
  })

  it('end within their deadline, whatever hangs', async () => {
    const health = healthRegister({ clock: systemClock })
    const attempts = attemptsOver({ clients, routes: [route('direct')], health, deadlineMs: 100 })
    const hang = ({ signal }: { signal: AbortSignal }) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const startedAt = performance.now()
    await expect(attempts('video', hang)).rejects.toMatchObject({ code: 'network', retryable: true })
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })

  it('stop when the caller does', async () => {
    const attempts = attemptsOver({
      clients,
      routes: [route('direct')],
      health: healthRegister({ clock: systemClock }),
    })
    const stop = AbortSignal.abort('enough')
    const ask = ({ signal }: { signal: AbortSignal }) => Promise.reject(signal.reason)
    await expect(attempts('video', ask, { signal: stop })).rejects.toBe('enough')
  })
})
