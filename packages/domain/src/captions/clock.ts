import { type Cue, type CueFile, shiftCue } from './cue.ts'

const HOUR_MS = 3_600_000
/** The clock of an MPEG stream has 33 bits of 1/90,000 s: after 26 h 30 min 43.7 s it begins anew. */
const STREAM_CLOCK_MS = 2 ** 33 / 90
/** No video is longer than twelve hours. Some are a little, and must be seen to be; nothing true stands beyond this. */
const BELIEVABLE_MS = 15 * HOUR_MS
/** European broadcasters begin every programme at 10:00:00, and say nothing else before it. */
const BROADCAST_HOUR = 10
/** Others begin at any whole hour, and somebody speaks soon. Studios count to 24 hours. */
const SOON_MS = 2 * 60_000
const STUDIO_CLOCK_MS = 24 * HOUR_MS
/** No video is longer, so what begins later stands on another clock. */
const LONGEST_VIDEO_MS = 12 * HOUR_MS
/** Stamps out of order by less are sorted; by more, the clock was set back. Joined files and fragments get less grace. */
const GRACE_MS = 10_000
const GRACE_ACROSS_PARTS_MS = 1_000
/** Neighbours may overlap by this much and still be neighbours. */
const TOUCH_MS = 300
/** A stretch this silent may hide a jump, so what follows is placed for itself. */
const SILENCE_MS = 60_000
/** More stretches than this, or so many steps back, are no jumping clock but a file in no order. */
const MAX_STRETCHES = 1_000
const MAX_STEPS_BACK = 20
const UNORDERED_SHARE = 0.1

/**
 * Puts the cues of a file on one clock that never runs backwards, in order. The rules, first to last:
 *
 * 1. Parts that say where they stand on the stream (`X-TIMESTAMP-MAP`) are moved there; a first part that says so is zero.
 * 2. A stamp beyond the 33-bit clock of MPEG streams has wrapped, or was wrongly unwrapped: whole turns are taken off. A
 *    clock that shows the time of day goes on past midnight.
 * 3. The file is cut into stretches where the clock steps back or leaps. A stretch that falls into a hole of what is
 *    there keeps its stamps: it was only written in another place.
 * 4. Otherwise the clock was set. A clock that is set goes from wrong to right: what came before is moved back by the
 *    overlap, if it stays after zero. If it does not, this is a second recording, and it follows the first.
 * 5. A leap beyond fifteen hours is a slip: the stretch follows the one before.
 * 6. A first stamp soon after a whole hour, or in the tenth, is a broadcast clock: its hours are taken off. The clock of a
 *    track that came with its video (`isVideoClock`) is believed in its first ten hours. Any other first stamp beyond
 *    twelve hours is the time of day or a clock that was never set: it begins at zero, and so does a file that ends before it.
 *
 * Where the clock steps back at every tenth cue, nothing was set: the file is in no order and is sorted.
 */
export const settleClock = (file: CueFile, isVideoClock = false): { cues: Cue[]; isRepaired: boolean } => {
  const mapped = overMidnight(unwrap(toStreamClock(file)))
  const stretches = cutIntoStretches(mapped)
  const placed = isUnordered(stretches, mapped.length) ? stretches : place(stretches)
  const cues = placed.flatMap(stretch => stretch.cues.map(cue => shiftCue(cue, stretch.shiftMs)))
  cues.sort((a, b) => a.startMs - b.startMs)
  const offsetMs = clockOffset(cues, isVideoClock)
  const settled = cues.map(cue => inOrder(shiftCue(cue, -offsetMs)))
  return { cues: settled, isRepaired: settled.some((cue, at) => cue !== file.cues[at]) }
}

interface Stretch {
  startMs: number
  endMs: number
  /** Set back against the stretch before it in the file. */
  isBehind: boolean
  shiftMs: number
  cues: Cue[]
}

const toStreamClock = ({ cues, partOffsetsMs = [] }: CueFile): readonly Cue[] => {
  const known = new Set(partOffsetsMs.filter(offset => offset !== undefined))
  // One offset alone says where the stream's own clock began, not where the video did.
  if (known.size < 2) return cues
  const zeroMs = partOffsetsMs[0] ?? 0
  const firstMs = new Map<number, number>()
  return cues.map(cue => {
    const offsetMs = partOffsetsMs[cue.part]
    if (!firstMs.has(cue.part)) firstMs.set(cue.part, cue.startMs)
    // Players flush what they held back at the end of a stream: such a cue does not stand on its part's clock.
    const isStray = Math.abs(cue.startMs - (firstMs.get(cue.part) ?? 0)) > HOUR_MS
    return offsetMs === undefined || isStray ? cue : shiftCue(cue, offsetMs - zeroMs)
  })
}

/** A clock that begins beyond the stream's was set to something else, and has not wrapped. */
const unwrap = (cues: readonly Cue[]): readonly Cue[] => {
  if (cues.every(cue => cue.startMs >= STREAM_CLOCK_MS)) return cues
  const turns = (cue: Cue) => Math.max(0, Math.floor(cue.startMs / STREAM_CLOCK_MS))
  return cues.map(cue => shiftCue(cue, -Math.round(turns(cue) * STREAM_CLOCK_MS)))
}

