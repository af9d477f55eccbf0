import { statusOf } from '@recaps/domain/billing'
import { expect, it } from 'vitest'
import { accountToken, productOf, type TwinBench, twinBench } from './test/benches.ts'

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

type Control = (twin: TwinBench['twin'], token: string, roll: () => number) => unknown
const controls: Control[] = [
  (twin, token) => twin.fail(token),
  (twin, token) => twin.recover(token),
  (twin, token) => twin.cancel(token),
  (twin, token) => twin.undo(token),
  (twin, token) => twin.pause(token, 20),
  (twin, token) => twin.refund(token),
  (twin, token) => twin.refund(token, { cents: 40 }),
  (twin, token, roll) => twin.changePlan(token, productOf(plans[Math.floor(roll() * 4)]!)),
  (twin, token, roll) => twin.changePlan(token, productOf(plans[Math.floor(roll() * 4)]!), 'deferred'),
  (twin, token) => twin.resubscribe(token),
  (twin, token) => twin.revoke(token),
]

/** Only what can be done in a state is done. */
const isOver = (twin: TwinBench['twin'], token: string) => twin.state.purchases.get(token)!.state === 'EXPIRED'

it.each(Array.from({ length: 25 }, (_, seed) => seed + 1))(
  'whatever happens to a purchase, all money that moved is told, each time under the same id (%i)',
  async seed => {
    const bench = await twinBench()
    const { twin, store } = bench
    const roll = dice(seed)
    const tokens = [twin.buy(accountToken, productOf('basic'))]
    const told = new Map<string, string>()
    for (let step = 0; step < 14; step++) {
      const token = tokens.at(-1)!
      if (!isOver(twin, token)) await store.acknowledge(token)
      await twin.advance({ days: Math.floor(roll() * 20) })
      const control = controls[Math.floor(roll() * controls.length)]!
      const isAgain = control === controls[9]
      const { state } = twin.state.purchases.get(token)!
      if (isOver(twin, token) === isAgain && (control !== controls[3] || state === 'CANCELED')) {
        const next = control(twin, token, roll)
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
        expect(statusOf(seen.standing, twin.now()).isUnknown).toBe(false)
        if (seen.endedAt) expect(statusOf(seen.standing, twin.now()).status).toMatch(/canceled|refunded/)
      }
    }
    const moved = twin.ledger.map(({ kind, cents }) => `${kind} ${cents}`)
    expect([...told.values()].toSorted()).toEqual(moved.toSorted())
    await twin.close()
  },
)
