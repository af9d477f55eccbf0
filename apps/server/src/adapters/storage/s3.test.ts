import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { useS3 } from '../../../test/s3-server.ts'
import { eventually } from '../../../test/wait-for.ts'
import { ProviderError, StartupError } from '../../errors.ts'
import { storageConformance } from './conformance.ts'
import { assertBucketUsable, type S3Bucket, s3Storage } from './s3.ts'

describe('S3 storage', async () => {
  const server = await useS3()
  if (!server) return
  const { endpoint, bucket, accessKeyId, secretAccessKey } = server
  const place: S3Bucket = {
    ...{ endpoint, publicEndpoint: endpoint, region: 'us-east-1', pathStyle: true },
    ...{ bucket, accessKeyId, secretAccessKey },
  }

  storageConformance(async () => s3Storage(place))

  it('signs links for the public endpoint of the bucket', async () => {
    const storage = s3Storage({ ...place, publicEndpoint: 'https://files.example.com' })
    const link = new URL((await storage.link('audio/a.mp3', { contentType: 'audio/mpeg', lifeMs: 60_000 }))!)
    expect([link.origin, link.pathname]).toEqual(['https://files.example.com', '/recaps/audio/a.mp3'])
    expect(link.searchParams.get('X-Amz-Expires')).toBe('60')
  })

  it('puts the bucket into the host of links only if path style is off [spec 9.14]', async () => {
    const storage = s3Storage({ ...place, publicEndpoint: 'https://s3.example.com', pathStyle: false })
    const link = new URL((await storage.link('audio/a.mp3', { contentType: 'audio/mpeg', lifeMs: 60_000 }))!)
    expect([link.host, link.pathname]).toEqual(['recaps.s3.example.com', '/audio/a.mp3'])
  })

  it('signs links that open one object, cannot be changed, and expire', async () => {
    const storage = s3Storage(place)
    await storage.put('audio/one.mp3', new Uint8Array([1, 2, 3]))
    await storage.put('audio/two.mp3', new Uint8Array([4]))
    const link = (await storage.link('audio/one.mp3', { contentType: 'audio/mpeg', lifeMs: 2_000 }))!
    const open = async (address: string) => (await fetch(address)).status
    expect(await (await fetch(link)).bytes()).toEqual(new Uint8Array([1, 2, 3]))
    expect(await open(link.replace('one.mp3', 'two.mp3'))).toBe(403)
    expect(await open(link.replace('Expires=2', 'Expires=600'))).toBe(403)
    expect(await open(link.replace(/.$/, last => (last === '0' ? '1' : '0')))).toBe(403)
    expect(
      await eventually(
        () => open(link),
        status => status !== 200,
        20_000,
      ),
    ).toBe(403)
  })

  it('explains why a bucket cannot be used, without the secret', async () => {
    const refusalOf = async (change: Partial<S3Bucket>): Promise<string> => {
      const refused = await assertBucketUsable({ ...place, ...change }).catch(error => error)
      expect(refused).toBeInstanceOf(StartupError)
      expect(refused.message).not.toContain(secretAccessKey)
      return refused.message
    }
    await expect(assertBucketUsable(place)).resolves.toBeUndefined()
    expect(await refusalOf({ bucket: 'nowhere' })).toContain('the bucket does not exist')
    expect(await refusalOf({ secretAccessKey: 'wrong' })).toContain('the key or the secret is wrong')
    expect(await refusalOf({ endpoint: 'http://127.0.0.1:9' })).toContain('ECONNREFUSED')
  })

  it('lists more objects than the thousand of one page', async () => {
    const storage = s3Storage(place)
    const names = Array.from({ length: 1_050 }, (_, i) => `many/${i}`)
    for (let i = 0; i < names.length; i += 50)
      await Promise.all(names.slice(i, i + 50).map(name => storage.put(name, new Uint8Array(1))))
    const first = await storage.list('many/', '')
    const second = await storage.list('many/', first.at(-1)!.name)
    expect(first).toHaveLength(1_000)
    expect([...first, ...second].map(({ name }) => name)).toEqual([...names].sort())
  })

  it('reports a failing bucket as a retryable error, not as a missing object', async () => {
    const broken = createServer((_, answer) => answer.writeHead(500).end())
    await new Promise<void>(listening => broken.listen(0, '127.0.0.1', listening))
    const { port } = broken.address() as AddressInfo
    const storage = s3Storage({ ...place, endpoint: `http://127.0.0.1:${port}` })
    for (const call of [
      () => storage.get('a'),
      () => storage.size('a'),
      () => storage.open('a'),
      () => storage.put('a', new Uint8Array(1)),
      () => storage.delete('a'),
      () => storage.list('a', ''),
    ]) {
      const error = await call().catch(e => e)
      expect(error).toBeInstanceOf(ProviderError)
      expect(error).toMatchObject({ code: 'storage_unavailable', retryable: true })
    }
    broken.close()
  })
})
