import { describe, expect, it } from 'vitest'
import { describeFailure, failure, failureCodes } from './failures.ts'

describe('failures that end a summary', () => {
  const endingCodes = failureCodes.filter(code => failure(code).kind !== 'refusal')

  it.each(endingCodes)('offers a next step when a summary fails with %s', code => {
    expect(describeFailure(code, false).next).not.toBe('none')
  })
})
