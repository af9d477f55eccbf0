import { describe, expect, it } from 'vitest'
import { ProviderError } from '../../errors.ts'
import { OutboundError } from '../outbound/fetch.ts'
import { httpRefusal, networkFailure } from './refusals.ts'

const now = new Date('2026-11-20T12:00:00Z')
const judge = (status: number, body = '{}', headers: Record<string, string> = {}) =>
  httpRefusal('test', { status, headers: new Headers(headers), body: Buffer.from(body) }, now)

describe('an HTTP answer of YouTube', () => {
  it('accepts an HTTP answer with data', () => {
    expect(judge(200)).toBeNull()
    expect(judge(200, '<?xml version="1.0"?><transcript/>', { 'content-type': 'text/xml' })).toBeNull()
  })

  it.each([
    [429, '{}', 'rate_limited'],
    [403, '{}', 'ip_blocked'],
    [400, '{"error":{"status":"FAILED_PRECONDITION"}}', 'po_token_required'],
    [400, '{"error":{"status":"INVALID_ARGUMENT"}}', 'parse_changed'],
    [404, '<!DOCTYPE html><title>Error 404 (Not Found)!!1</title>', 'parse_changed'],
    [500, '', 'network'],
    [503, '', 'network'],
    [200, '<!DOCTYPE html><form action="https://consent.youtube.com/save" method="POST">', 'consent_page'],
    [200, '\n<html><body><form action="https://consent.google.com/s">', 'consent_page'],
    [429, '<!DOCTYPE html><div class="g-recaptcha"></div>', 'ip_blocked'],
    [503, '<html>Our systems have detected unusual traffic', 'ip_blocked'],
  ])('maps HTTP status %i with the body %s to %s', (status, body, code) => {
    expect(judge(status, body)?.code).toBe(code)
  })

  it.each([
    ['https://consent.youtube.com/m?continue=x', 'consent_page'],
    ['https://www.google.com/sorry/index?continue=x', 'ip_blocked'],
    ['https://example.com/', 'parse_changed'],
  ])('maps a redirect to %s to %s', (location, code) => {
    expect(judge(302, '', { location })?.code).toBe(code)
  })

  it('reads the retry time from Retry-After in seconds or as a date', () => {
    expect(judge(429, '', { 'retry-after': '120' })?.retryAt).toEqual(new Date('2026-11-20T12:02:00Z'))
    const date = 'Fri, 20 Nov 2026 12:30:00 GMT'
    expect(judge(503, '', { 'retry-after': date })?.retryAt).toEqual(new Date('2026-11-20T12:30:00Z'))
    expect(judge(429, '', { 'retry-after': 'soon' })?.retryAt).toBeUndefined()
  })
})

describe('a failed request', () => {
  it.each([
    ['timeout', 'network'],
    ['unreachable', 'network'],
    ['refused', 'network'],
    ['too_large', 'parse_changed'],
  ] as const)('maps an outbound error with the reason %s to %s', (reason, code) => {
    const failure = networkFailure('test', new OutboundError(reason, 'detail'))
    expect(failure).toBeInstanceOf(ProviderError)
    expect(failure).toMatchObject({ code, retryable: true })
  })

  it('returns an error that is not an outbound error unchanged', () => {
    expect(networkFailure('test', 'enough')).toBe('enough')
  })
})
