import type { VideoFailureCode } from '@recaps/contract/failures'
import { describe, expect, it } from 'vitest'
import type { ProviderError } from '../../errors.ts'
import { systemClock } from '../../ports/clock.ts'
import { type Attempt, createAttempts } from './attempts.ts'
import { videoFailure } from './failure.ts'
import type { Route } from './gateway.ts'
import { healthRegister } from './health.ts'

const neverCalled = () => Promise.reject(new Error('not called in these tests'))
const route = (name: string): Route => ({ name, fetch: neverCalled, fetchAudio: neverCalled })
const clients = [{ name: 'VISIONOS' }, { name: 'ANDROID' }] as const

/** The result when the clients answer like this, in order; `ok` stands for success. */
const outcome = async (
  answers: (VideoFailureCode | 'ok')[],
  routes = [route('direct')],
  of: readonly (typeof clients)[number][] = clients,
) => {
  const attempts = createAttempts({ clients: of, routes, health: healthRegister({ clock: systemClock }) })
  let calls = 0
  const result = await attempts('video', async ({ provider }) => {
    calls += 1
    const code = answers[calls - 1] ?? 'network'
    if (code !== 'ok') throw videoFailure(provider, code)
    return 'ok'
  }).then(
    () => ({ code: 'ok', retryable: false }),
    ({ code, retryable }: ProviderError) => ({ code, retryable }),
  )
  return { ...result, calls }
}

describe('attempts to query InnerTube', () => {
  it('stops at the first client that answers', async () => {
    expect(await outcome(['ok'])).toMatchObject({ code: 'ok', calls: 1 })
    expect(await outcome(['bot_check', 'ok'])).toMatchObject({ code: 'ok', calls: 2 })
    expect(await outcome(['unplayable', 'ok'])).toMatchObject({ code: 'ok', calls: 2 })
    expect(await outcome(['not_found', 'ok'])).toMatchObject({ code: 'ok', calls: 2 })
  })

  it.each(['private', 'age_restricted', 'members_only', 'premium_only', 'too_long', 'live', 'upcoming'] as const)(
    'stops at the first client that reports a video as %s',
    async code => {
      expect(await outcome([code, 'ok'])).toMatchObject({ code, calls: 1 })
    },
  )

  it('reports a video as unplayable for good only when two clients agree', async () => {
    expect(await outcome(['unplayable', 'unplayable'])).toEqual({ code: 'unplayable', retryable: false, calls: 2 })
    expect(await outcome(['unplayable', 'not_found'])).toMatchObject({ code: 'not_found', retryable: false })
    expect(await outcome(['unplayable'], [route('direct')], clients.slice(0, 1))).toMatchObject({
      code: 'unplayable',
      retryable: true,
    })
  })

  it('never mistakes a block for a problem with the video', async () => {
    expect(await outcome(['unplayable', 'bot_check'])).toMatchObject({ code: 'bot_check', retryable: true })
    expect(await outcome(['bot_check', 'not_found'])).toMatchObject({ code: 'bot_check', retryable: true })
    expect(await outcome(['po_token_required', 'network'])).toMatchObject({ code: 'po_token_required' })
  })

  it('trusts a client that played the video and found no captions', async () => {
    expect(await outcome(['no_captions', 'bot_check'])).toMatchObject({ code: 'no_captions', retryable: false })
    expect(await outcome(['no_captions', 'ok'])).toMatchObject({ code: 'ok' })
  })

  it('tries the next route when the first is blocked or in the wrong country', async () => {
    const routes = [route('direct'), route('proxy.example:3128')]
    expect(await outcome(['bot_check', 'ip_blocked', 'ok'], routes)).toMatchObject({ code: 'ok', calls: 3 })
    expect(await outcome(['region_blocked', 'ok'], routes)).toMatchObject({ code: 'ok', calls: 2 })
    expect(await outcome(['region_blocked', 'region_blocked'], routes)).toMatchObject({ code: 'region_blocked' })
    expect(await outcome(['unplayable', 'bot_check', 'unplayable', 'bot_check'], routes)).toMatchObject({
      code: 'bot_check',
    })
  })

  it('reports when a paused client can be queried again, as the retry time only if all clients are paused', async () => {
    const health = healthRegister({ clock: systemClock, tolerance: 1, pauseMs: 60_000 })
    const attempts = createAttempts({ clients, routes: [route('direct')], health })
    let videos = 0
    const query = (failures: Partial<Record<string, VideoFailureCode>>) =>
      attempts(`video ${++videos}`, async ({ client, provider }) => {
        const code = failures[client.name]
        if (code) throw videoFailure(provider, code)
        return 'ok'
      })
    expect(await query({ VISIONOS: 'bot_check' })).toBe('ok')
    const { pausedUntil } = health.snapshot()[0]!
    await expect(query({ ANDROID: 'network' })).rejects.toMatchObject({
      code: 'bot_check',
      retryAt: undefined,
      fallbacksBlockedUntil: pausedUntil,
    })
    // Now both clients are paused.
    await expect(query({})).rejects.toMatchObject({ retryAt: pausedUntil, fallbacksBlockedUntil: undefined })
  })

  it('starts with the client that answered last about the same video, otherwise with the first client', async () => {
    const attempts = createAttempts({
      clients,
      routes: [route('a'), route('b')],
      health: healthRegister({ clock: systemClock }),
    })
    const queried: string[] = []
    const query = (subject: string, refused: string[]) =>
      attempts(subject, async ({ provider }) => {
        queried.push(provider)
        if (refused.includes(provider)) throw videoFailure(provider, 'bot_check')
        return 'ok'
      })
    await query('one', ['innertube/VISIONOS@a', 'innertube/ANDROID@a'])
    expect(queried.splice(0)).toEqual(['innertube/VISIONOS@a', 'innertube/ANDROID@a', 'innertube/VISIONOS@b'])
    await query('one', [])
    await query('two', [])
    expect(queried).toEqual(['innertube/VISIONOS@b', 'innertube/VISIONOS@a'])
  })

  it('does not report a video as missing on the word of one client when the others time out', async () => {
    const health = healthRegister({ clock: systemClock })
    const attempts = createAttempts({ clients, routes: [route('direct')], health, deadlineMs: 100 })
    const query = ({ client, provider, signal }: Attempt) =>
      client.name === 'VISIONOS'
        ? Promise.reject(videoFailure(provider, 'not_found'))
        : new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    await expect(attempts('video', query)).rejects.toMatchObject({ code: 'network', retryable: true })
  })

  it('stops trying clients at the deadline when they hang', async () => {
    const health = healthRegister({ clock: systemClock })
    const attempts = createAttempts({ clients, routes: [route('direct')], health, deadlineMs: 100 })
    const hang = ({ signal }: { signal: AbortSignal }) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const startedAt = performance.now()
    await expect(attempts('video', hang)).rejects.toMatchObject({ code: 'network', retryable: true })
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })

  it('stops trying clients when the caller aborts', async () => {
    const attempts = createAttempts({
      clients,
      routes: [route('direct')],
      health: healthRegister({ clock: systemClock }),
    })
    const stop = AbortSignal.abort('enough')
    const query = ({ signal }: { signal: AbortSignal }) => Promise.reject(signal.reason)
    await expect(attempts('video', query, { signal: stop })).rejects.toBe('enough')
  })
})
