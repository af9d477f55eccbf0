import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('has every threat of docs/security.md once, in order, with what we do about it', () => {
  const rows = readFileSync('docs/security.md', 'utf8')
    .split('\n')
    .filter(line => /^\| T\d/.test(line))
    .map(line => line.split(/(?<!\\)\|/).map(cell => cell.trim()))
  expect(rows.map(([, id]) => id)).toEqual(Array.from({ length: 36 }, (_, at) => `T${at + 1}`))
  expect(rows.filter(([, , threat, defence]) => !threat || !defence)).toEqual([])
})
