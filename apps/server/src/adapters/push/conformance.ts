import type { PushPlatform } from '@recaps/contract/notifications'
import type { PushFault } from '@recaps/fake-push'
import { expect, it } from 'vitest'
import { ProviderError } from '../../errors.ts'
import type { Push } from '../../ports/push.ts'

export interface PushUnderTest {
  push: Push
  platform: PushPlatform
  device(): { token: string; shown: readonly object[]; arrived: readonly object[]; unregister(): void }
  fault(fault: PushFault): () => void
}

const content = {
  title: 'Émile’s digest',
  body: '3 new summaries 😀',
  path: '/tabs/history',
  topic: 'digest',
  tag: 'run-7',
} as const
const message = { ...content, unread: 3 }

/** Tests that every push platform must pass. */
export function pushConformance(open: () => Promise<PushUnderTest>): void {
  it('push shows a message only on the device it was sent to', async () => {
    const { push, platform, device } = await open()
    const [one, other] = [device(), device()]
    expect(await push.send(platform, one.token, message)).toBe('sent')
    expect(one.shown).toEqual([expect.objectContaining(content)])
    expect(other.shown).toEqual([])
  })

  it('push shows one notification per tag when a message arrives twice', async () => {
    const { push, platform, device } = await open()
    const { token, shown, arrived } = device()
    for (const each of [message, message, { ...message, tag: 'run-8' }]) await push.send(platform, token, each)
    expect(arrived).toHaveLength(3)
    expect(shown).toHaveLength(2)
  })

  it('push accepts tags of any characters and length', async () => {
    const { push, platform, device } = await open()
    const { token, shown } = device()
    for (const tag of ['日本 '.repeat(40), '日本 '.repeat(41), '日本 '.repeat(41), ''])
      expect(await push.send(platform, token, { ...message, tag })).toBe('sent')
    expect(shown).toHaveLength(3)
  })

  it('push reports a device that has unregistered as gone', async () => {
    const { push, platform, device } = await open()
    const { token, unregister } = device()
    unregister()
    expect(await push.send(platform, token, message)).toBe('gone')
  })

  it.each<PushFault>([
    { kind: 'status', status: 429 },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503 },
    { kind: 'cut' },
    { kind: 'hang' },
  ])('push fails with a retryable error after $kind $status', async fault => {
    const { push, platform, device, fault: startFault } = await open()
    const { token, shown } = device()
    const endFault = startFault(fault)
    const error = await push.send(platform, token, message).catch((caught: unknown) => caught)
    endFault()
    expect(error).toBeInstanceOf(ProviderError)
    expect(error).toMatchObject({ retryable: true })
    expect(await push.send(platform, token, message)).toBe('sent')
    expect(shown).toHaveLength(1)
  })

  it('push refuses tokens that are invalid for the platform', async () => {
    const { push, platform, device } = await open()
    expect(push.validateToken(platform, device().token)).toBeNull()
    for (const token of ['', 'x', '{}', 'null', '[]', '{"endpoint":"http://127.0.0.1/"}', '../../x', 'a b'.repeat(20)])
      expect(push.validateToken(platform, token)).toMatch(/^This is not a valid/)
  })
}
