import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/** How many statements each section of the specification has. */
const statements = { '2': 39, '3': 19, '4': 22, '5': 13, '8': 18, '9': 24 }
const numbered = Object.entries(statements).flatMap(([point, count]) =>
  Array.from({ length: count }, (_, at) => `${point}.${at + 1}`),
)

const page = readFileSync('docs/spec-coverage.md', 'utf8')
const rows = page
  .split('\n')
  .filter(line => /^\| \d/.test(line))
  .map(line => line.split(/(?<!\\)\|/).map(cell => cell.trim()))

describe('docs/spec-coverage.md', () => {
  it('lists every statement of the specification once, in order', () => {
    expect(rows.map(([, id]) => id)).toEqual(numbered)
  })

  it('says what each statement is, and whether it is open and why', () => {
    const incomplete = rows.filter(([, , text, , state]) => !text || !/^(held|open: .{10,})$/.test(state!))
    expect(incomplete.map(([, id]) => id)).toEqual([])
  })

  const specification = path.join(process.env.RECORDINGS ?? '../shared', 'spec.md')
  it.skipIf(!existsSync(specification))(
    'has every quote of the specification word for word, there or in a table of tests',
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

/** The texts between '…' in the sections about the app. */
function quotedIn(text: string): string[] {
  const points = text.split(/^## /m).filter(point => point.charAt(0) in statements)
  const quotes = points.flatMap(point => [...point.matchAll(/(?<!\w)'((?:[^'\n]|\b'(?=[a-z]))+)'(?!\w)/g)])
  return [...new Set(quotes.map(([, quote]) => quote!))]
}

/** `N`, `Nx`, `<plan title>` and `{version}` in a quote are placeholders. */
function patternOf(quote: string): RegExp {
  const literal = quote.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(literal.replace(/\bN(?=\b|x)|<[^>]+>|\{\w+\}/g, '[\\w.]+'))
}
