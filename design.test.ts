import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { computeContrasts } from './scripts/design-tokens.ts'

const insufficientContrasts = (more: boolean) =>
  computeContrasts(more)
    .filter(({ actual, required }) => actual < required)
    .map(
      ({ foreground, background, theme, actual, required }) =>
        `${foreground} on ${background}, ${theme}: ${actual.toFixed(2)} of ${required}`,
    )

test('every colour has the required contrast with its background', () => {
  expect(insufficientContrasts(false)).toEqual([])
})

test('text has a contrast of at least 7:1 for users who prefer more contrast', () => {
  expect(insufficientContrasts(true)).toEqual([])
})

test('docs/design.md shows every component image, and all images together are below 600 kB', () => {
  const notes = readFileSync('docs/design.md', 'utf8')
  const shown = [...notes.matchAll(/\]\((images\/ui\/[\w-]+\.webp)\)/g)].map(match => path.join('docs', match[1]!))
  expect(shown.filter(file => !existsSync(file))).toEqual([])
  expect(globSync('docs/images/ui/*').filter(file => !shown.includes(file.split(path.sep).join('/')))).toEqual([])
  expect(shown.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(600_000)
})
