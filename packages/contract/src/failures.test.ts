import { describe, expect, it } from 'vitest'
import { failure, failureCodes, toldOf } from './failures.ts'

describe('what can end a summary', () => {
  const ending = failureCodes.filter(code => failure(code).kind !== 'refusal')

  it.each(ending)('%s leaves its reader something to do', code => {
    expect(toldOf(code, false).next).not.toBe('none')
  })
})
