import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const record = path.join(import.meta.dirname, 'measured.json')

/** What the figures are made by. They are the same each time: `packages/summarizer/test/repeatable.test.ts` holds to that. */
const sources = ['packages/summarizer/{src,training}/**/*', 'packages/domain/src/**/*', 'bench/eval/*']
/** Whose libraries count as well. */
const workspaces = ['packages/summarizer', 'packages/domain']

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
  for (const library of libraries()) hash.update(`${library}\n`)
  return hash.digest('hex')
}

interface Locked {
  version?: string
  resolved?: string
  dependencies?: Record<string, string>
}

/** Name and version of every library that the figures are made with, as the lockfile has them. */
function libraries(): string[] {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const found = new Set<string>()
  const visit = (place: string): void => {
    for (const name of Object.keys(packages[place]?.dependencies ?? {})) {
      const at = placeOf(name, place, packages)
      if (at === undefined || found.has(at)) continue
      found.add(at)
      visit(packages[at]!.resolved && packages[packages[at]!.resolved] ? packages[at]!.resolved : at)
    }
  }
  for (const workspace of workspaces) visit(workspace)
  return [...found].sort().map(at => `${at} ${packages[at]!.version ?? packages[at]!.resolved}`)
}

/** Where a package is found that another one asks for: in its own folder, or in one above. */
function placeOf(name: string, from: string, packages: Record<string, Locked>): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (packages[place]) return place
    if (folder === '') return undefined
  }
}
