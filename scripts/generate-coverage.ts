import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.ts'

/**
 * Documents that list in one column the tests of each row. A test names the rows that it covers by ids at the end of its title, or of
 * the label of a table row: `[spec 4.15, 4.16] [ASVS 1.2.1] [threat 20]`. For ASVS, comments in source files and documents count too.
 */
const documents = {
  spec: { file: 'docs/spec-coverage.md', row: /^\| (\d+\.\d+) \|/, column: 3 },
  ASVS: { file: 'docs/asvs.md', row: /^\| V(\d+\.\d+\.\d+) \|/, column: 4 },
  threat: { file: 'docs/security.md', row: /^\| T(\d+) \|/, column: 4 },
}
type Kind = keyof typeof documents

interface Evidence {
  file: string
  /** Null outside tests. */
  title: string | null
}

const searched = ['*.{ts,md,json}', 'docs/*.md', '{packages,apps,fakes,e2e,bench,scripts}/**/*.{ts,tsx,md}']
const isTest = (file: string) => /\.(test|spec|phone-test)\.tsx?$/.test(file)
const ids = /\[(spec|ASVS|threat) (\d[\d., ]*)\]/g
/** Outside tests only ids of ASVS count, at the start of a comment. */
const comments = /(?:\/\/|<!--|\*) \[ASVS \d[\d., ]*\]/g
/** A string that ends with ids, as test titles and labels of table rows do. */
const titles = /(['"`])((?:\\.|(?!\1)[^\\\n])*?)((?: \[(?:spec|ASVS|threat) \d[\d., ]*\])+)\1/g

/** Evidence by "kind id". Throws when an id stands where it does not count. */
function findEvidence(): Map<string, Evidence[]> {
  const found = new Map<string, Evidence[]>()
  const add = (text: string, evidence: Evidence) => {
    for (const [, kind, list] of text.matchAll(ids))
      for (const id of list!.split(', ')) found.set(`${kind} ${id}`, [...(found.get(`${kind} ${id}`) ?? []), evidence])
  }
  const files = globSync(searched, { cwd: root, exclude: name => /(^|\/)(node_modules|dist)$/.test(name) })
  for (const file of files.map(name => name.replaceAll(path.sep, '/')).sort()) {
    if (file === 'scripts/generate-coverage.ts') continue
    const text = readFileSync(path.join(root, file), 'utf8')
    if (!isTest(file)) {
      for (const [comment] of text.matchAll(comments)) add(comment, { file, title: null })
      continue
    }
    const tagged = [...text.matchAll(titles)]
    for (const [, , title, tags] of tagged) add(tags!, { file, title: title!.replaceAll("\\'", "'") })
    const inTitles = tagged.flatMap(([, , , tags]) => [...tags!.matchAll(ids)]).length
    if ([...text.matchAll(ids)].length > inTitles)
      throw new Error(`${file}: an id does not stand at the end of a title`)
  }
  return found
}

/** The document with its column of tests rewritten. Throws when a row has no test or an id has no row. */
export function generateCoverage(kind: Kind): string {
  const { file, row, column } = documents[kind]
  const evidence = findEvidence()
  const unused = new Set([...evidence.keys()].filter(key => key.startsWith(`${kind} `)))
  const lines = readFileSync(path.join(root, file), 'utf8')
    .split('\n')
    .map(line => {
      const id = row.exec(line)?.[1]
      if (!id) return line
      unused.delete(`${kind} ${id}`)
      const cells = line.split(/(?<!\\)\|/)
      const listed = list(evidence.get(`${kind} ${id}`) ?? [])
      if (listed === '' && !/^ open: .{10,}/.test(cells.at(-2)!))
        throw new Error(`${file}: no test has the id [${kind} ${id}]`)
      cells[column] = ` ${listed} `
      return cells.join('|')
    })
  if (unused.size > 0) throw new Error(`${file} has no row for ${[...unused].join(', ')}`)
  return lines.join('\n')
}

const list = (evidence: Evidence[]): string =>
  [
    ...new Set(
      evidence.map(({ file, title }) => `\`${file}\`${title === null ? '' : ` “${title.replaceAll('|', '\\|')}”`}`),
    ),
  ].join(', ')
