import { expect, it } from 'vitest'
import { staleFiles } from './scripts/generated.ts'

it('generated files are up to date, otherwise run `npm run docs` [ASVS 2.1.1]', () => {
  expect(staleFiles()).toEqual([])
})
