import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dropAt,
  emptyPlayback,
  ended,
  failed,
  heard,
  jumpTo,
  next,
  type Playback,
  pause,
  play,
  playbackSpeeds,
  previous,
  pushList,
  pushOne,
  resumed,
  toggle,
  unclear,
  waited,
  wantsSound,
  withBack,
  without,
} from './playback.ts'

const empty: Playback<string> = emptyPlayback
/** `a b c` set and sounding. */
const sounding = (...items: string[]) => waited(waited(pushList(empty, items)))

describe('the player of the specification', () => {
  test('offers eight speeds and starts at 1', () => {
    expect(playbackSpeeds).toEqual([1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.75, 2])
  })

  test('play sounds after about 250 ms [spec 4.15]', () => {
    const pressed = play({ ...empty, queue: ['a'] })
    expect(pressed).toMatchObject({ isPlaying: true, waiting: { kind: 'start', afterMs: 250 } })
    expect(wantsSound(pressed)).toBe(false)
    expect(wantsSound(waited(pressed))).toBe(true)
  })

  test('pausing inside the 250 ms keeps it silent [spec 4.15]', () => {
    const paused = toggle(play({ ...empty, queue: ['a'] }))
    expect(paused).toMatchObject({ isPlaying: false, waiting: { kind: 'nothing' } })
    expect(wantsSound(waited(paused))).toBe(false)
  })

  test('what the system gives back plays already', () => {
    const paused = pause(waited(play({ ...empty, queue: ['a'] })))
    expect(resumed(paused)).toMatchObject({ isPlaying: true, waiting: { kind: 'nothing' } })
    expect(resumed(empty)).toBe(empty)
  })

  test('nothing queued, nothing plays', () => {
    expect(play(empty)).toBe(empty)
  })

  test('pushing a list stops, empties, and after 5 ms sets the list and plays [spec 4.18]', () => {
    const pushed = pushList({ ...sounding('a', 'b'), timeMs: 900, durationMs: 1000 }, ['c', 'd'])
    expect(pushed).toMatchObject({ queue: [], isPlaying: false, timeMs: 0, durationMs: 0 })
    expect(pushed.waiting).toEqual({ kind: 'list', afterMs: 5, items: ['c', 'd'] })
    expect(waited(pushed)).toMatchObject({ queue: ['c', 'd'], isPlaying: true, waiting: { kind: 'start' } })
  })

  test('pushing one appends it and starts only if nothing plays [spec 4.19]', () => {
    expect(pushOne(empty, 'a')).toMatchObject({ queue: ['a'], isPlaying: true, waiting: { kind: 'start' } })
    const playing = sounding('a')
    expect(pushOne(playing, 'b')).toEqual({ ...playing, queue: ['a', 'b'] })
  })

  test('one that is pushed while a list is on its way joins that list', () => {
    expect(waited(pushOne(pushList(empty, ['a']), 'b')).queue).toEqual(['a', 'b'])
  })

  test('next moves the head to the history, previous takes it back [spec 4.20]', () => {
    const skipped = next(sounding('a', 'b'))
    expect(skipped).toMatchObject({ queue: ['b'], history: ['a'], isPlaying: true })
    expect(previous(skipped)).toMatchObject({ queue: ['a', 'b'], history: [], isPlaying: true })
  })

  test('next on the last one stops', () => {
    expect(next(sounding('a'))).toMatchObject({ queue: [], history: ['a'], isPlaying: false })
  })

  test('what was heard to its end leaves the queue and the next plays without a pause [spec 4.16]', () => {
    const after = ended({ ...sounding('a', 'b'), timeMs: 1000, durationMs: 1000 })
    expect(after).toMatchObject({ queue: ['b'], history: [], timeMs: 0, durationMs: 0 })
    expect(wantsSound(after)).toBe(true)
    expect(ended(after)).toMatchObject({ queue: [], isPlaying: false })
  })

  test('an error stops at time 0 of 0 and keeps the queue [spec 4.17]', () => {
    expect(failed(heard(sounding('a', 'b'), 500, 1000))).toMatchObject({
      queue: ['a', 'b'],
      isPlaying: false,
      timeMs: 0,
      durationMs: 0,
    })
  })

  test('jumping skips what lies before, dropping forgets it', () => {
    expect(jumpTo(sounding('a', 'b', 'c'), 2)).toMatchObject({ queue: ['c'], history: ['a', 'b'], isPlaying: true })
    expect(dropAt(sounding('a', 'b', 'c'), 1)).toMatchObject({ queue: ['a', 'c'], waiting: { kind: 'nothing' } })
    expect(dropAt(sounding('a', 'b'), 0)).toMatchObject({ queue: ['b'], history: [], waiting: { kind: 'start' } })
  })

  test('what is there no more leaves queue, history and a list on its way; what follows a head that goes plays', () => {
    const isA = (item: string) => item === 'a'
    expect(without(sounding('a', 'b', 'a'), isA)).toMatchObject({ queue: ['b'], isPlaying: true })
    expect(without(sounding('a'), isA)).toMatchObject({ queue: [], isPlaying: false })
    const skipped = next({ ...sounding('a', 'b', 'a'), timeMs: 900 })
    expect(without(skipped, isA)).toMatchObject({ queue: ['b'], history: [], isPlaying: true })
    expect(waited(without(pushList(empty, ['a', 'b']), isA))).toMatchObject({ queue: ['b'], isPlaying: true })
    const going = { ...sounding('b', 'a'), timeMs: 900 }
    expect(without(going, isA)).toEqual({ ...going, queue: ['b'] })
  })

  test('what was taken out comes back behind what it stood behind, and what is heard meanwhile goes on', () => {
    const isBack = (item: string) => item === 'x' || item === 'y'
    const restored = (before: Playback<string>, since: Step = p => p) =>
      withBack(since(without(before, isBack)), before, isBack)
    const going = { ...sounding('a', 'x', 'b', 'y'), timeMs: 900, durationMs: 1000 }
    expect(restored(going)).toEqual(going)
    expect(restored(going, next)).toMatchObject({ queue: ['b', 'x', 'y'], history: ['a'] })
    expect(restored(sounding('x', 'a', 'y', 'b'))).toMatchObject({ queue: ['a', 'x', 'y', 'b'], isPlaying: true })
    expect(restored(next(next(sounding('x', 'a', 'b'))))).toMatchObject({ queue: ['b'], history: ['x', 'a'] })
    expect(restored(sounding('x', 'y'))).toMatchObject({ queue: ['x', 'y'], isPlaying: false })
  })

  test('nothing comes back into a queue that was replaced or closed since', () => {
    const isBack = (item: string) => item === 'x'
    for (const [before, since] of [
      [sounding('a', 'x'), p => waited(pushList(p, ['c']))],
      [sounding('a', 'x'), p => pushList(p, ['a'])],
      [sounding('a', 'x'), p => ({ ...p, ...emptyPlayback })],
      [sounding('x'), p => pushOne(p, 'c')],
    ] as const satisfies readonly (readonly [Playback<string>, Step])[]) {
      const now = since(without(before, isBack))
      expect(withBack(now, before, isBack)).toBe(now)
    }
  })

  describe('a queue that was cleared', () => {
    const close: Step = p => ({ ...p, ...emptyPlayback })
    const clearNext: Step = p => ({ ...p, queue: p.queue.slice(0, 1) })
    const restored = (before: Playback<string>, clear: Step, since: Step = p => p) => {
      const cleared = clear(before)
      return unclear(since(cleared), before, cleared)
    }

    test('is put back as it was, with what was skipped, and plays on when it played', () => {
      const before = next(sounding('a', 'b', 'c'))
      expect(restored(before, close)).toMatchObject({ queue: ['b', 'c'], history: ['a'], isPlaying: true })
      expect(restored(pause(before), close)).toMatchObject({ queue: ['b', 'c'], isPlaying: false })
      expect(restored(sounding('a', 'b', 'c'), clearNext)).toEqual(sounding('a', 'b', 'c'))
    })

    test('is put back behind what was queued since, which plays on', () => {
      const before = sounding('a', 'b')
      const since: Step = p => next(waited(waited(pushList(p, ['x', 'b', 'y']))))
      expect(restored(before, close, since)).toMatchObject({ queue: ['b', 'y', 'a'], history: ['x'] })
      expect(restored(before, clearNext, p => pushOne(p, 'z'))).toMatchObject({ queue: ['a', 'z', 'b'] })
    })

    test('does not bring back what was heard to its end since', () => {
      expect(restored(sounding('a', 'b'), clearNext, ended)).toMatchObject({ queue: ['b'], isPlaying: true })
    })

    test('leaves a list on its way alone', () => {
      const since: Step = p => pushList(p, ['x'])
      expect(restored(sounding('a'), close, since)).toEqual(since(close(sounding('a'))))
    })
  })
})

