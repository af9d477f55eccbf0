import { type Cue, type CueFile, shiftCue } from './cue.ts'

const HOUR_MS = 3_600_000
/** The clock of an MPEG stream has 33 bits of 1/90,000 s, so it wraps after 26 h 30 min 43.7 s. */
const STREAM_CLOCK_MS = 2 ** 33 / 90
/** Videos may have up to twelve hours. Slightly longer ones must still be recognized as too long; later timestamps are errors. */
const MAX_PLAUSIBLE_MS = 15 * HOUR_MS
/** European broadcasters start every program at 10:00:00. */
const BROADCAST_HOUR = 10
/** Other broadcasters start at any whole hour, with speech soon after. Studio clocks have 24 hours. */
const SOON_MS = 2 * 60_000
const STUDIO_CLOCK_MS = 24 * HOUR_MS
/** Captions that start later than the longest video must use another clock. */
const MAX_VIDEO_MS = 12 * HOUR_MS
/** Timestamps out of order by less than this are sorted; by more, the clock was set back. Across file parts the limit is lower. */
const GRACE_MS = 10_000
const GRACE_ACROSS_PARTS_MS = 1_000
/** Adjacent cues may overlap by this much. */
const MAX_OVERLAP_MS = 300
/** A silence this long may hide a clock jump, so the cues after it are placed separately. */
const SILENCE_MS = 60_000
/** With more stretches or steps back than this, the clock did not jump: the file is unordered. */
const MAX_STRETCHES = 1_000
const MAX_STEPS_BACK = 20
const UNORDERED_SHARE = 0.1

/**
 * Puts the cues of a file in order on a single clock that never runs backwards. The rules, in order:
 *
 * 1. Parts with a stream position (`X-TIMESTAMP-MAP`) are moved there. If the first part has one, it is the zero point.
 * 2. A timestamp beyond the 33-bit clock of MPEG streams has wrapped or was wrongly unwrapped: full periods are subtracted. A
 *    time-of-day clock continues past midnight.
 * 3. The file is split into stretches where the clock steps back or leaps ahead. A stretch that fits into a gap between the
 *    others keeps its timestamps: it is only in a different place in the file.
 * 4. Otherwise the clock was corrected during the recording, from wrong to right: the cues before are moved back by the overlap,
 *    unless they would start before zero. In that case the stretch is a second recording and is placed after the first.
 * 5. A leap to beyond fifteen hours is an error: the stretch is placed after the previous one.
 * 6. A first timestamp soon after a whole hour, or between 10:00 and 11:00, is a broadcast clock: its hours are subtracted. The
 *    clock of a track delivered with its video (`isVideoClock`) is trusted in its first ten hours. Any other first timestamp
 *    beyond twelve hours is the time of day or a clock that was never set, and is moved to zero. So is a file that ends before
 *    zero.
 *
 * If the clock steps back at more than every tenth cue, the file is unordered and is sorted instead.
 */
export const repairClock = (file: CueFile, isVideoClock = false): { cues: Cue[]; isRepaired: boolean } => {
  const mapped = continuePastMidnight(unwrap(toStreamClock(file)))
  const stretches = splitIntoStretches(mapped)
  const placed = isUnordered(stretches, mapped.length) ? stretches : place(stretches)
  const cues = placed.flatMap(stretch => stretch.cues.map(cue => shiftCue(cue, stretch.shiftMs)))
  cues.sort((a, b) => a.startMs - b.startMs)
  const offsetMs = clockOffset(cues, isVideoClock)
  const repaired = cues.map(cue => clampToZero(shiftCue(cue, -offsetMs)))
  return { cues: repaired, isRepaired: repaired.some((cue, at) => cue !== file.cues[at]) }
}

interface Stretch {
  startMs: number
  endMs: number
  /** The clock stepped back from the previous stretch in the file. */
  isBehind: boolean
  shiftMs: number
  cues: Cue[]
}

