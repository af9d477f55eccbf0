import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { measureEnumeration } from './api/enumeration.ts'
import { measureList } from './api/list.ts'
import { measurePopular } from './api/popular.ts'
import type { Figure } from './figure.ts'
import { measureModel } from './llm/measure.ts'
import { measurePolling } from './polling/measure.ts'
import { measureAudio, measureText, measureTwelveHours } from './recap/measure.ts'
import { measureStart } from './start/measure.ts'

/** `npm run bench [-- recap|api|llm|polling|start] [--samples N]`: measures, prints, and, when all was measured in full, writes docs/performance.md. */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { samples: { type: 'string' } } })
const samples = (usual: number) => (values.samples ? Math.min(Number(values.samples), usual) : usual)
const wanted = (name: string) => positionals.length === 0 || positionals.includes(name)

const figures: Figure[] = []
const measure = async (make: () => Promise<Figure[]>) => {
  for (const figure of await make()) {
    figures.push(figure)
    console.log(row(figure))
  }
}
if (wanted('recap')) {
  await measure(() => measureText(samples(40)))
  await measure(() => measureAudio(samples(30)))
  await measure(() => measureTwelveHours(samples(30)))
}
if (wanted('api')) {
  await measure(() => measureList(samples(5), 8))
  await measure(() => measurePopular(samples(10)))
  await measure(() => measureEnumeration(samples(200)))
}
if (wanted('llm')) await measure(measureModel)
if (wanted('polling')) await measure(() => measurePolling(samples(5)))
if (wanted('start')) await measure(() => measureStart(samples(30)))

if (positionals.length === 0 && !values.samples) {
  const file = path.resolve(import.meta.dirname, '../docs/performance.md')
  writeFileSync(file, page(figures))
  console.log('Wrote docs/performance.md.')
}
process.exitCode = figures.every(figure => figure.met) ? 0 : 1

function row({ name, samples, p50, p95, unit, target, met }: Figure): string {
  const digits = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2))
  return `| ${name} | ${samples} | ${digits(p50)} ${unit} | ${digits(p95)} ${unit} | ${target ? `${target} ${unit}` : '–'} | ${met ? 'yes' : '**no**'} |`
}

function page(all: Figure[]): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`
  return [
    '# Performance',
    '',
    '<!-- Written by `npm run bench`. Do not edit. -->',
    '',
    `Measured on ${machine}. Every sample is another video and nothing is cached; the stand-in of YouTube runs beside the server on the same cores.`,
    'The stand-in of a language model waits as a model of the middle size would; beside it the usual recipes run for the same recording and length of text. The bare voice says the same sentences on one thread, with nothing made of them. Times of audio are scaled to 10,000 characters; memory is the resident size of the whole server above its idle size.',
    '',
    'Channels are polled with the stand-in in a process of its own and PostgreSQL beside it, 50 of 2,000 having uploaded something each hour; bandwidth is that of the connections, nothing compressed.',
    '',
    '| what | samples | p50 | p95 | target | met |',
    '|---|---|---|---|---|---|',
    ...all.map(row),
    '',
  ].join('\n')
}
