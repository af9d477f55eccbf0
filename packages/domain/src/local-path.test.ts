import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isLocalPath } from './local-path.ts'

it.each(['/', '/tabs/history', '/history-detail/7?t=12#s3', '/tabs/history?q=what%20is%2F%2Fthis', '/a//b', '/@user'])(
  'accepts the local path %s',
  path => expect(isLocalPath(path)).toBe(true),
)

/** Paths that attackers use to redirect users to another site. */
export const foreignPaths = [
  'https://evil.example',
  'http:evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/..//evil.example',
  '/a/../..//evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'tabs/history',
  '@evil.example',
  '/\u0000/evil.example',
  '/%2e%2e//evil.example',
  '/\u2028/evil.example',
  '',
]
it.each(foreignPaths)('rejects %j, which is not a local path [ASVS 1.2.2] [threat 26]', path =>
  expect(isLocalPath(path)).toBe(false),
)

it('accepts only paths that stay on the site, even if a browser resolves them twice [ASVS 3.7.2]', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2e',
    '\t',
    '\n',
    ':',
    '@',
    '?',
    '#',
    'evil.example',
    'http',
    ' ',
    'a',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 9 }), pieces => {
      const path = pieces.join('')
      fc.pre(isLocalPath(path))
      const once = new URL(path, 'https://recaps.example/login')
      const twice = new URL(once.pathname + once.search + once.hash, 'https://recaps.example/login')
      expect([once.origin, twice.origin]).toEqual(['https://recaps.example', 'https://recaps.example'])
    }),
    { numRuns: 5_000 },
  )
})
