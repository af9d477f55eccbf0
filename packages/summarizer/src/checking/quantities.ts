import type { Token } from './tokens.ts'

/** All quantities in a text, converted to the smallest unit of their kind, so that "half a kilo" equals 500 grams. */
export function extractQuantities(tokens: readonly Token[]): Set<string> {
  const found = new Set<string>()
  tokens.forEach((token, i) => {
    const unit = UNITS.get(token.form)
    if (!unit) return
    const before = tokens[i - 1]
    // "Half a kilo" is a part of one unit, "an hour" is one unit.
    const isOne = before && /^(a|an)$/.test(before.form)
    const part = isOne ? tokens[i - 2] : before
    if (part?.kind === 'number') found.add(toSmallestUnit(part.form, unit))
    if (isOne) found.add(toSmallestUnit('1', unit))
  })
  return found
}

/** The quantity that begins with the number at `i`, in the smallest unit. */
export function parseQuantityAt(tokens: readonly Token[], i: number): string | undefined {
  const unit = UNITS.get(tokens[i + 1]?.form ?? '')
  return unit && tokens[i]?.kind === 'number' ? toSmallestUnit(tokens[i]!.form, unit) : undefined
}

type Unit = readonly [kind: string, size: number]

function toSmallestUnit(number: string, [kind, size]: Unit): string {
  const [value = 0, parts = 1] = number.split('/').map(Number)
  return `${kind} ${Number(((value / parts) * size).toPrecision(6))}`
}

const UNITS = new Map<string, Unit>(
  Object.entries({
    mass: { mg: 1, g: 1000, kg: 1e6, tonne: 1e9 },
    length: { mm: 1, cm: 10, meter: 1000, km: 1e6 },
    volume: { milliliter: 1, liter: 1000 },
    time: { ms: 1, second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 },
    years: { month: 1, year: 12, decade: 120, century: 1200 },
    bytes: { kb: 1, mb: 1000, gb: 1e6, tb: 1e9 },
    power: { watt: 1, kilowatt: 1000, megawatt: 1e6, gigawatt: 1e9 },
  }).flatMap(([kind, sizes]) => Object.entries(sizes).map(([unit, size]) => [unit, [kind, size]] as const)),
)
