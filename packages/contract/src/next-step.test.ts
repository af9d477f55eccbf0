import { expect, it } from 'vitest'
import { describeFailure, failure, failureCodes, isYouTubeUnavailable } from './failures.ts'
import { isFailureCode, nextStep } from './next-step.ts'

it.each(failureCodes)('offers the same next step for %s as the table of failures', code => {
  // A call that fails because of YouTube is retried; uploading captions only helps with videos.
  expect(nextStep(code)).toBe(isYouTubeUnavailable(code) ? 'retry' : failure(code).next)
  expect(nextStep(code, true)).toBe(describeFailure(code, true).next)
  expect(nextStep(code, false)).toBe(describeFailure(code, false).next)
})

it('distinguishes known failure codes from unknown values', () => {
  expect(isFailureCode('private')).toBe(true)
  expect(['of_a_newer_server', '', null, undefined].some(isFailureCode)).toBe(false)
})
