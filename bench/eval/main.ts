import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { inView, loadDocuments, type SpokenDocument, type View } from '@recaps/summarizer/training/documents'
import { modelsWithout } from './folds.ts'
import { longRecording } from './long-recording.ts'
import { type Evaluation, table } from './report.ts'
import { score } from './score.ts'
import { SYSTEM_NAMES, type SystemName, systems } from './systems.ts'

const USAGE = 'Usage: npm run eval -- <documents.jsonl.gz> [--view speech|captions] [--words 200] [--json]'

const { values, positionals } = understood()
const [file] = positionals
const words = Number(values.words)
if (!file || !(values.view === 'speech' || values.view === 'captions') || !(words > 0)) refuse(USAGE)
const evaluation = evaluate(file, values.view, words)
console.log(values.json ? JSON.stringify(evaluation, null, 2) : table(evaluation))

function understood() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        view: { type: 'string', default: 'speech' },
        words: { type: 'string', default: '200' },
        json: { type: 'boolean', default: false },
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
    const documents = loadDocuments(from)
    return documents.length > 0 ? documents : refuse(`${from} holds no documents.`)
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return refuse(
      isMissing ? `There is no file ${from}.` : `${from} is not a gzipped file of one JSON document a line.`,
    )
  }
}

function evaluate(from: string, view: View, budget: number): Evaluation {
  const documents = documentsIn(from)
  const modelsOf = modelsWithout(documents, view)
  const shown = documents.map(document => inView(document, view))
  const all = systems(modelsOf)
  const long = inView(longRecording(documents, from), view)
  const longHours = long.durationMs / 3_600_000
  const results = SYSTEM_NAMES.map(name => {
    const { seconds, peakMemoryMb } = runLong(long, name, budget)
    return { name, ...score(all[name], shown, budget), secondsPerHour: seconds / longHours, peakMemoryMb }
  })
  const hours = documents.reduce((sum, document) => sum + document.durationMs, 0) / 3_600_000
  return {
    view,
    words: budget,
    documents: documents.length,
    hours,
    longHours: long.durationMs / 3_600_000,
    systems: results,
  }
}

/** In a process of its own, so that its memory can be told from everything else. */
function runLong(
  recording: SpokenDocument,
  name: SystemName,
  budget: number,
): { seconds: number; peakMemoryMb: number } {
  const folder = mkdtempSync(path.join(tmpdir(), 'recaps-eval-'))
  try {
    const input = path.join(folder, 'recording.json')
    writeFileSync(input, JSON.stringify(recording))
    const script = path.join(import.meta.dirname, 'long-run.ts')
    const output = execFileSync(process.execPath, ['--expose-gc', script, input, name, String(budget)], {
      encoding: 'utf8',
    })
    return JSON.parse(output) as { seconds: number; peakMemoryMb: number }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
