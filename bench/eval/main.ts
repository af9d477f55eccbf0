import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { loadDocuments, type SpokenDocument } from '@recaps/summarizer/training/documents'
import { evaluate } from './evaluate.ts'
import { table } from './report.ts'

const USAGE = 'Usage: npm run eval -- [documents.jsonl.gz] [--view speech|captions] [--words 200] [--json] [--report]'

/** Where the documents lie beside a checkout; they are data of others and no part of it. */
const DOCUMENTS = path.resolve(import.meta.dirname, '../../../shared/eval/dev.jsonl.gz')

const { values, positionals } = understood()
const file = positionals[0] ?? (existsSync(DOCUMENTS) ? DOCUMENTS : undefined)
const words = Number(values.words)
if (!(values.view === 'speech' || values.view === 'captions') || !(words > 0)) refuse(USAGE)
if (file === undefined)
  refuse(
    'No documents to evaluate on. Give a file of spoken documents with reference summaries (see docs/quality.md for the form and the sources).',
  )
const documents = documentsIn(file)
if (values.report) {
  const { writeReport } = await import('./page.ts')
  console.log(await writeReport(documents, words, file))
} else {
  const evaluation = await evaluate(documents, { view: values.view, words, file })
  console.log(values.json ? JSON.stringify(evaluation, null, 2) : table(evaluation))
}

function understood() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        view: { type: 'string', default: 'speech' },
        words: { type: 'string', default: '200' },
        json: { type: 'boolean', default: false },
        report: { type: 'boolean', default: false },
      },
    })
  } catch {
    return refuse(USAGE)
  }
}

function refuse(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

function documentsIn(from: string): SpokenDocument[] {
  try {
    const found = loadDocuments(from)
    return found.length > 0 ? found : refuse(`${from} holds no documents.`)
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return refuse(
      isMissing ? `There is no file ${from}.` : `${from} is not a gzipped file of one JSON document a line.`,
    )
  }
}
