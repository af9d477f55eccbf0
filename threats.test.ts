import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Threat {
  id: string
  threat: string
  defence: string
  tests: [file: string, title: string][]
}

/** The rows of the threat table: `| T1 | threat | what we do | `file` “title of a test” |`. */
const threats: Threat[] = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .filter(line => /^\| T\d/.test(line))
  .map(line => {
    const [, id = '', threat = '', defence = '', cited = ''] = line
      .split(/(?<!\\)\|/)
      .map(cell => cell.trim().replaceAll('\\|', '|'))
    const tests = [...cited.matchAll(/`([^`]+)` “([^”]+)”/g)].map(([, file, title]) => [file!, title!] as const)
    return { id, threat, defence, tests: tests.map(([file, title]) => [file, title]) }
  })

describe('the threat table of docs/security.md', () => {
  it('lists every threat once, in order', () => {
    const numbered = Array.from({ length: 36 }, (_, at) => `T${at + 1}`)
    expect(threats.map(({ id }) => id)).toEqual(numbered)
  })

  it('names the threat, the defence and at least one test in each row', () => {
    const incomplete = threats.filter(({ threat, defence, tests }) => !threat || !defence || tests.length === 0)
    expect(incomplete.map(({ id }) => id)).toEqual([])
  })

  it('names only tests that exist', () => {
    const missing = threats.flatMap(({ id, tests }) =>
      tests
        .filter(([file, title]) => !existsSync(file) || !readFileSync(file, 'utf8').includes(title))
        .map(([file, title]) => `${id}: ${file} “${title}”`),
    )
    expect(missing).toEqual([])
  })

  it('names only files that a test run executes', () => {
    const others = threats.flatMap(({ id, tests }) =>
      tests.filter(([file]) => !/\.(test\.tsx?|spec\.ts)$/.test(file)).map(([file]) => `${id}: ${file}`),
    )
    expect(others).toEqual([])
  })
})
