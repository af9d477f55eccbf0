import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toPathStyle } from './storage-url.ts'

const r2 = '0123456789abcdef0123456789abcdef.r2.cloudflarestorage.com'

const rewritten: [virtualHost: string, path: string][] = [
  ['https://media.s3.amazonaws.com/a/b.webp', 'https://s3.amazonaws.com/media/a/b.webp'],
  ['https://media.s3.eu-central-1.amazonaws.com/a', 'https://s3.eu-central-1.amazonaws.com/media/a'],
  ['https://media.s3-us-west-2.amazonaws.com/a', 'https://s3-us-west-2.amazonaws.com/media/a'],
  ['https://media.s3.us-gov-west-1.amazonaws.com/a', 'https://s3.us-gov-west-1.amazonaws.com/media/a'],
  ['https://media.s3.dualstack.eu-west-1.amazonaws.com/a', 'https://s3.dualstack.eu-west-1.amazonaws.com/media/a'],
  ['https://media.s3.cn-north-1.amazonaws.com.cn/a', 'https://s3.cn-north-1.amazonaws.com.cn/media/a'],
  ['https://my.media.s3.amazonaws.com/a', 'https://s3.amazonaws.com/my.media/a'],
  ['https://media.storage.googleapis.com/a', 'https://storage.googleapis.com/media/a'],
  [`https://media.${r2}/a`, `https://${r2}/media/a`],
  ['https://media.nyc3.digitaloceanspaces.com/a', 'https://nyc3.digitaloceanspaces.com/media/a'],
  ['https://media.s3.us-west-004.backblazeb2.com/a', 'https://s3.us-west-004.backblazeb2.com/media/a'],
  ['https://media.s3.eu-central-1.wasabisys.com/a', 'https://s3.eu-central-1.wasabisys.com/media/a'],
  ['https://media.s3.fr-par.scw.cloud/a', 'https://s3.fr-par.scw.cloud/media/a'],
  ['https://media.s3.amazonaws.com', 'https://s3.amazonaws.com/media/'],
  ['https://media.s3.amazonaws.com/a%20b%2Fc?x=1&y=%2F#z', 'https://s3.amazonaws.com/media/a%20b%2Fc?x=1&y=%2F#z'],
  ['HTTPS://Media.S3.AmazonAWS.com/A', 'https://s3.amazonaws.com/media/A'],
]

const untouched = [
  'https://s3.eu-central-1.amazonaws.com/media/a',
  'https://s3.amazonaws.com/media/a?x=1',
  'https://recaps.example.com/uploads/1',
  'https://media.s3.amazonaws.com.evil.example/a',
  'https://s3.amazonaws.com.evil.example/a',
  'https://medias3.amazonaws.com/a',
  'https://evil-s3.amazonaws.com/a',
  'https://example.com/https://media.s3.amazonaws.com/a',
  'https://-.s3.amazonaws.com/a',
  'https://ec2.eu-central-1.amazonaws.com/a',
  'ftp://media.s3.amazonaws.com/a',
  'data:text/plain,media.s3.amazonaws.com',
  '/uploads/1',
  'not an address',
  '',
]

describe('path-style storage URLs [spec 9.14]', () => {
  it.each(rewritten)('moves the bucket of %s into the path', (virtualHost, path) => {
    expect(toPathStyle(virtualHost)).toBe(path)
  })

  it.each(untouched)('does not rewrite %j', address => {
    expect(toPathStyle(address)).toBe(address)
  })

  it('rewrites URLs of a self-hosted storage with a port', () => {
    expect(toPathStyle('http://media.files.example:9000/a', 'files.example:9000')).toBe(
      'http://files.example:9000/media/a',
    )
    expect(toPathStyle('http://files.example:9000/media/a', 'files.example:9000')).toBe(
      'http://files.example:9000/media/a',
    )
    expect(toPathStyle('http://media.files.example/a', 'files.example:9000')).toBe('http://media.files.example/a')
    expect(toPathStyle('http://mediafiles.example:9000/a', 'files.example:9000')).toBe(
      'http://mediafiles.example:9000/a',
    )
  })

  it('does not change a rewritten storage URL again', () => {
    const hosts = fc.tuple(
      fc.stringMatching(/^[a-z0-9.-]{0,20}$/),
      fc.constantFrom('s3.amazonaws.com', r2, 'evil.example'),
    )
    const urls = fc.oneof(
      fc.string(),
      fc.webUrl(),
      hosts.map(([bucket, host]) => `https://${bucket}.${host}/x`),
    )
    fc.assert(
      fc.property(urls, url => {
        const once = toPathStyle(url)
        expect(toPathStyle(once)).toBe(once)
      }),
    )
  })

  it('handles very long storage URLs quickly', () => {
    const startedAt = performance.now()
    for (const host of ['s3.'.repeat(30_000), 'a-'.repeat(50_000)]) toPathStyle(`https://${host}amazonaws.com/`)
    expect(performance.now() - startedAt).toBeLessThan(100)
  })
})
