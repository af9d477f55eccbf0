import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const record = path.join(import.meta.dirname, 'measured.json')

/** What the figures are made by. They are the same each time: `packages/summarizer/test/repeatable.test.ts` holds to that. */
const sources = [
  'packages/summarizer/{src,training}/**/*',
  'packages/domain/src/**/*',
  'bench/eval/*',
  'package-lock.json',
]

/** Whether the floors were found kept by these very sources, of these very talks. */
export const wasMeasured = (talks: string): boolean =>
  existsSync(record) && JSON.parse(readFileSync(record, 'utf8')).fingerprint === fingerprintOf(talks)

/** Notes that they were; the note is to be committed, so that nobody measures it again. */
export function noteMeasured(talks: string): void {
  writeFileSync(record, `${JSON.stringify({ fingerprint: fingerprintOf(talks) }, null, 2)}\n`)
}

function fingerprintOf(talks: string): string {
  const hash = createHash('sha256').update(readFileSync(talks))
  const files = globSync(sources, { cwd: root, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.join(entry.parentPath, entry.name))
    .filter(file => file !== record && !file.includes('.test.'))
  for (const file of files.sort()) hash.update(path.relative(root, file)).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}
