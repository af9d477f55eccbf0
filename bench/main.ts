import { parseArgs } from 'node:util'
import { measureEnumeration } from './api/enumeration.ts'
import { measureList } from './api/list.ts'
import { measureOverload } from './api/overload.ts'
import { measurePopular } from './api/popular.ts'
import type { Figure } from './figure.ts'
import { measureModel } from './llm/measure.ts'
import { writePart } from './performance-page.ts'
import { measurePolling } from './polling/measure.ts'
import { measureAudio, measureText, measureTwelveHours } from './recap/measure.ts'
import { measureClaims } from './schedules/claims.ts'
import { measureStart } from './start/measure.ts'
import { measureLongList, measurePages, measureSizes } from './web/measure.ts'

/**
 * `npm run bench [-- recap|api|schedules|polling|llm|start|web …] [--samples N]`: measures and prints. Without `--samples` each
 * measured part replaces its section of docs/performance.md.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { samples: { type: 'string' } } })
const samples = (standard: number) => (values.samples ? Math.min(Number(values.samples), standard) : standard)

type Measurement = () => Promise<Figure[]>

/** Measurements by the name that selects them on the command line. */
const parts: Record<string, Measurement[]> = {
  recap: [() => measureText(samples(40)), () => measureAudio(samples(30)), () => measureTwelveHours(samples(30))],
  api: [
    () => measureList(samples(5), 8),
    () => measureOverload(samples(60)),
    () => measurePopular(samples(10)),
    () => measureEnumeration(samples(200)),
  ],
  schedules: [() => measureClaims(samples(5))],
  polling: [() => measurePolling(samples(5))],
  llm: [measureModel],
  start: [() => measureStart(samples(30))],
  web: [() => measurePages(samples(3)), () => measureLongList(samples(3)), measureSizes],
}
const isComplete = !values.samples
let areTargetsMet = true
for (const [name, measurements] of Object.entries(parts)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const figures: Figure[] = []
  for (const measure of measurements)
    for (const figure of await measure()) {
      figures.push(figure)
      console.log(row(figure))
    }
  areTargetsMet &&= figures.every(figure => figure.isTargetMet)
  // Keep the section from another machine if this part could not be measured here.
  if (isComplete && figures.length > 0) writePart(name, figures.map(row))
}
process.exitCode = areTargetsMet ? 0 : 1

function row({ name, samples, p50, p95, unit, target, isTargetMet }: Figure): string {
  const digits = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2))
  return `| ${name} | ${samples} | ${digits(p50)} ${unit} | ${digits(p95)} ${unit} | ${target ? `${target} ${unit}` : '–'} | ${isTargetMet ? 'yes' : '**no**'} |`
}
