import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { loadDocuments } from '@recaps/summarizer/training/documents'
import { expect, it } from 'vitest'
import { evaluate } from './evaluate.ts'
import { createFigures, describeRegressions } from './figures.ts'
import { hasPassedBefore, recordPassed } from './measured.ts'

const file = path.resolve(import.meta.dirname, '../../../shared/eval/dev.jsonl.gz')
const isMissing = !existsSync(file)
const isUnchanged = !isMissing && process.env.TEST_EXTENT !== 'whole' && hasPassedBefore(file)
const reason = isMissing
  ? ' (skipped: no documents)'
  : isUnchanged
    ? ' (skipped: measured.json has passed for the same sources)'
    : ''
const floors = JSON.parse(readFileSync(path.join(import.meta.dirname, 'floors.json'), 'utf8')) as Record<string, number>

it.skipIf(isMissing || isUnchanged)(
  `every quality figure of the built-in engine meets its floor${reason}`,
  async () => {
    const documents = loadDocuments(file)
    const evaluations = [
      await evaluate(documents, { view: 'speech', words: 200, file, untimed: true }),
      await evaluate(documents, { view: 'captions', words: 200, file, untimed: true }),
    ]
    const figures = createFigures(evaluations)
    expect(describeRegressions(figures, floors)).toEqual([])
    expect(Object.keys(floors).sort()).toEqual(figures.map(({ name }) => name).sort())
    recordPassed(file)
  },
)
