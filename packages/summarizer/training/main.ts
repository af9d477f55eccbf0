import { writeFileSync } from 'node:fs'
import { commonWords } from '../src/models.ts'
import { packBoundaryModel } from '../src/reading/boundary-model.ts'
import { markedWords, trainBoundaries } from './boundaries.ts'
import { loadDocuments, TRAINING_SOURCES } from './documents.ts'
import { trainCommonWords } from './lexicon.ts'
import { rateCandidates, trainSalience } from './salience.ts'

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

const { entries, step, model } = trainBoundaries(documents.map(markedWords))
const tiers = trainCommonWords(documents)
const learnt = { boundaries: model, common: commonWords(tiers) }
const rated = documents.map(document => rateCandidates(document, learnt))
write(
  'boundary-model.ts',
  `export const BOUNDARY_STEP = ${step}\nexport const BOUNDARY_FEATURES =\n  '${packBoundaryModel(entries)}'`,
)
write('common-words.ts', `export const COMMON_WORDS = [\n${tiers.map(words => `  "${words.join(' ')}",\n`).join('')}]`)
write(
  'salience.ts',
  `export const SALIENCE: readonly number[] = ${JSON.stringify(trainSalience(rated).map(weight => Number(weight.toFixed(4))))}`,
)
const groups = [...new Set(documents.map(document => document.group))].sort()
write('trained-on.ts', `export const TRAINED_ON: readonly string[] = ${JSON.stringify(groups)}`)
