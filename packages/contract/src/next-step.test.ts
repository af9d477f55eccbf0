import { expect, it } from 'vitest'
import { failure, failureCodes, isRefusalForNow, toldOf } from './failures.ts'
import { isFailureCode, nextStep } from './next-step.ts'

it.each(failureCodes)('%s leads on without its sentence as it does with it', code => {
  // A call that YouTube refuses is made again; captions of one's own are for videos.
  expect(nextStep(code)).toBe(isRefusalForNow(code) ? 'retry' : failure(code).next)
  expect(nextStep(code, true)).toBe(toldOf(code, true).next)
  expect(nextStep(code, false)).toBe(toldOf(code, false).next)
})

it('knows a code from what is none', () => {
  expect(isFailureCode('private')).toBe(true)
  expect(['of_a_newer_server', '', null, undefined].some(isFailureCode)).toBe(false)
})
