import { expect, it } from 'vitest'
import { findStaleFiles } from './scripts/generated-files.ts'

it('generated files are up to date, otherwise run `npm run docs` [ASVS 2.1.1]', () => {
  expect(findStaleFiles()).toEqual([])
})
