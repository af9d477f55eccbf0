import { isRecord } from './json.ts'
import { MAX_TIMESTAMP_MS, readStamp, withAsciiStamps } from './stamp.ts'

/** A plain number may be seconds or milliseconds, which can only be decided from the complete file. */
export interface Time {
  value: number
  unit: 'ms' | 'number'
}

export interface JsonSpan {
  start: Time | undefined
  end: Time | undefined
  /** `end` is a duration, relative to the start. */
  isLength: boolean
}

/** Reads the times of a record: start and end, start and duration, a pair, or whisper.cpp's `offsets` in milliseconds. */
export const readSpan = (record: Record<string, unknown>): JsonSpan => {
  const { timestamp, offsets, timestamps } = record
  if (Array.isArray(timestamp)) return toSpan(toTime('', timestamp[0]), toTime('', timestamp[1]))
  if (isRecord(offsets)) return toSpan(toTime('Ms', offsets.from), toTime('Ms', offsets.to))
  const inner = isRecord(timestamps) ? timestamps : record
  const span = toSpan(findTime(inner, startKeys), findTime(inner, endKeys))
  const length = findTime(inner, lengthKeys)
  return span.end === undefined && length !== undefined ? { ...span, end: length, isLength: true } : span
}

const toSpan = (start: Time | undefined, end: Time | undefined): JsonSpan => ({ start, end, isLength: false })

export const timeToMs = (time: Time | undefined, perNumber: number): number | undefined => {
  const ms = time === undefined ? Number.NaN : time.value * (time.unit === 'ms' ? 1 : perNumber)
  return ms <= MAX_TIMESTAMP_MS ? Math.round(ms) : undefined
}

const findTime = (record: Record<string, unknown>, keys: readonly string[]): Time | undefined => {
  for (const key of keys) {
    const time = toTime(key, record[key])
    if (time !== undefined) return time
  }
  return undefined
}

const toTime = (key: string, value: unknown): Time | undefined => {
  if (isRecord(value) && 'seconds' in value) {
    const nanos = typeof value.nanos === 'number' ? value.nanos / 1e9 : 0
    return inMs(Number(value.seconds) * 1000 + nanos * 1000)
  }
  if (typeof value === 'string') {
    const bare = withAsciiStamps(value.trim())
    const [, seconds] = /^(\d{1,12}(?:\.\d{1,12})?)\s*s$/.exec(bare) ?? []
    if (seconds !== undefined) return inMs(Number(seconds) * 1000)
    const ms = readStamp(bare) ?? readIsoDuration(bare)
    if (ms !== undefined) return inMs(ms)
    return /^\d{1,15}(?:\.\d{1,15})?$/.test(bare) ? toTime(key, Number(bare)) : undefined
  }
  if (typeof value !== 'number' || !(value >= 0 && value <= 1e16)) return undefined
  if (key.endsWith('Ticks')) return inMs(value / 10_000)
  return /ms$/i.test(key) ? inMs(value) : { value, unit: 'number' }
}

const inMs = (ms: number): Time | undefined =>
  ms >= 0 && ms <= MAX_TIMESTAMP_MS ? { value: ms, unit: 'ms' } : undefined

/** Parses durations such as `PT1H2M3.5S`. */
const readIsoDuration = (text: string): number | undefined => {
  const [, hours = '0', minutes = '0', seconds] =
    /^PT(?:(\d{1,6})H)?(?:(\d{1,6})M)?(\d{1,9}(?:\.\d{1,9})?)S$/.exec(text) ?? []
  return seconds === undefined ? undefined : (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
}

const startKeys = [
  'start',
  'startTime',
  'start_time',
  'startMs',
  'start_ms',
  'startSec',
  'begin',
  'from',
  'offset',
  'offsetMs',
  'ts',
  'time',
  'offsetInTicks',
  'start_offset',
  'startOffset',
  'seek_start',
  'timestamp',
]
const endKeys = [
  'end',
  'endTime',
  'end_time',
  'endMs',
  'end_ms',
  'endSec',
  'to',
  'end_ts',
  'end_offset',
  'endOffset',
  'stop',
]
const lengthKeys = ['duration', 'dur', 'durationMs', 'duration_ms', 'durationInTicks', 'length']
