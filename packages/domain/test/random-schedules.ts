import fc from 'fast-check'
import { type Frequency, frequencies } from '../src/plans.ts'
import { nextOccurrence, occurrencesBetween } from '../src/recurrence.ts'
import { type Calendar, createCalendar, occurrenceWallTime } from './wall-clocks.ts'

/** Forty zones: full, half and quarter hour offsets, half-hour changes, four changes a year, changes at midnight, a skipped day. */
export const zones = [
  'UTC',
  'Europe/Rome',
  'Europe/London',
  'Europe/Dublin',
  'Europe/Moscow',
  'Europe/Istanbul',
  'Europe/Chisinau',
  'Atlantic/Azores',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'America/St_Johns',
  'America/Halifax',
  'America/Havana',
  'America/Santiago',
  'America/Asuncion',
  'America/Sao_Paulo',
  'America/Caracas',
  'America/Nuuk',
  'America/Mexico_City',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Africa/Lagos',
  'Asia/Beirut',
  'Asia/Gaza',
  'Asia/Tehran',
  'Asia/Kabul',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Pyongyang',
  'Asia/Tokyo',
  'Australia/Adelaide',
  'Australia/Eucla',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Apia',
]

const yearMs = 365.25 * 24 * 3600 * 1000
const firstAnchor = Date.UTC(2009, 0, 1)
const lastAnchor = Date.UTC(2030, 0, 1)

const calendars = new Map<string, Calendar>()
const calendar = (zone: string): Calendar => {
  const cached = calendars.get(zone) ?? createCalendar(zone, firstAnchor - yearMs, lastAnchor + 12 * yearMs)
  calendars.set(zone, cached)
  return cached
}

const schedules = fc.record({
  zone: fc.constantFrom(...zones),
  frequency: fc.constantFrom(...frequencies),
  minute: fc.integer({ min: firstAnchor / 60_000, max: lastAnchor / 60_000 }),
  /** Years between the start of the schedule and the five tested years. */
  skippedYears: fc.double({ min: -0.5, max: 6, noNaN: true }),
})

/**
 * Returns all errors in the occurrences of random schedules over five years. Checks the complete list, and `nextOccurrence` for
 * every `stride`th occurrence, starting from the previous one.
 */
export function findOccurrenceErrors(numRuns: number, seed: number, stride: number): string[] {
  return fc.sample(schedules, { numRuns, seed }).flatMap(({ zone, frequency, minute, skippedYears }) => {
    const wall = minute * 60_000
    const anchor = new Date(wall).toISOString().slice(0, 19)
    const after = wall + Math.round(skippedYears * yearMs)
    const until = after + 5 * yearMs
    const expected = expectedOccurrences(calendar(zone), wall, frequency, after, until)
    const actual = occurrencesBetween(anchor, frequency, zone, new Date(after), new Date(until))
    const name = `seed ${seed}: ${frequency} from ${anchor} in ${zone} after ${new Date(after).toISOString()}`
    return [
      ...differences(name, expected, actual.map(Number)),
      ...expected
        .map((at, index) => ({ at, before: expected[index - 1] ?? after, index }))
        .filter(({ index }) => index % stride === 0)
        .filter(({ at, before }) => Number(nextOccurrence(anchor, frequency, zone, new Date(before))) !== at)
        .map(({ at, before }) => `${name}: the next occurrence after ${iso(before)} is not ${iso(at)}`),
      ...(actual.length < 50 ? [`${name}: only ${actual.length} occurrences in five years`] : []),
    ]
  })
}

/** All occurrences in the range, each timestamp once. */
function expectedOccurrences(
  { toTimestamp }: Calendar,
  anchor: number,
  frequency: Frequency,
  after: number,
  until: number,
) {
  const timestamps = new Set<number>()
  for (let k = 0; ; k++) {
    const at = toTimestamp(occurrenceWallTime(anchor, frequency, k))
    if (at > until) return [...timestamps]
    if (at > after) timestamps.add(at)
  }
}

function differences(name: string, expected: number[], actual: number[]): string[] {
  const wrong = expected.findIndex((at, index) => actual[index] !== at)
  if (wrong >= 0) return [`${name}: got ${iso(actual[wrong])} instead of ${iso(expected[wrong])}`]
  return actual.length > expected.length ? [`${name}: unexpected occurrence ${iso(actual[expected.length])}`] : []
}

const iso = (at: number | undefined) => (at === undefined ? 'none' : new Date(at).toISOString())
