import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const record = path.join(import.meta.dirname, 'measured.json')

/** The files that determine the figures. Results are deterministic (see `packages/summarizer/test/repeatable.test.ts`). */
const sources = ['packages/summarizer/{src,training}/**/*', 'packages/domain/src/**/*', 'bench/eval/*']
/** Workspaces whose dependencies also determine the figures. */
const workspaces = ['packages/summarizer', 'packages/domain']

/** Whether the same sources and documents have already met the floors. */
export const hasPassedBefore = (talks: string): boolean =>
  existsSync(record) && JSON.parse(readFileSync(record, 'utf8')).fingerprint === computeFingerprint(talks)

/** Records that these sources and documents met the floors. Commit measured.json to avoid measuring them again. */
export function recordPassed(talks: string): void {
  writeFileSync(record, `${JSON.stringify({ fingerprint: computeFingerprint(talks) }, null, 2)}\n`)
}

function computeFingerprint(talks: string): string {
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

/** Path and version of every dependency of the workspaces, from the lockfile. */
function libraries(): string[] {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const visited = new Set<string>()
  const visit = (parent: string): void => {
    for (const name of Object.keys(packages[parent]?.dependencies ?? {})) {
      const dependency = resolvePackage(name, parent, packages)
      if (dependency === undefined || visited.has(dependency)) continue
      visited.add(dependency)
      visit(
        packages[dependency]!.resolved && packages[packages[dependency]!.resolved]
          ? packages[dependency]!.resolved
          : dependency,
      )
    }
  }
  for (const workspace of workspaces) visit(workspace)
  return [...visited]
    .sort()
    .map(dependency => `${dependency} ${packages[dependency]!.version ?? packages[dependency]!.resolved}`)
}

/** Resolves a dependency like Node: searches `node_modules` in the package's folder and then in each parent folder. */
function resolvePackage(name: string, from: string, packages: Record<string, Locked>): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const candidate = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (packages[candidate]) return candidate
    if (folder === '') return undefined
  }
}