/** The time of day goes from 23:59 to 0:00. */
const overMidnight = (cues: readonly Cue[]): readonly Cue[] => {
  if ((cues[0]?.startMs ?? 0) < LONGEST_VIDEO_MS) return cues
  let days = 0
  return cues.map((cue, at) => {
    const wasMs = cues[at - 1]?.startMs ?? cue.startMs
    if (wasMs >= STUDIO_CLOCK_MS - HOUR_MS && cue.startMs < HOUR_MS) days++
    else if (days > 0 && wasMs < HOUR_MS && cue.startMs >= STUDIO_CLOCK_MS - HOUR_MS) days--
    return shiftCue(cue, days * STUDIO_CLOCK_MS)
  })
}

const cutIntoStretches = (cues: readonly Cue[]): Stretch[] => {
  const stretches: Stretch[] = []
  let current: Stretch | undefined
  let before: Cue | undefined
  for (const cue of cues) {
    const graceMs = before !== undefined && cue.part !== before.part ? GRACE_ACROSS_PARTS_MS : GRACE_MS
    const isBehind = before !== undefined && cue.startMs < before.startMs - graceMs
    if (current === undefined || isBehind || cue.startMs > current.endMs + SILENCE_MS) {
      current = { startMs: cue.startMs, endMs: cue.endMs, isBehind, shiftMs: 0, cues: [] }
      stretches.push(current)
    }
    current.cues.push(cue)
    current.startMs = Math.min(current.startMs, cue.startMs)
    current.endMs = Math.max(current.endMs, cue.endMs)
    before = cue
  }
  return stretches
}

const isUnordered = (stretches: readonly Stretch[], cues: number): boolean => {
  const stepsBack = stretches.filter(stretch => stretch.isBehind).length
  return stretches.length > MAX_STRETCHES || (stepsBack > MAX_STEPS_BACK && stepsBack > cues * UNORDERED_SHARE)
}

const place = (stretches: readonly Stretch[]): Stretch[] => {
  let placed: Stretch[] = []
  let last: Stretch | undefined
  for (const next of stretches) {
    const lastEndMs = last === undefined ? 0 : last.endMs + last.shiftMs
    const inherited = next.isBehind || last === undefined ? 0 : last.shiftMs
    const ownMs = next.startMs + inherited
    const isSlip = last !== undefined && ownMs > BELIEVABLE_MS && ownMs > lastEndMs + HOUR_MS
    if (!isSlip && fits(next, inherited, placed)) next.shiftMs = inherited
    else {
      const overlapMs = lastEndMs - next.startMs
      const firstMs = Math.min(...placed.map(stretch => stretch.startMs + stretch.shiftMs))
      const wasAhead = next.isBehind && overlapMs > 0 && firstMs - overlapMs >= -GRACE_ACROSS_PARTS_MS
      if (wasAhead) placed = placed.map(stretch => ({ ...stretch, shiftMs: stretch.shiftMs - overlapMs }))
      else next.shiftMs = overlapMs
    }
    placed.push(next)
    last = next
  }
  return placed
}

/** True where the stretch, moved so, overlaps no cue that is placed. */
const fits = (next: Stretch, shiftMs: number, placed: readonly Stretch[]): boolean => {
  const startMs = next.startMs + shiftMs + TOUCH_MS
  const endMs = next.endMs + shiftMs - TOUCH_MS
  const isClear = (from: { startMs: number; endMs: number }, byMs: number) =>
    startMs >= from.endMs + byMs || endMs <= from.startMs + byMs
  return placed.every(other => isClear(other, other.shiftMs) || other.cues.every(cue => isClear(cue, other.shiftMs)))
}

/** What the clock of the whole file is ahead of the video. */
const clockOffset = (cues: readonly Cue[], isVideoClock: boolean): number => {
  const firstMs = cues[0]?.startMs ?? 0
  const wholeHoursMs = Math.floor(firstMs / HOUR_MS) * HOUR_MS
  // Cues before the beginning of the video are cut off with it, but not all of them.
  if (firstMs < 0) return cues.every(cue => cue.endMs <= 0) ? firstMs : 0
  if (wholeHoursMs === BROADCAST_HOUR * HOUR_MS) return wholeHoursMs
  if (firstMs >= STUDIO_CLOCK_MS) return firstMs
  if (firstMs - wholeHoursMs <= SOON_MS && !(isVideoClock && firstMs < LONGEST_VIDEO_MS)) return wholeHoursMs
  return firstMs >= LONGEST_VIDEO_MS ? firstMs : 0
}

const inOrder = (cue: Cue): Cue => {
  const startMs = Math.max(0, cue.startMs)
  return cue.startMs === startMs && cue.endMs >= startMs
    ? cue
    : { ...cue, startMs, endMs: Math.max(startMs, cue.endMs) }
}
