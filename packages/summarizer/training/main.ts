import { writeFileSync } from 'node:fs'
import { packEntries } from '../src/learnt/hashed-model.ts'
import { loadDocuments, TRAINING_SOURCES } from './documents.ts'
import type { Trained } from './logistic.ts'
import { trainChoice, trainCommon, trainReading } from './train.ts'

/**
 * Trains what the package ships: `node packages/summarizer/training/main.ts <documents.jsonl.gz>`.
 * Only sources that may be derived from are used; see the package's NOTICE.
 */
const [file] = process.argv.slice(2)
if (!file) {
  console.error('Usage: node packages/summarizer/training/main.ts <documents.jsonl.gz>')
  process.exit(1)
}

const documents = loadDocuments(file).filter(document => TRAINING_SOURCES.includes(document.source))
const generated = new URL('../src/generated/', import.meta.url)
const write = (name: string, text: string) =>
  writeFileSync(new URL(name, generated), `// Made by training/main.ts.\n${text}\n`)

const { tiers, common } = trainCommon(documents)
const { boundaries, wholeness } = trainReading(documents, common)
const salience = trainChoice(documents, { common, boundaries: boundaries.model, wholeness: wholeness.model })
const writeModel = (name: string, { entries, step }: Trained) =>
  write(
    `${name.toLowerCase()}-model.ts`,
    `export const ${name}_STEP = ${step}\nexport const ${name}_FEATURES =\n  '${packEntries(entries)}'`,
  )
writeModel('BOUNDARY', boundaries)
writeModel('WHOLENESS', wholeness)
write('common-words.ts', `export const COMMON_WORDS = [\n${tiers.map(words => `  "${words.join(' ')}",\n`).join('')}]`)
write(
  'salience.ts',
  `export const SALIENCE: readonly number[] = ${JSON.stringify(salience.map(weight => Number(weight.toFixed(4))))}`,
)
const groups = [...new Set(documents.map(document => document.group))].sort()
write('trained-on.ts', `export const TRAINED_ON: readonly string[] = ${JSON.stringify(groups)}`)
