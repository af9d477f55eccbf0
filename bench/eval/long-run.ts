import { readFileSync } from 'node:fs'
import { shippedModels } from '@recaps/summarizer/models'
import type { SpokenDocument } from '@recaps/summarizer/training/documents'
import { engines, isAvailable } from './engines.ts'
import { BASELINES } from './systems.ts'

/**
 * Runs one system on one long recording in a separate process: `node --expose-gc long-run.ts <recording.json> <system> <words>`
 * prints `{ seconds, peakMemoryMb }`. The memory is the peak resident size above that before the run.
 */
const [file, name, words] = process.argv.slice(2)
const recording = JSON.parse(readFileSync(file!, 'utf8')) as SpokenDocument
const engine = engines(shippedModels).find(one => one.name === name)
globalThis.gc?.()
const idleBytes = process.memoryUsage().rss
const startedAt = performance.now()
if (engine && isAvailable(engine)) await engine.summarize(recording, { words: Number(words) })
else BASELINES[name!]!(recording, Number(words))
const seconds = (performance.now() - startedAt) / 1000
const peakBytes = process.resourceUsage().maxRSS * 1024
console.log(JSON.stringify({ seconds, peakMemoryMb: Math.max(0, peakBytes - idleBytes) / 1e6 }))
