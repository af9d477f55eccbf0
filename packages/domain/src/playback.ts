/** Speeds offered by the player; 1 is the default (specification §9). */
export const playbackSpeeds = [1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.75, 2] as const
export type PlaybackSpeed = (typeof playbackSpeeds)[number]

/** Pause between pressing play and the first sound, in milliseconds. */
export const startDelayMs = 250
/** Pause between emptying the queue and setting a pushed list, in milliseconds. */
export const replaceDelayMs = 5

/** What the model asks its shell to wait for; when the time is over the shell calls `waited`. At most one thing at once. */
export type Waiting<T> =
  | { kind: 'nothing' }
  | { kind: 'start'; afterMs: number }
  | { kind: 'list'; afterMs: number; items: readonly T[] }

/**
 * The player of the specification (§4) as a value: what is heard first stands at the head of `queue`; `history` holds
 * what was skipped, oldest first. Sound is wanted while `isPlaying` and nothing is waited for (`wantsSound`).
 */
export interface Playback<T> {
  queue: readonly T[]
  history: readonly T[]
  isPlaying: boolean
  /** Where the head of the queue stands and how long it is, in milliseconds; 0 until known. */
  timeMs: number
  durationMs: number
  waiting: Waiting<T>
}

export const emptyPlayback: Playback<never> = {
  queue: [],
  history: [],
  isPlaying: false,
  timeMs: 0,
  durationMs: 0,
  waiting: { kind: 'nothing' },
}

export const wantsSound = (p: Playback<unknown>): boolean => p.isPlaying && p.waiting.kind === 'nothing'

/** Starts the head of the queue after `startDelayMs`. */
export const play = <T>(p: Playback<T>): Playback<T> =>
  p.queue.length === 0 || p.isPlaying ? p : { ...p, isPlaying: true, waiting: startSoon }

export const pause = <T>(p: Playback<T>): Playback<T> =>
  p.isPlaying ? { ...p, isPlaying: false, waiting: { kind: 'nothing' } } : p

/** It sounds again by no wish of ours: the system gives back what it had paused. */
export const resumed = <T>(p: Playback<T>): Playback<T> =>
  p.queue.length === 0 || p.isPlaying ? p : { ...p, isPlaying: true, waiting: { kind: 'nothing' } }

export const toggle = <T>(p: Playback<T>): Playback<T> => (p.isPlaying ? pause(p) : play(p))

/** Stops, empties the queue, and after `replaceDelayMs` sets the new list and plays it. */
export const pushList = <T>(p: Playback<T>, items: readonly T[]): Playback<T> => ({
  ...silent(p),
  queue: [],
  waiting: { kind: 'list', afterMs: replaceDelayMs, items },
})

/** Appends one and starts if nothing plays. While a pushed list is on its way, it is appended to that list. */
export function pushOne<T>(p: Playback<T>, item: T): Playback<T> {
  if (p.waiting.kind === 'list') return { ...p, waiting: { ...p.waiting, items: [...p.waiting.items, item] } }
  return play({ ...p, queue: [...p.queue, item] })
}

/** The time asked for by `waiting` is over. */
export function waited<T>(p: Playback<T>): Playback<T> {
  if (p.waiting.kind === 'list') return play({ ...p, queue: p.waiting.items, waiting: { kind: 'nothing' } })
  return { ...p, waiting: { kind: 'nothing' } }
}

/** The head goes to the history and the one behind it takes its place; with none behind it, playing stops. */
export function next<T>(p: Playback<T>): Playback<T> {
  const [head, ...rest] = p.queue
  return head === undefined ? p : withHeadChanged(p, rest, [...p.history, head])
}

/** The last of the history comes back to the front of the queue. */
export function previous<T>(p: Playback<T>): Playback<T> {
  const last = p.history.at(-1)
  return last === undefined || p.waiting.kind === 'list'
    ? p
    : withHeadChanged(p, [last, ...p.queue], p.history.slice(0, -1))
}

/** The head was heard to its end: it leaves the queue, and the next one plays at once. */
export function ended<T>(p: Playback<T>): Playback<T> {
  const queue = p.queue.slice(1)
  return queue.length === 0 ? { ...silent(p), queue } : { ...p, queue, timeMs: 0, durationMs: 0 }
}

/** The sound cannot be played: stopped, at time 0 of 0. The queue stays, so that play tries again. */
export const failed = <T>(p: Playback<T>): Playback<T> => silent(p)