type Step = (p: Playback<string>) => Playback<string>
const item = fc.stringMatching(/^[a-z]{1,3}$/)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom<Step>(play, pause, resumed, toggle, next, previous, ended, failed, waited),
  item.map(one => (p: Playback<string>) => pushOne(p, one)),
  fc.array(item, { maxLength: 4 }).map(list => (p: Playback<string>) => pushList(p, list)),
  fc.nat(5).map(at => (p: Playback<string>) => jumpTo(p, at)),
  fc.nat(5).map(at => (p: Playback<string>) => dropAt(p, at)),
  item.map(gone => (p: Playback<string>) => without(p, one => one === gone)),
  fc.nat(9999).map(at => (p: Playback<string>) => heard(p, at, 10_000)),
)
const reached = fc.array(step, { maxLength: 30 }).map(steps => steps.reduce((p, s) => s(p), empty))

describe('whatever is pressed, in any order [spec 4.21]', () => {
  test('it never claims to play an empty queue', () => {
    fc.assert(fc.property(reached, p => !p.isPlaying || p.queue.length > 0))
  })

  test('a wait for the first sound belongs to something that plays', () => {
    fc.assert(fc.property(reached, p => p.waiting.kind !== 'start' || p.isPlaying))
  })

  test('a list on its way finds the queue empty and silent', () => {
    fc.assert(fc.property(reached, p => p.waiting.kind !== 'list' || (p.queue.length === 0 && !p.isPlaying)))
  })

  /** All that it holds, from what was skipped first to what is heard last. */
  const all = ({ history, queue, waiting }: Playback<string>) => [
    ...history,
    ...queue,
    ...(waiting.kind === 'list' ? waiting.items : []),
  ]

  test('what is there stays there, in its order, until it is heard to its end, dropped or replaced', () => {
    const keeping = fc.oneof(
      fc.constantFrom<Step>(play, pause, resumed, toggle, next, previous, failed, waited),
      fc.nat(5).map(at => (p: Playback<string>) => jumpTo(p, at)),
      fc.nat(9999).map(at => (p: Playback<string>) => heard(p, at, 10_000)),
    )
    fc.assert(
      fc.property(reached, keeping, (p, s) => {
        expect(all(s(p))).toEqual(all(p))
      }),
    )
  })

  test('previous takes back what next has done', () => {
    fc.assert(
      fc.property(reached, p => {
        if (p.queue.length > 0) expect(previous(next(p))).toMatchObject({ queue: p.queue, history: p.history })
      }),
    )
  })

  test('an end takes out the head, a drop the one that is meant, and neither anything else', () => {
    fc.assert(
      fc.property(reached, fc.nat(5), (p, at) => {
        const coming = p.waiting.kind === 'list' ? p.waiting.items : []
        expect(all(ended(p))).toEqual([...p.history, ...p.queue.slice(1), ...coming])
        expect(all(dropAt(p, at))).toEqual([...p.history, ...p.queue.toSpliced(at, 1), ...coming])
      }),
    )
  })

  test('a push adds just what is pushed: one behind all, a list in place of the queue', () => {
    fc.assert(
      fc.property(reached, item, fc.array(item), (p, one, list) => {
        expect(all(pushOne(p, one))).toEqual([...all(p), one])
        expect(all(pushList(p, list))).toEqual([...p.history, ...list])
      }),
    )
  })

  test('a list that was waited for is what the queue holds', () => {
    fc.assert(
      fc.property(reached, fc.array(item, { minLength: 1 }), (p, list) => {
        const set = waited(pushList(p, list))
        expect(set.queue).toEqual(list)
        expect(set.isPlaying).toBe(true)
      }),
    )
  })

  test('a late event of the old sound does not lose the list on its way', () => {
    const late = fc.constantFrom<Step>(play, pause, resumed, toggle, next, previous, ended, failed)
    fc.assert(
      fc.property(reached, fc.array(late, { maxLength: 4 }), (p, events) => {
        const arrived = waited(events.reduce((q, s) => s(q), pushList(p, ['x', 'y'])))
        expect(arrived.queue).toEqual(['x', 'y'])
      }),
    )
  })

  test('no step changes the value it was given', () => {
    fc.assert(
      fc.property(reached, step, (p, s) => {
        const before = structuredClone(p)
        s(p)
        expect(p).toEqual(before)
      }),
    )
  })
})
