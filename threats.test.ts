import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('docs/security.md lists every threat once, in order, with its defence', () => {
  const rows = readFileSync('docs/security.md', 'utf8')
    .split('\n')
    .filter(line => /^\| T\d/.test(line))
    .map(line => line.split(/(?<!\\)\|/).map(cell => cell.trim()))
  expect(rows.map(([, id]) => id)).toEqual(Array.from({ length: 36 }, (_, at) => `T${at + 1}`))
  expect(rows.filter(([, , threat, defence]) => !threat || !defence)).toEqual([])
})
