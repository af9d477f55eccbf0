/** Speeds offered by the player; 1 is the default (specification §9). */
export const playbackSpeeds = [1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.75, 2] as const
export type PlaybackSpeed = (typeof playbackSpeeds)[number]

/** Delay between pressing play and the start of the audio, in milliseconds. */
export const startDelayMs = 250
/** Delay between emptying the queue and setting a pushed list, in milliseconds. */
export const replaceDelayMs = 5

/** The delay that the player must run, at most one at a time. When it has elapsed, the player calls `delayElapsed`. */
export type PendingDelay<T> =
  | { kind: 'nothing' }
  | { kind: 'start'; afterMs: number }
  | { kind: 'list'; afterMs: number; items: readonly T[] }

/**
 * State of the audio player (specification §4). The head of `queue` is the current item; `history` has the skipped items,
 * oldest first. Audio plays while `isPlaying` is true and no delay is pending (see `shouldPlayAudio`).
 */
export interface Playback<T> {
  queue: readonly T[]
  history: readonly T[]
  isPlaying: boolean
  /** Position and duration of the current item in milliseconds; 0 until known. */
  timeMs: number
  durationMs: number
  waiting: PendingDelay<T>
}

export const emptyPlayback: Playback<never> = {
  queue: [],
  history: [],
  isPlaying: false,
  timeMs: 0,
  durationMs: 0,
  waiting: { kind: 'nothing' },
}

export const shouldPlayAudio = (p: Playback<unknown>): boolean => p.isPlaying && p.waiting.kind === 'nothing'

/** Starts the head of the queue after `startDelayMs`. */
export const play = <T>(p: Playback<T>): Playback<T> =>
  p.queue.length === 0 || p.isPlaying ? p : { ...p, isPlaying: true, waiting: startAfterDelay }

export const pause = <T>(p: Playback<T>): Playback<T> =>
  p.isPlaying ? { ...p, isPlaying: false, waiting: { kind: 'nothing' } } : p

/** The operating system resumed audio that it had paused. */
export const resumed = <T>(p: Playback<T>): Playback<T> =>
  p.queue.length === 0 || p.isPlaying ? p : { ...p, isPlaying: true, waiting: { kind: 'nothing' } }

export const toggle = <T>(p: Playback<T>): Playback<T> => (p.isPlaying ? pause(p) : play(p))

/** Stops, empties the queue, and after `replaceDelayMs` sets the new list and plays it. */
export const pushList = <T>(p: Playback<T>, items: readonly T[]): Playback<T> => ({
  ...stopped(p),
  queue: [],
  waiting: { kind: 'list', afterMs: replaceDelayMs, items },
})

/** Appends an item and starts playing if nothing plays. While a pushed list is pending, the item is appended to that list. */
export function pushOne<T>(p: Playback<T>, item: T): Playback<T> {
  if (p.waiting.kind === 'list') return { ...p, waiting: { ...p.waiting, items: [...p.waiting.items, item] } }
  return play({ ...p, queue: [...p.queue, item] })
}

/** The delay in `waiting` has elapsed. */
export function delayElapsed<T>(p: Playback<T>): Playback<T> {
  if (p.waiting.kind === 'list') return play({ ...p, queue: p.waiting.items, waiting: { kind: 'nothing' } })
  return { ...p, waiting: { kind: 'nothing' } }
}

/** Moves the current item to the history and plays the following item. Stops if there is none. */
export function next<T>(p: Playback<T>): Playback<T> {
  const [head, ...rest] = p.queue
  return head === undefined ? p : withHeadChanged(p, rest, [...p.history, head])
}

/** Moves the newest history item back to the front of the queue. */
export function previous<T>(p: Playback<T>): Playback<T> {
  const last = p.history.at(-1)
  return last === undefined || p.waiting.kind === 'list'
    ? p
    : withHeadChanged(p, [last, ...p.queue], p.history.slice(0, -1))
}

/** The current item has ended: it leaves the queue, and the next item plays without a delay. */
export function ended<T>(p: Playback<T>): Playback<T> {
  const queue = p.queue.slice(1)
  return queue.length === 0 ? { ...stopped(p), queue } : { ...p, queue, timeMs: 0, durationMs: 0 }
}

/** The audio could not be played: stops at time 0 of 0. The queue is kept, so that play tries again. */
export const failed = <T>(p: Playback<T>): Playback<T> => stopped(p)

export const updateTime = <T>(p: Playback<T>, timeMs: number, durationMs: number): Playback<T> =>
  p.timeMs === timeMs && p.durationMs === durationMs ? p : { ...p, timeMs, durationMs }

