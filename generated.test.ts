import { expect, it } from 'vitest'
import { staleFiles } from './scripts/generated.ts'

it('keeps generated files fresh: run `npm run docs` when this fails [ASVS 2.1.1]', () => {
  expect(staleFiles()).toEqual([])
})
