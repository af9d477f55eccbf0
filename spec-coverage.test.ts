import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/** How many statements each point of the specification has, so that none is lost in passing. */
const statements = { '2': 39, '3': 19, '4': 22, '5': 13, '8': 18, '9': 24 }
const numbered = Object.entries(statements).flatMap(([point, count]) =>
  Array.from({ length: count }, (_, at) => `${point}.${at + 1}`),
)

interface Statement {
  id: string
  says: string
  evidence: [file: string, words: string][]
  state: string
}

const page = readFileSync('docs/spec-coverage.md', 'utf8')
const stated: Statement[] = page
  .split('\n')
  .filter(line => /^\| \d/.test(line))
  .map(line => {
    const cells = line.split(/(?<!\\)\|/).map(cell => cell.trim().replaceAll('\\|', '|'))
    const [, id = '', says = '', tests = '', state = ''] = cells
    const cited = [...tests.matchAll(/`([^`]+)` “([^”]+)”/g)].map(([, file, words]) => [file!, words!] as const)
    return { id, says, evidence: cited.map(([file, words]) => [file, words]), state }
  })

describe('the specification', () => {
  it('has every statement once, in its order', () => {
    expect(stated.map(({ id }) => id)).toEqual(numbered)
  })

  it('is asserted where it is said to be, by tests of those words', () => {
    const isLost = ([file, words]: [string, string]) =>
      !/\.(test\.tsx?|spec\.ts)$/.test(file) || !existsSync(file) || !readFileSync(file, 'utf8').includes(words)
    const lost = stated.flatMap(({ id, evidence }) =>
      evidence.filter(isLost).map(([file, words]) => `${id}: ${file} “${words}”`),
    )
    expect(lost).toEqual([])
  })

  it('has a test for each statement that is held, and says of each open one why', () => {
    const bare = stated.filter(({ says, evidence, state }) =>
      state === 'held' ? evidence.length === 0 || says === '' : !/^open: .{10,}/.test(state),
    )
    expect(bare.map(({ id }) => id)).toEqual([])
  })

  const specification = path.join(process.env.RECORDINGS ?? '../shared', 'spec.md')
  it.skipIf(!existsSync(specification))(
    'is quoted word for word, each text in a table of tests or on that page',
    () => {
      const tables = [
        ...globSync('apps/web/src/test/specification/*.test.{ts,tsx}'),
        'packages/contract/src/client.test.ts',
      ]
      const written = [page, ...tables.map(file => readFileSync(file, 'utf8'))].join('\n')
      const quotes = quotedIn(readFileSync(specification, 'utf8'))
      expect(quotes.length).toBeGreaterThan(35)
      expect(quotes.filter(quote => !patternOf(quote).test(written))).toEqual([])
    },
  )
})

/** The texts between '…' of the points that are about the app. */
function quotedIn(text: string): string[] {
  const points = text.split(/^## /m).filter(point => point.charAt(0) in statements)
  const quotes = points.flatMap(point => [...point.matchAll(/(?<!\w)'((?:[^'\n]|\b'(?=[a-z]))+)'(?!\w)/g)])
  return [...new Set(quotes.map(([, quote]) => quote!))]
}

/** What stands for something else in a quote: `N`, `Nx`, `<plan title>`, `{version}`. */
function patternOf(quote: string): RegExp {
  const literal = quote.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(literal.replace(/\bN(?=\b|x)|<[^>]+>|\{\w+\}/g, '[\\w.]+'))
}
