import { writeFileSync } from 'node:fs'
import { packBoundaryModel } from '../src/reading/boundary-model.ts'
import { markedWords, trainBoundaries } from './boundaries.ts'
import { loadDocuments } from './documents.ts'
import { trainCommonWords } from './lexicon.ts'

/**
 * Trains what the package ships: `node packages/summarizer/training/main.ts <documents.jsonl.gz>`.
 * Only sources that may be derived from are used; see the package's NOTICE.
 */
const [file] = process.argv.slice(2)
if (!file) {
  console.error('Usage: node packages/summarizer/training/main.ts <documents.jsonl.gz>')
  process.exit(1)
}

const TRAINING_SOURCES = ['ami', 'icsi', 'qmsum']
const documents = loadDocuments(file).filter(document => TRAINING_SOURCES.includes(document.source))
const generated = new URL('../src/generated/', import.meta.url)
const write = (name: string, text: string) =>
  writeFileSync(new URL(name, generated), `// Made by training/main.ts.\n${text}\n`)

const { entries, step } = trainBoundaries(documents.map(markedWords))
write(
  'boundary-model.ts',
  `export const BOUNDARY_STEP = ${step}\nexport const BOUNDARY_FEATURES =\n  '${packBoundaryModel(entries)}'`,
)
write('common-words.ts', `export const COMMON_WORDS =\n  "${trainCommonWords(documents).join(' ')}"`)
