import { statusOf } from '@recaps/domain/billing'
import { expect, it } from 'vitest'
import { accountToken, type FakeBench, fakeBench, productOf } from './test/benches.ts'

const plans = ['basic', 'premium', 'pro', 'ultimate'] as const

/** Numbers from 0 up to 1 that follow from the seed (mulberry32). */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Control = (fake: FakeBench['fake'], token: string, roll: () => number) => unknown
const controls: Control[] = [
  (fake, token) => fake.fail(token),
  (fake, token) => fake.recover(token),
  (fake, token) => fake.cancel(token),
  (fake, token) => fake.undo(token),
  (fake, token) => fake.pause(token, 20),
  (fake, token) => fake.refund(token),
  (fake, token) => fake.refund(token, { cents: 40 }),
  (fake, token, roll) => fake.changePlan(token, productOf(plans[Math.floor(roll() * 4)]!)),
  (fake, token, roll) => fake.changePlan(token, productOf(plans[Math.floor(roll() * 4)]!), 'deferred'),
  (fake, token) => fake.resubscribe(token),
  (fake, token) => fake.revoke(token),
]

/** Only what can be done in a state is done. */
const isOver = (fake: FakeBench['fake'], token: string) => fake.state.purchases.get(token)!.state === 'EXPIRED'

it.each(Array.from({ length: 25 }, (_, seed) => seed + 1))(
  'whatever happens to a purchase, all money that moved is told, each time under the same id (%i)',
  async seed => {
    const bench = await fakeBench()
    const { fake, store } = bench
    const roll = dice(seed)
    const tokens = [fake.buy(accountToken, productOf('basic'))]
    const told = new Map<string, string>()
    for (let step = 0; step < 14; step++) {
      const token = tokens.at(-1)!
      if (!isOver(fake, token)) await store.acknowledge(token)
      await fake.advance({ days: Math.floor(roll() * 20) })
      const control = controls[Math.floor(roll() * controls.length)]!
      const isAgain = control === controls[9]
      const { state } = fake.state.purchases.get(token)!
      if (isOver(fake, token) === isAgain && (control !== controls[3] || state === 'CANCELED')) {
        const next = control(fake, token, roll)
        if (typeof next === 'string') tokens.push(next)
      }
      for (const each of tokens.slice(-3)) {
        const seen = await store.read(each)
        // Google forgets it in the end.
        if (!seen) continue
        for (const { id, kind, amountCents } of seen.movements) {
          const line = `${kind} ${amountCents}`
          expect([id, told.get(id) ?? line]).toEqual([id, line])
          told.set(id, line)
        }
        expect(statusOf(seen.standing, fake.now()).isUnknown).toBe(false)
        if (seen.endedAt) expect(statusOf(seen.standing, fake.now()).status).toMatch(/canceled|refunded/)
      }
    }
    const moved = fake.ledger.map(({ kind, cents }) => `${kind} ${cents}`)
    expect([...told.values()].toSorted()).toEqual(moved.toSorted())
    await fake.close()
  },
)
