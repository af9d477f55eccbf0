import fc from 'fast-check'
import { type Frequency, frequencies } from '../src/plans.ts'
import { nextOccurrence, occurrencesBetween } from '../src/recurrence.ts'
import { type Calendar, calendarOf, wallOfOccurrence } from './wall-clocks.ts'

/** Forty zones: whole, half and quarter hours, changes of half an hour, of four a year, at midnight, and a day left out. */
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
  const known = calendars.get(zone) ?? calendarOf(zone, firstAnchor - yearMs, lastAnchor + 12 * yearMs)
  calendars.set(zone, known)
  return known
}

const schedules = fc.record({
  zone: fc.constantFrom(...zones),
  frequency: fc.constantFrom(...frequencies),
  minute: fc.integer({ min: firstAnchor / 60_000, max: lastAnchor / 60_000 }),
  /** Where in the life of the schedule the five years begin. */
  skippedYears: fc.double({ min: -0.5, max: 6, noNaN: true }),
})

/**
 * What is wrong with the occurrences of so many schedules over five years: with all of them in one go, and with every
 * `stride`th asked for alone, from the one before it.
 */
export function scheduleFindings(numRuns: number, seed: number, stride: number): string[] {
  return fc.sample(schedules, { numRuns, seed }).flatMap(({ zone, frequency, minute, skippedYears }) => {
    const wall = minute * 60_000
    const anchor = new Date(wall).toISOString().slice(0, 19)
    const after = wall + Math.round(skippedYears * yearMs)
    const until = after + 5 * yearMs
    const wanted = expected(calendar(zone), wall, frequency, after, until)
    const found = occurrencesBetween(anchor, frequency, zone, new Date(after), new Date(until))
    const name = `seed ${seed}: ${frequency} from ${anchor} in ${zone} after ${new Date(after).toISOString()}`
    return [
      ...differences(name, wanted, found.map(Number)),
      ...wanted
        .map((at, index) => ({ at, before: wanted[index - 1] ?? after, index }))
        .filter(({ index }) => index % stride === 0)
        .filter(({ at, before }) => Number(nextOccurrence(anchor, frequency, zone, new Date(before))) !== at)
        .map(({ at, before }) => `${name}: ${iso(at)} is not the next after ${iso(before)}`),
      ...(found.length < 50 ? [`${name}: only ${found.length} in five years`] : []),
    ]
  })
}

/** All from the anchor on, each instant once. */
function expected({ instantOf }: Calendar, anchor: number, frequency: Frequency, after: number, until: number) {
  const instants = new Set<number>()
  for (let k = 0; ; k++) {
    const at = instantOf(wallOfOccurrence(anchor, frequency, k))
    if (at > until) return [...instants]
    if (at > after) instants.add(at)
  }
}

function differences(name: string, wanted: number[], found: number[]): string[] {
  const wrong = wanted.findIndex((at, index) => found[index] !== at)
  if (wrong >= 0) return [`${name}: ${iso(found[wrong])} in place of ${iso(wanted[wrong])}`]
  return found.length > wanted.length ? [`${name}: ${iso(found[wanted.length])} too many`] : []
}

const iso = (at: number | undefined) => (at === undefined ? 'nothing' : new Date(at).toISOString())