const toStreamClock = ({ cues, partOffsetsMs = [] }: CueFile): readonly Cue[] => {
  const knownOffsets = new Set(partOffsetsMs.filter(offset => offset !== undefined))
  // A single offset is the start of the stream's own clock, not the start of the video.
  if (knownOffsets.size < 2) return cues
  const zeroMs = partOffsetsMs[0] ?? 0
  const firstMs = new Map<number, number>()
  return cues.map(cue => {
    const offsetMs = partOffsetsMs[cue.part]
    if (!firstMs.has(cue.part)) firstMs.set(cue.part, cue.startMs)
    // Players flush buffered cues at the end of a stream. Such a cue is not on its part's clock.
    const isStray = Math.abs(cue.startMs - (firstMs.get(cue.part) ?? 0)) > HOUR_MS
    return offsetMs === undefined || isStray ? cue : shiftCue(cue, offsetMs - zeroMs)
  })
}

/** A clock that starts beyond the stream clock's range was set to something else and has not wrapped. */
const unwrap = (cues: readonly Cue[]): readonly Cue[] => {
  if (cues.every(cue => cue.startMs >= STREAM_CLOCK_MS)) return cues
  const periods = (cue: Cue) => Math.max(0, Math.floor(cue.startMs / STREAM_CLOCK_MS))
  return cues.map(cue => shiftCue(cue, -Math.round(periods(cue) * STREAM_CLOCK_MS)))
}

/** Continues a time-of-day clock when it goes from 23:59 to 0:00. */
const continuePastMidnight = (cues: readonly Cue[]): readonly Cue[] => {
  if ((cues[0]?.startMs ?? 0) < MAX_VIDEO_MS) return cues
  let days = 0
  return cues.map((cue, at) => {
    const previousMs = cues[at - 1]?.startMs ?? cue.startMs
    if (previousMs >= STUDIO_CLOCK_MS - HOUR_MS && cue.startMs < HOUR_MS) days++
    else if (days > 0 && previousMs < HOUR_MS && cue.startMs >= STUDIO_CLOCK_MS - HOUR_MS) days--
    return shiftCue(cue, days * STUDIO_CLOCK_MS)
  })
}

const splitIntoStretches = (cues: readonly Cue[]): Stretch[] => {
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
    const shiftedMs = next.startMs + inherited
    const isError = last !== undefined && shiftedMs > MAX_PLAUSIBLE_MS && shiftedMs > lastEndMs + HOUR_MS
    if (!isError && fits(next, inherited, placed)) next.shiftMs = inherited
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

/** Whether the stretch, shifted by `shiftMs`, overlaps none of the placed cues. */
const fits = (next: Stretch, shiftMs: number, placed: readonly Stretch[]): boolean => {
  const startMs = next.startMs + shiftMs + MAX_OVERLAP_MS
  const endMs = next.endMs + shiftMs - MAX_OVERLAP_MS
  const isClear = (from: { startMs: number; endMs: number }, byMs: number) =>
    startMs >= from.endMs + byMs || endMs <= from.startMs + byMs
  return placed.every(other => isClear(other, other.shiftMs) || other.cues.every(cue => isClear(cue, other.shiftMs)))
}

/** How far the clock of the whole file is ahead of the video. */
const clockOffset = (cues: readonly Cue[], isVideoClock: boolean): number => {
  const firstMs = cues[0]?.startMs ?? 0
  const wholeHoursMs = Math.floor(firstMs / HOUR_MS) * HOUR_MS
  // Cues before the start of the video are clamped to it, unless that would be all of them.
  if (firstMs < 0) return cues.every(cue => cue.endMs <= 0) ? firstMs : 0
  if (wholeHoursMs === BROADCAST_HOUR * HOUR_MS) return wholeHoursMs
  if (firstMs >= STUDIO_CLOCK_MS) return firstMs
  if (firstMs - wholeHoursMs <= SOON_MS && !(isVideoClock && firstMs < MAX_VIDEO_MS)) return wholeHoursMs
  return firstMs >= MAX_VIDEO_MS ? firstMs : 0
}

const clampToZero = (cue: Cue): Cue => {
  const startMs = Math.max(0, cue.startMs)
  return cue.startMs === startMs && cue.endMs >= startMs
    ? cue
    : { ...cue, startMs, endMs: Math.max(startMs, cue.endMs) }
}
