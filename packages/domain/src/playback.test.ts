import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  delayElapsed,
  emptyPlayback,
  ended,
  failed,
  jumpTo,
  next,
  type Playback,
  pause,
  play,
  playbackSpeeds,
  previous,
  pushList,
  pushOne,
  removeAt,
  removeMatching,
  restoreRemoved,
  resumed,
  shouldPlayAudio,
  toggle,
  undoClear,
  updateTime,
} from './playback.ts'

const empty: Playback<string> = emptyPlayback
/** Playback of a queue of these items, already playing. */
const playing = (...items: string[]) => delayElapsed(delayElapsed(pushList(empty, items)))

describe('the player of the specification', () => {
  test('the player offers eight speeds, the first of them 1', () => {
    expect(playbackSpeeds).toEqual([1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.75, 2])
  })

  test('play starts the audio after about 250 ms [spec 4.15]', () => {
    const pressed = play({ ...empty, queue: ['a'] })
    expect(pressed).toMatchObject({ isPlaying: true, waiting: { kind: 'start', afterMs: 250 } })
    expect(shouldPlayAudio(pressed)).toBe(false)
    expect(shouldPlayAudio(delayElapsed(pressed))).toBe(true)
  })

  test('pausing within the 250 ms prevents the audio from starting [spec 4.15]', () => {
    const paused = toggle(play({ ...empty, queue: ['a'] }))
    expect(paused).toMatchObject({ isPlaying: false, waiting: { kind: 'nothing' } })
    expect(shouldPlayAudio(delayElapsed(paused))).toBe(false)
  })

  test('audio resumed by the operating system counts as playing without a delay', () => {
    const paused = pause(delayElapsed(play({ ...empty, queue: ['a'] })))
    expect(resumed(paused)).toMatchObject({ isPlaying: true, waiting: { kind: 'nothing' } })
    expect(resumed(empty)).toBe(empty)
  })

  test('play does nothing if the queue is empty', () => {
    expect(play(empty)).toBe(empty)
  })

  test('pushing a list stops playback, empties the queue, and after 5 ms sets the list and plays it [spec 4.18]', () => {
    const pushed = pushList({ ...playing('a', 'b'), timeMs: 900, durationMs: 1000 }, ['c', 'd'])
    expect(pushed).toMatchObject({ queue: [], isPlaying: false, timeMs: 0, durationMs: 0 })
    expect(pushed.waiting).toEqual({ kind: 'list', afterMs: 5, items: ['c', 'd'] })
    expect(delayElapsed(pushed)).toMatchObject({ queue: ['c', 'd'], isPlaying: true, waiting: { kind: 'start' } })
  })

  test('pushing one item appends it and starts it only if nothing plays [spec 4.19]', () => {
    expect(pushOne(empty, 'a')).toMatchObject({ queue: ['a'], isPlaying: true, waiting: { kind: 'start' } })
    const current = playing('a')
    expect(pushOne(current, 'b')).toEqual({ ...current, queue: ['a', 'b'] })
  })

  test('an item pushed while a list is pending is appended to that list', () => {
    expect(delayElapsed(pushOne(pushList(empty, ['a']), 'b')).queue).toEqual(['a', 'b'])
  })

  test('next moves the current item to the history, and previous moves it back [spec 4.20]', () => {
    const skipped = next(playing('a', 'b'))
    expect(skipped).toMatchObject({ queue: ['b'], history: ['a'], isPlaying: true })
    expect(previous(skipped)).toMatchObject({ queue: ['a', 'b'], history: [], isPlaying: true })
  })

  test('next on the last item stops playback', () => {
    expect(next(playing('a'))).toMatchObject({ queue: [], history: ['a'], isPlaying: false })
  })

  test('an item that has ended leaves the queue, and the next one plays without a delay [spec 4.16]', () => {
    const after = ended({ ...playing('a', 'b'), timeMs: 1000, durationMs: 1000 })
    expect(after).toMatchObject({ queue: ['b'], history: [], timeMs: 0, durationMs: 0 })
    expect(shouldPlayAudio(after)).toBe(true)
    expect(ended(after)).toMatchObject({ queue: [], isPlaying: false })
  })

  test('a playback error stops at time 0 of 0 and keeps the queue [spec 4.17]', () => {
    expect(failed(updateTime(playing('a', 'b'), 500, 1000))).toMatchObject({
      queue: ['a', 'b'],
      isPlaying: false,
      timeMs: 0,
      durationMs: 0,
    })
  })

  test('jumping moves the items before the target to the history, and dropping removes an item', () => {
    expect(jumpTo(playing('a', 'b', 'c'), 2)).toMatchObject({ queue: ['c'], history: ['a', 'b'], isPlaying: true })
    expect(removeAt(playing('a', 'b', 'c'), 1)).toMatchObject({ queue: ['a', 'c'], waiting: { kind: 'nothing' } })
    expect(removeAt(playing('a', 'b'), 0)).toMatchObject({ queue: ['b'], history: [], waiting: { kind: 'start' } })
  })

  test('items that no longer exist are removed from queue, history and pending list, and the next one plays', () => {
    const isA = (item: string) => item === 'a'
    expect(removeMatching(playing('a', 'b', 'a'), isA)).toMatchObject({ queue: ['b'], isPlaying: true })
    expect(removeMatching(playing('a'), isA)).toMatchObject({ queue: [], isPlaying: false })
    const skipped = next({ ...playing('a', 'b', 'a'), timeMs: 900 })
    expect(removeMatching(skipped, isA)).toMatchObject({ queue: ['b'], history: [], isPlaying: true })
    expect(delayElapsed(removeMatching(pushList(empty, ['a', 'b']), isA))).toMatchObject({
      queue: ['b'],
      isPlaying: true,
    })
    const going = { ...playing('b', 'a'), timeMs: 900 }
    expect(removeMatching(going, isA)).toEqual({ ...going, queue: ['b'] })
  })

  test('removed items are restored after the items they followed, without interrupting the current item', () => {
    const isBack = (item: string) => item === 'x' || item === 'y'
    const restored = (before: Playback<string>, since: Step = p => p) =>
      restoreRemoved(since(removeMatching(before, isBack)), before, isBack)
    const going = { ...playing('a', 'x', 'b', 'y'), timeMs: 900, durationMs: 1000 }
    expect(restored(going)).toEqual(going)
    expect(restored(going, next)).toMatchObject({ queue: ['b', 'x', 'y'], history: ['a'] })
    expect(restored(playing('x', 'a', 'y', 'b'))).toMatchObject({ queue: ['a', 'x', 'y', 'b'], isPlaying: true })
    expect(restored(next(next(playing('x', 'a', 'b'))))).toMatchObject({ queue: ['b'], history: ['x', 'a'] })
    expect(restored(playing('x', 'y'))).toMatchObject({ queue: ['x', 'y'], isPlaying: false })
  })

  test('removed items are not restored into a queue that was replaced or closed in the meantime', () => {
    const isBack = (item: string) => item === 'x'
    for (const [before, since] of [
      [playing('a', 'x'), p => delayElapsed(pushList(p, ['c']))],
      [playing('a', 'x'), p => pushList(p, ['a'])],
      [playing('a', 'x'), p => ({ ...p, ...emptyPlayback })],
      [playing('x'), p => pushOne(p, 'c')],
    ] as const satisfies readonly (readonly [Playback<string>, Step])[]) {
      const now = since(removeMatching(before, isBack))
      expect(restoreRemoved(now, before, isBack)).toBe(now)
    }
  })

  describe('undoing a cleared queue', () => {
    const close: Step = p => ({ ...p, ...emptyPlayback })
    const clearNext: Step = p => ({ ...p, queue: p.queue.slice(0, 1) })
    const restored = (before: Playback<string>, clear: Step, since: Step = p => p) => {
      const cleared = clear(before)
      return undoClear(since(cleared), before, cleared)
    }

    test('undoing restores the cleared queue and history, and continues playing if it was playing', () => {
      const before = next(playing('a', 'b', 'c'))
      expect(restored(before, close)).toMatchObject({ queue: ['b', 'c'], history: ['a'], isPlaying: true })
      expect(restored(pause(before), close)).toMatchObject({ queue: ['b', 'c'], isPlaying: false })
      expect(restored(playing('a', 'b', 'c'), clearNext)).toEqual(playing('a', 'b', 'c'))
    })

    test('undoing restores the cleared queue after items queued since then, which keep playing', () => {
      const before = playing('a', 'b')
      const since: Step = p => next(delayElapsed(delayElapsed(pushList(p, ['x', 'b', 'y']))))
      expect(restored(before, close, since)).toMatchObject({ queue: ['b', 'y', 'a'], history: ['x'] })
      expect(restored(before, clearNext, p => pushOne(p, 'z'))).toMatchObject({ queue: ['a', 'z', 'b'] })
    })

    test('undoing does not restore items that have ended since the queue was cleared', () => {
      expect(restored(playing('a', 'b'), clearNext, ended)).toMatchObject({ queue: ['b'], isPlaying: true })
    })

    test('undoing a cleared queue does not change a pending list', () => {
      const since: Step = p => pushList(p, ['x'])
      expect(restored(playing('a'), close, since)).toEqual(since(close(playing('a'))))
    })
  })
})

