import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/** Number of statements in each section of the specification. */
const statements = { '2': 39, '3': 19, '4': 22, '5': 13, '8': 18, '9': 24 }
const expectedIds = Object.entries(statements).flatMap(([point, count]) =>
  Array.from({ length: count }, (_, at) => `${point}.${at + 1}`),
)

const page = readFileSync('docs/spec-coverage.md', 'utf8')
const rows = page
  .split('\n')
  .filter(line => /^\| \d/.test(line))
  .map(line => line.split(/(?<!\\)\|/).map(cell => cell.trim()))

describe('docs/spec-coverage.md', () => {
  it('docs/spec-coverage.md lists every statement of the specification once, in order', () => {
    expect(rows.map(([, id]) => id)).toEqual(expectedIds)
  })

  it('docs/spec-coverage.md has a text for each statement, and a reason if it is open', () => {
    const incomplete = rows.filter(([, , text, , state]) => !text || !/^(met|open: .{10,})$/.test(state!))
    expect(incomplete.map(([, id]) => id)).toEqual([])
  })

  const specification = path.join(process.env.RECORDINGS ?? '../shared', 'spec.md')
  it.skipIf(!existsSync(specification))(
    'docs/spec-coverage.md or the specification tests contain every quote of the specification verbatim',
    () => {
      const tables = [
        ...globSync('apps/web/src/test/specification/*.test.{ts,tsx}'),
        'packages/contract/src/client.test.ts',
      ]
      const written = [page, ...tables.map(file => readFileSync(file, 'utf8'))].join('\n')
      const quotes = extractQuotes(readFileSync(specification, 'utf8'))
      expect(quotes.length).toBeGreaterThan(35)
      expect(quotes.filter(quote => !toPattern(quote).test(written))).toEqual([])
    },
  )
})

/** The texts between '…' in the numbered sections. */
function extractQuotes(text: string): string[] {
  const points = text.split(/^## /m).filter(point => point.charAt(0) in statements)
  const quotes = points.flatMap(point => [...point.matchAll(/(?<!\w)'((?:[^'\n]|\b'(?=[a-z]))+)'(?!\w)/g)])
  return [...new Set(quotes.map(([, quote]) => quote!))]
}

/** `N`, `Nx`, `<plan title>` and `{version}` in a quote are placeholders. */
function toPattern(quote: string): RegExp {
  const literal = quote.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(literal.replace(/\bN(?=\b|x)|<[^>]+>|\{\w+\}/g, '[\\w.]+'))
}
