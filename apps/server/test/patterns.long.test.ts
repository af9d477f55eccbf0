import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { check } from 'recheck'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')

/** Maps each regular expression of the product, as JSON of pattern and flags, to the first file that uses it. Skips tests and generated files. */
async function patternsOfTheProduct(): Promise<Map<string, string>> {
  const { parseAst } = await import('vite')
  const files = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root })
    .filter(file => !/\.d\.ts$|test\.tsx?$|\/test\/|\/generated\//.test(file))
    .sort()
  const found = new Map<string, string>()
  for (const file of files) {
    const source = readFileSync(path.join(root, file), 'utf8')
    visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), ({ pattern, flags }) => {
      const key = JSON.stringify([pattern, flags])
      if (!found.has(key)) found.set(key, file)
    })
  }
  return found
}

interface Literal {
  pattern: string
  flags: string
}

function visit(node: unknown, onPattern: (literal: Literal) => void): void {
  if (typeof node !== 'object' || node === null) return
  if ('regex' in node && node.regex) onPattern(node.regex as Literal)
  for (const child of Object.values(node)) visit(child, onPattern)
}

/**
 * Returns the complexity of a pattern that some input can make exponential, or polynomial of degree 3 or more; null otherwise. Quadratic
 * patterns are allowed because requests, caption lines and model answers are limited in size.
 */
async function slownessOf(pattern: string, flags: string): Promise<string | null> {
  // The checker does not know `d` and `v`; they do not change how long a match takes.
  const known = flags.replace(/[dv]/g, '')
  const first = await check(pattern, known, { timeout: 10_000 })
  const fuzz = () => check(pattern, known, { checker: 'fuzz', timeout: 60_000 })
  let verdict = first.status === 'unknown' ? await fuzz() : first
  // The fuzzer guesses the degree from few random inputs, and the guess may be one too high, so it must confirm it three times.
  for (let again = 0; again < 2 && isPolynomial(verdict) && verdict.checker === 'fuzz'; again++) verdict = await fuzz()
  if (verdict.status === 'unknown') return `unknown (${verdict.error.kind})`
  return isSlow(verdict) ? verdict.complexity.summary : null
}

type Verdict = Awaited<ReturnType<typeof check>>

type Vulnerable = Extract<Verdict, { status: 'vulnerable' }>

const isSlow = (verdict: Verdict): verdict is Vulnerable =>
  verdict.status === 'vulnerable' && !(verdict.complexity.type === 'polynomial' && verdict.complexity.degree <= 2)

const isPolynomial = (verdict: Verdict): verdict is Vulnerable =>
  isSlow(verdict) && verdict.complexity.type === 'polynomial'

describe('regular expressions of the product', () => {
  it('regular expressions of the product never take more than quadratic time on any input [threat 21]', {
    timeout: 600_000,
  }, async () => {
    const patterns = await patternsOfTheProduct()
    expect(patterns.size).toBeGreaterThan(500)
    const slow: string[] = []
    for (const [key, file] of patterns) {
      const [pattern, flags] = JSON.parse(key) as [string, string]
      const slowness = await slownessOf(pattern, flags)
      if (slowness) slow.push(`${file}: /${pattern}/${flags} is ${slowness}`)
    }
    expect(slow).toEqual([])
  })

  it('the check detects exponential and cubic regular expressions', async () => {
    expect(await slownessOf('^(a+)+$', '')).toMatch(/exponential/)
    expect(await slownessOf('^a*a*a*$', '')).toMatch(/3rd degree/)
    expect(await slownessOf('a+$', '')).toBeNull()
  })
})