type Step = (p: Playback<string>) => Playback<string>
const item = fc.stringMatching(/^[a-z]{1,3}$/)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom<Step>(play, pause, resumed, toggle, next, previous, ended, failed, delayElapsed),
  item.map(pushed => (p: Playback<string>) => pushOne(p, pushed)),
  fc.array(item, { maxLength: 4 }).map(list => (p: Playback<string>) => pushList(p, list)),
  fc.nat(5).map(at => (p: Playback<string>) => jumpTo(p, at)),
  fc.nat(5).map(at => (p: Playback<string>) => removeAt(p, at)),
  item.map(gone => (p: Playback<string>) => removeMatching(p, other => other === gone)),
  fc.nat(9999).map(at => (p: Playback<string>) => updateTime(p, at, 10_000)),
)
const anyPlayback = fc.array(step, { maxLength: 30 }).map(steps => steps.reduce((p, s) => s(p), empty))

describe('after any sequence of actions [spec 4.21]', () => {
  test('an empty queue is never playing', () => {
    fc.assert(fc.property(anyPlayback, p => !p.isPlaying || p.queue.length > 0))
  })

  test('the start delay is pending only while playing', () => {
    fc.assert(fc.property(anyPlayback, p => p.waiting.kind !== 'start' || p.isPlaying))
  })

  test('the queue is empty and stopped while a list is pending', () => {
    fc.assert(fc.property(anyPlayback, p => p.waiting.kind !== 'list' || (p.queue.length === 0 && !p.isPlaying)))
  })

  /** All items in order: history, queue, pending list. */
  const all = ({ history, queue, waiting }: Playback<string>) => [
    ...history,
    ...queue,
    ...(waiting.kind === 'list' ? waiting.items : []),
  ]

  test('items are kept in order until they end or are removed or replaced', () => {
    const keepingStep = fc.oneof(
      fc.constantFrom<Step>(play, pause, resumed, toggle, next, previous, failed, delayElapsed),
      fc.nat(5).map(at => (p: Playback<string>) => jumpTo(p, at)),
      fc.nat(9999).map(at => (p: Playback<string>) => updateTime(p, at, 10_000)),
    )
    fc.assert(
      fc.property(anyPlayback, keepingStep, (p, s) => {
        expect(all(s(p))).toEqual(all(p))
      }),
    )
  })

  test('previous undoes next', () => {
    fc.assert(
      fc.property(anyPlayback, p => {
        if (p.queue.length > 0) expect(previous(next(p))).toMatchObject({ queue: p.queue, history: p.history })
      }),
    )
  })

  test('ending removes only the current item, and dropping removes only the chosen item', () => {
    fc.assert(
      fc.property(anyPlayback, fc.nat(5), (p, at) => {
        const pending = p.waiting.kind === 'list' ? p.waiting.items : []
        expect(all(ended(p))).toEqual([...p.history, ...p.queue.slice(1), ...pending])
        expect(all(removeAt(p, at))).toEqual([...p.history, ...p.queue.toSpliced(at, 1), ...pending])
      }),
    )
  })

  test('pushing appends exactly one item, or replaces the queue with exactly the pushed list', () => {
    fc.assert(
      fc.property(anyPlayback, item, fc.array(item), (p, pushed, list) => {
        expect(all(pushOne(p, pushed))).toEqual([...all(p), pushed])
        expect(all(pushList(p, list))).toEqual([...p.history, ...list])
      }),
    )
  })

  test('a pushed list is the queue once its delay has elapsed', () => {
    fc.assert(
      fc.property(anyPlayback, fc.array(item, { minLength: 1 }), (p, list) => {
        const result = delayElapsed(pushList(p, list))
        expect(result.queue).toEqual(list)
        expect(result.isPlaying).toBe(true)
      }),
    )
  })

  test('late events of the previous audio do not drop a pending list', () => {
    const lateEvent = fc.constantFrom<Step>(play, pause, resumed, toggle, next, previous, ended, failed)
    fc.assert(
      fc.property(anyPlayback, fc.array(lateEvent, { maxLength: 4 }), (p, events) => {
        const result = delayElapsed(events.reduce((q, s) => s(q), pushList(p, ['x', 'y'])))
        expect(result.queue).toEqual(['x', 'y'])
      }),
    )
  })

  test('no action mutates its input', () => {
    fc.assert(
      fc.property(anyPlayback, step, (p, s) => {
        const before = structuredClone(p)
        s(p)
        expect(p).toEqual(before)
      }),
    )
  })
})
