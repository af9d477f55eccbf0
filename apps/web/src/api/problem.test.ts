import { ApiError, type FailureCode, failureCodes, failures, isYouTubeUnavailable } from '@recaps/contract'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { toProblem, toSummaryProblem } from './problem.ts'

afterEach(() => vi.restoreAllMocks())
const apiError = (body: object | null, status = 400) =>
  new ApiError(new Response(null, { status }), body, { method: 'GET', path: '/api/things' })

describe('a failed call', () => {
  test.each(failureCodes)('a call that failed with %s shows the server’s sentence and the next step', code => {
    // Uploading captions helps only with a video. A failed call can only be retried.
    const next = isYouTubeUnavailable(code) ? 'retry' : failures[code].next
    const error = apiError({ error: failures[code].sentence, code, requestId: 'x' })
    expect(toProblem(error)).toEqual({ sentence: failures[code].sentence, code, next })
  })

  test.each([
    ['a response that is not from the API', apiError(null, 502)],
    ['a response without a message', apiError({ requestId: 'x' }, 500)],
  ])('a call that failed with %s shows a generic sentence', (_, error) => {
    expect(toProblem(error)).toEqual({ sentence: failures.internal.sentence, code: null, next: 'retry' })
  })

  test('a call that failed with an unknown code of a newer server shows the server’s sentence', () => {
    expect(toProblem(apiError({ error: 'The moon is in the way.', code: 'eclipse' as never }))).toEqual({
      sentence: 'The moon is in the way.',
      code: null,
      next: 'retry',
    })
  })

  test('a call without a response shows whether the device is offline or the service is unreachable', () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    expect(toProblem(new TypeError('fetch failed')).sentence).toMatch(/^Couldn’t reach the service\./)
    expect(toProblem(new DOMException('late', 'TimeoutError')).sentence).toMatch(/^Couldn’t reach the service\./)
    onLine.mockReturnValue(false)
    expect(toProblem(new TypeError('fetch failed')).sentence).toMatch(/^You’re offline\./)
  })
})

describe('a failed summary', () => {
  const nextStepFor = (code: FailureCode, state?: 'deferred' | 'failed') =>
    toSummaryProblem({ code, error: 'As the server says.', ...(state && { state }) })?.next

  test('the next step for a failed summary depends on its code and on whether it is still waiting', () => {
    expect([nextStepFor('private'), nextStepFor('private', 'failed')]).toEqual(['other_video', 'other_video'])
    expect([nextStepFor('live'), nextStepFor('live', 'deferred'), nextStepFor('live', 'failed')]).toEqual([
      'wait',
      'wait',
      'retry',
    ])
    expect([nextStepFor('network'), nextStepFor('network', 'deferred'), nextStepFor('network', 'failed')]).toEqual([
      'retry',
      'wait',
      'upload_captions',
    ])
  })

  test('a summary that failed with an unknown code of a newer server can be retried', () => {
    expect(nextStepFor('eclipse' as never, 'failed')).toBe('retry')
  })
})
