import { toPurchaseStatus } from '@recaps/domain/billing'
import { expect, it } from 'vitest'
import { accountToken, type FakeBench, fakeBench, playProductId } from './test/benches.ts'

const plans = ['basic', 'premium', 'pro', 'ultimate'] as const

/** Seeded random numbers in [0, 1) (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Action = (fake: FakeBench['fake'], token: string, random: () => number) => unknown
const actions: Action[] = [
  (fake, token) => fake.fail(token),
  (fake, token) => fake.recover(token),
  (fake, token) => fake.cancel(token),
  (fake, token) => fake.undo(token),
  (fake, token) => fake.pause(token, 20),
  (fake, token) => fake.refund(token),
  (fake, token) => fake.refund(token, { cents: 40 }),
  (fake, token, random) => fake.changePlan(token, playProductId(plans[Math.floor(random() * 4)]!)),
  (fake, token, random) => fake.changePlan(token, playProductId(plans[Math.floor(random() * 4)]!), 'deferred'),
  (fake, token) => fake.resubscribe(token),
  (fake, token) => fake.revoke(token),
]

const hasEnded = (fake: FakeBench['fake'], token: string) => fake.state.purchases.get(token)!.state === 'EXPIRED'

it.each(Array.from({ length: 25 }, (_, seed) => seed + 1))(
  'movements match Google Play’s ledger and keep their ids after random events (seed %i)',
  async seed => {
    const bench = await fakeBench()
    const { fake, store } = bench
    const random = seededRandom(seed)
    const tokens = [fake.buy(accountToken, playProductId('basic'))]
    const known = new Map<string, string>()
    for (let step = 0; step < 14; step++) {
      const token = tokens.at(-1)!
      if (!hasEnded(fake, token)) await store.acknowledge(token)
      await fake.advance({ days: Math.floor(random() * 20) })
      const action = actions[Math.floor(random() * actions.length)]!
      const isResubscription = action === actions[9]
      const { state } = fake.state.purchases.get(token)!
      if (hasEnded(fake, token) === isResubscription && (action !== actions[3] || state === 'CANCELED')) {
        const next = action(fake, token, random)
        if (typeof next === 'string') tokens.push(next)
      }
      for (const recent of tokens.slice(-3)) {
        const purchase = await store.read(recent)
        // Google deletes old purchases.
        if (!purchase) continue
        for (const { id, kind, amountCents } of purchase.movements) {
          const line = `${kind} ${amountCents}`
          expect([id, known.get(id) ?? line]).toEqual([id, line])
          known.set(id, line)
        }
        expect(toPurchaseStatus(purchase.providerStatus, fake.now()).isUnknown).toBe(false)
        if (purchase.endedAt)
          expect(toPurchaseStatus(purchase.providerStatus, fake.now()).status).toMatch(/canceled|refunded/)
      }
    }
    const ledger = fake.ledger.map(({ kind, cents }) => `${kind} ${cents}`)
    expect([...known.values()].toSorted()).toEqual(ledger.toSorted())
    await fake.close()
  },
)
