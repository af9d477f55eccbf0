import { ApiError, type FailureCode, failureCodes, failures, isRefusalForNow } from '@recaps/contract'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { problemOf, problemOfSummary } from './problem.ts'

afterEach(() => vi.restoreAllMocks())
const answered = (body: object | null, status = 400) =>
  new ApiError(new Response(null, { status }), body, { method: 'GET', path: '/api/things' })

describe('a call that failed', () => {
  test.each(failureCodes)('is told in the words of the server, with what may be done next: %s', code => {
    // Captions of one's own are for videos; a call is only made again.
    const next = isRefusalForNow(code) ? 'retry' : failures[code].next
    const error = answered({ error: failures[code].sentence, code, requestId: 'x' })
    expect(problemOf(error)).toEqual({ sentence: failures[code].sentence, code, next })
  })

  test.each([
    ['an answer that is none of the API’s', answered(null, 502)],
    ['an answer without words', answered({ requestId: 'x' }, 500)],
  ])('is told all the same: %s', (_, error) => {
    expect(problemOf(error)).toEqual({ sentence: failures.internal.sentence, code: null, next: 'retry' })
  })

  test('keeps the words of a newer server, whose code nobody knows here', () => {
    expect(problemOf(answered({ error: 'The moon is in the way.', code: 'eclipse' as never }))).toEqual({
      sentence: 'The moon is in the way.',
      code: null,
      next: 'retry',
    })
  })

  test('without any answer says whether it is the device or the service that is away', () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    expect(problemOf(new TypeError('fetch failed')).sentence).toMatch(/^The service could not be reached\./)
    expect(problemOf(new DOMException('late', 'TimeoutError')).sentence).toMatch(/^The service could not be reached\./)
    onLine.mockReturnValue(false)
    expect(problemOf(new TypeError('fetch failed')).sentence).toMatch(/^You are offline\./)
  })
})

describe('a summary that failed', () => {
  const told = (code: FailureCode, state?: 'deferred' | 'failed') =>
    problemOfSummary({ code, error: 'As the server says.', ...(state && { state }) })?.next

  test('leads on by its code, and by whether it is waited for', () => {
    expect([told('private'), told('private', 'failed')]).toEqual(['other_video', 'other_video'])
    expect([told('live'), told('live', 'deferred'), told('live', 'failed')]).toEqual(['wait', 'wait', 'retry'])
    expect([told('network'), told('network', 'deferred'), told('network', 'failed')]).toEqual([
      'retry',
      'wait',
      'upload_captions',
    ])
  })

  test('with a code of a newer server can be tried again', () => {
    expect(told('eclipse' as never, 'failed')).toBe('retry')
  })
})
