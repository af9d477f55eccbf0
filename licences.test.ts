import { expect, it } from 'vitest'
import { forbiddenLicences } from './scripts/licences.ts'

it('depends on packages of allowed licences only', () => {
  expect(forbiddenLicences()).toEqual([])
})
