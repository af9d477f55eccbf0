import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { loadDocuments, type SpokenDocument } from '@recaps/summarizer/training/documents'
import { evaluate } from './evaluate.ts'
import { table } from './report.ts'

const USAGE = 'Usage: npm run eval -- [documents.jsonl.gz] [--view speech|captions] [--words 200] [--json] [--report]'

/** Default location of the documents, next to the repository. They are third-party data and not part of it. */
const DOCUMENTS = path.resolve(import.meta.dirname, '../../../shared/eval/dev.jsonl.gz')

const { values, positionals } = parseOptions()
const file = positionals[0] ?? (existsSync(DOCUMENTS) ? DOCUMENTS : undefined)
const words = Number(values.words)
if (!(values.view === 'speech' || values.view === 'captions') || !(words > 0)) fail(USAGE)
if (file === undefined)
  fail(
    'No documents to evaluate. Pass a file of spoken documents with reference summaries (docs/quality.md describes its format and sources).',
  )
const documents = readDocuments(file)
if (values.report) {
  const { writeReport } = await import('./quality-page.ts')
  console.log(await writeReport(documents, words, file))
} else {
  const evaluation = await evaluate(documents, { view: values.view, words, file })
  console.log(values.json ? JSON.stringify(evaluation, null, 2) : table(evaluation))
}

function parseOptions() {
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
    return fail(USAGE)
  }
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

function readDocuments(from: string): SpokenDocument[] {
  try {
    const found = loadDocuments(from)
    return found.length > 0 ? found : fail(`${from} contains no documents.`)
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return fail(
      isMissing ? `File not found: ${from}` : `${from} is not a gzipped file with one JSON document per line.`,
    )
  }
}