/** Skips to the queue item at `index`. The items before it go to the history. */
export function jumpTo<T>(p: Playback<T>, index: number): Playback<T> {
  if (index <= 0 || index >= p.queue.length) return p
  return withHeadChanged(p, p.queue.slice(index), [...p.history, ...p.queue.slice(0, index)])
}

/** Removes the queue item at `index`. If it is the current item, the following item plays. */
export function removeAt<T>(p: Playback<T>, index: number): Playback<T> {
  if (index < 0 || index >= p.queue.length) return p
  const queue = p.queue.filter((_, at) => at !== index)
  return index === 0 ? withHeadChanged(p, queue, p.history) : { ...p, queue }
}

/** Removes items that no longer exist from the queue, the history and a pending list. If the current item goes, the next one plays. */
export function removeMatching<T>(p: Playback<T>, isGone: (item: T) => boolean): Playback<T> {
  const remains = (item: T) => !isGone(item)
  const waiting = p.waiting.kind === 'list' ? { ...p.waiting, items: p.waiting.items.filter(remains) } : p.waiting
  const rest = { ...p, queue: p.queue.filter(remains), history: p.history.filter(remains), waiting }
  return rest.queue[0] === p.queue[0] ? rest : withHeadChanged(rest, rest.queue, rest.history)
}

/**
 * Restores items that `removeMatching` removed. Each goes after the items it followed in `before`, if they are still there. The
 * current item keeps playing; if the queue was empty, the restored items are queued without playing. A queue that was
 * replaced or closed since then stays unchanged.
 */
export function restoreRemoved<T>(
  p: Playback<T>,
  before: Pick<Playback<T>, 'queue' | 'history'>,
  isBack: (item: T) => boolean,
  isSame: (one: T, other: T) => boolean = Object.is,
): Playback<T> {
  const isIn = (list: readonly T[], item: T) => list.some(other => isSame(other, item))
  const notRemoved = before.queue.filter(item => !isBack(item))
  const isSameQueue = notRemoved.length > 0 ? notRemoved.some(item => isIn(p.queue, item)) : p.queue.length === 0
  if (!isSameQueue || p.waiting.kind === 'list') return p
  const merge = (now: readonly T[], then: readonly T[], from: number) => {
    const list = [...now]
    let at = from
    for (const item of then) {
      const index = list.findIndex(other => isSame(other, item))
      if (index >= 0) at = Math.max(at, index + 1)
      else if (isBack(item)) list.splice(at++, 0, item)
    }
    return list
  }
  // Nothing is inserted before the current item.
  return {
    ...p,
    queue: merge(p.queue, before.queue, Math.min(1, p.queue.length)),
    history: merge(p.history, before.history, 0),
  }
}

/**
 * Undoes clearing the queue. Restored items go after items queued since then, so the current item keeps playing; items that
 * were queued again are not duplicated. If nothing was queued since, playback continues as in `before`.
 */
export function undoClear<T>(
  p: Playback<T>,
  before: Playback<T>,
  cleared: Playback<T>,
  isSame: (one: T, other: T) => boolean = Object.is,
): Playback<T> {
  if (p.waiting.kind === 'list') return p
  const isGone = (list: readonly T[]) => (item: T) => !list.includes(item)
  const queuedSince = p.queue.filter(isGone(cleared.queue))
  const clearedItems = before.queue
    .filter(isGone(cleared.queue))
    .filter(item => !queuedSince.some(other => isSame(other, item)))
  const history = [...before.history.filter(isGone(cleared.history)), ...p.history]
  const restored = { ...p, queue: [...p.queue, ...clearedItems], history }
  return before.isPlaying && p.queue.length === 0 ? play(restored) : restored
}

const startAfterDelay = { kind: 'start', afterMs: startDelayMs } as const

const stopped = <T>(p: Playback<T>): Playback<T> => ({
  ...p,
  isPlaying: false,
  timeMs: 0,
  durationMs: 0,
  // A pending list survives: late events of the audio it replaces must not drop it.
  waiting: p.waiting.kind === 'list' ? p.waiting : { kind: 'nothing' },
})

function withHeadChanged<T>(p: Playback<T>, queue: readonly T[], history: readonly T[]): Playback<T> {
  const stoppedState: Playback<T> = { ...stopped(p), queue, history }
  return p.isPlaying && queue.length > 0 ? { ...stoppedState, isPlaying: true, waiting: startAfterDelay } : stoppedState
}
