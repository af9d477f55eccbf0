import type { PushPlatform } from '@recaps/contract/notifications'
import type { PushFault } from '@recaps/fake-push'
import { expect, it } from 'vitest'
import { ProviderError } from '../../errors.ts'
import type { Push } from '../../ports/push.ts'

export interface PushUnderTest {
  push: Push
  platform: PushPlatform
  device(): { token: string; shown: readonly object[]; arrived: readonly object[]; forget(): void }
  fault(fault: PushFault): () => void
}

const told = {
  title: 'Émile’s digest',
  body: '3 new summaries 😀',
  path: '/tabs/history',
  topic: 'digest',
  tag: 'run-7',
} as const
const message = { ...told, unread: 3 }

/** What every way to a device does. */
export function pushConformance(open: () => Promise<PushUnderTest>): void {
  it('shows the message on the device, and on no other', async () => {
    const { push, platform, device } = await open()
    const [one, other] = [device(), device()]
    expect(await push.send(platform, one.token, message)).toBe('sent')
    expect(one.shown).toEqual([expect.objectContaining(told)])
    expect(other.shown).toEqual([])
  })

  it('shows a message that came twice once, and another one beside it', async () => {
    const { push, platform, device } = await open()
    const { token, shown, arrived } = device()
    for (const each of [message, message, { ...message, tag: 'run-8' }]) await push.send(platform, token, each)
    expect(arrived).toHaveLength(3)
    expect(shown).toHaveLength(2)
  })

  it('takes a tag of any letters and length', async () => {
    const { push, platform, device } = await open()
    const { token, shown } = device()
    for (const tag of ['日本 '.repeat(40), '日本 '.repeat(41), '日本 '.repeat(41), ''])
      expect(await push.send(platform, token, { ...message, tag })).toBe('sent')
    expect(shown).toHaveLength(3)
  })

  it('says so when the device is gone', async () => {
    const { push, platform, device } = await open()
    const { token, forget } = device()
    forget()
    expect(await push.send(platform, token, message)).toBe('gone')
  })

  it.each<PushFault>([
    { kind: 'status', status: 429 },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503 },
    { kind: 'cut' },
    { kind: 'hang' },
  ])('may be tried again after $kind $status', async fault => {
    const { push, platform, device, fault: lay } = await open()
    const { token, shown } = device()
    const lift = lay(fault)
    const refused = await push.send(platform, token, message).catch((error: unknown) => error)
    lift()
    expect(refused).toBeInstanceOf(ProviderError)
    expect(refused).toMatchObject({ retryable: true })
    expect(await push.send(platform, token, message)).toBe('sent')
    expect(shown).toHaveLength(1)
  })

  it('refuses what is no token of this platform', async () => {
    const { push, platform, device } = await open()
    expect(push.refuse(platform, device().token)).toBeNull()
    for (const token of ['', 'x', '{}', 'null', '[]', '{"endpoint":"http://127.0.0.1/"}', '../../x', 'a b'.repeat(20)])
      expect(push.refuse(platform, token)).toMatch(/^This is not the push/)
  })
}
