import { writeFileSync } from 'node:fs'
import { packEntries } from '../src/learnt/hashed-model.ts'
import { trainCapitals } from './capitals.ts'
import { loadDocuments, TRAINING_SOURCES } from './documents.ts'
import type { TrainedModel } from './logistic.ts'
import { loadTexts } from './texts.ts'
import { trainCommon, trainReading, trainSalienceWeights } from './train.ts'

/**
 * Trains the models of this package: `node packages/summarizer/training/main.ts <documents.jsonl.gz> <texts>`. `texts` is a folder
 * with more punctuated English, used only to learn sentence ends; see texts.ts.
 * Only uses sources whose licences allow derived models; see the package's NOTICE.
 */
const [file, folder] = process.argv.slice(2)
if (!file || !folder) {
  console.error('Usage: node packages/summarizer/training/main.ts <documents.jsonl.gz> <texts>')
  process.exit(1)
}

const documents = loadDocuments(file).filter(document => TRAINING_SOURCES.includes(document.source))
const generated = new URL('../src/generated/', import.meta.url)
const write = (name: string, text: string) =>
  writeFileSync(new URL(name, generated), `// Made by training/main.ts.\n${text}\n`)

const { tiers, common } = trainCommon(documents)
const texts = loadTexts(folder)
const capitals = trainCapitals(documents)
const { boundaries, wholeness } = trainReading([...documents, ...texts], common)
const salience = trainSalienceWeights(documents, {
  common,
  boundaries: boundaries.model,
  wholeness: wholeness.model,
  capitals: capitals.model,
})
const writeModel = (name: string, { entries, step }: TrainedModel) =>
  write(
    `${name.toLowerCase()}-model.ts`,
    `export const ${name}_STEP = ${step}\nexport const ${name}_FEATURES =\n  '${packEntries(entries)}'`,
  )
writeModel('BOUNDARY', boundaries)
writeModel('WHOLENESS', wholeness)
writeModel('CAPITAL', capitals)
write('common-words.ts', `export const COMMON_WORDS = [\n${tiers.map(words => `  "${words.join(' ')}",\n`).join('')}]`)
write(
  'salience.ts',
  `export const SALIENCE: readonly number[] = ${JSON.stringify(salience.map(weight => Number(weight.toFixed(4))))}`,
)
const groups = [...new Set(documents.map(document => document.group))].sort()
const works = [...new Set(texts.map(text => text.source))].sort()
write(
  'trained-on.ts',
  `export const TRAINED_ON: readonly string[] = ${JSON.stringify(groups)}\nexport const TEXTS: readonly string[] = ${JSON.stringify(works)}`,
)