export const heard = <T>(p: Playback<T>, timeMs: number, durationMs: number): Playback<T> =>
  p.timeMs === timeMs && p.durationMs === durationMs ? p : { ...p, timeMs, durationMs }

/** Skips to an item of the queue by its index; those before it go to the history. */
export function jumpTo<T>(p: Playback<T>, index: number): Playback<T> {
  if (index <= 0 || index >= p.queue.length) return p
  return withHeadChanged(p, p.queue.slice(index), [...p.history, ...p.queue.slice(0, index)])
}

/** Takes an item out of the queue by its index; taking the head out plays what follows. */
export function dropAt<T>(p: Playback<T>, index: number): Playback<T> {
  if (index < 0 || index >= p.queue.length) return p
  const queue = p.queue.filter((_, at) => at !== index)
  return index === 0 ? withHeadChanged(p, queue, p.history) : { ...p, queue }
}

/** Takes out what is there no more, wherever it stands, also what was skipped; when the head goes, what follows plays. */
export function without<T>(p: Playback<T>, isGone: (item: T) => boolean): Playback<T> {
  const stays = (item: T) => !isGone(item)
  const waiting = p.waiting.kind === 'list' ? { ...p.waiting, items: p.waiting.items.filter(stays) } : p.waiting
  const left = { ...p, queue: p.queue.filter(stays), history: p.history.filter(stays), waiting }
  return left.queue[0] === p.queue[0] ? left : withHeadChanged(left, left.queue, left.history)
}

/**
 * Puts back what `without` took out, each behind what it stood behind `before`, as far as that is still there. What is heard goes on
 * meanwhile; where nothing else was in the queue, it stands ready and silent. A queue that was replaced or closed since stays as it is.
 */
export function withBack<T>(
  p: Playback<T>,
  before: Pick<Playback<T>, 'queue' | 'history'>,
  isBack: (item: T) => boolean,
  isSame: (one: T, other: T) => boolean = Object.is,
): Playback<T> {
  const isIn = (list: readonly T[], item: T) => list.some(one => isSame(one, item))
  const stayed = before.queue.filter(item => !isBack(item))
  const isTheSame = stayed.length > 0 ? stayed.some(item => isIn(p.queue, item)) : p.queue.length === 0
  if (!isTheSame || p.waiting.kind === 'list') return p
  const merged = (now: readonly T[], then: readonly T[], from: number) => {
    const list = [...now]
    let at = from
    for (const item of then) {
      const found = list.findIndex(one => isSame(one, item))
      if (found >= 0) at = Math.max(at, found + 1)
      else if (isBack(item)) list.splice(at++, 0, item)
    }
    return list
  }
  // Nothing comes before what is heard now.
  return {
    ...p,
    queue: merged(p.queue, before.queue, Math.min(1, p.queue.length)),
    history: merged(p.history, before.history, 0),
  }
}

/**
 * Puts back what was cleared, behind what has been queued since, so that what is heard goes on. What was queued again since does not
 * stand there twice. Where nothing was, it goes on as it did `before`.
 */
export function unclear<T>(
  p: Playback<T>,
  before: Playback<T>,
  cleared: Playback<T>,
  isSame: (one: T, other: T) => boolean = Object.is,
): Playback<T> {
  if (p.waiting.kind === 'list') return p
  const isGone = (list: readonly T[]) => (item: T) => !list.includes(item)
  const since = p.queue.filter(isGone(cleared.queue))
  const back = before.queue.filter(isGone(cleared.queue)).filter(item => !since.some(one => isSame(one, item)))
  const history = [...before.history.filter(isGone(cleared.history)), ...p.history]
  const whole = { ...p, queue: [...p.queue, ...back], history }
  return before.isPlaying && p.queue.length === 0 ? play(whole) : whole
}

const startSoon = { kind: 'start', afterMs: startDelayMs } as const

const silent = <T>(p: Playback<T>): Playback<T> => ({
  ...p,
  isPlaying: false,
  timeMs: 0,
  durationMs: 0,
  // A list on its way survives: late events of the sound it replaces must not lose it.
  waiting: p.waiting.kind === 'list' ? p.waiting : { kind: 'nothing' },
})

function withHeadChanged<T>(p: Playback<T>, queue: readonly T[], history: readonly T[]): Playback<T> {
  const still: Playback<T> = { ...silent(p), queue, history }
  return p.isPlaying && queue.length > 0 ? { ...still, isPlaying: true, waiting: startSoon } : still
}
