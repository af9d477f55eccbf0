import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { type FakeYoutube, startFakeYoutube } from '@recaps/fake-youtube'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { imagesConformance } from './conformance.ts'
import { guardedImages } from './guarded.ts'

const picture = 'https://i.ytimg.com/vi/Sli7FA6EbqI/hqdefault.jpg'

describe('guarded images from the fake', () => {
  let fake: FakeYoutube
  beforeAll(async () => {
    fake = await startFakeYoutube()
  })
  afterAll(() => fake.close())

  imagesConformance(() => ({ images: guardedImages({ fakeUrl: fake.url }), picture }))

  it('knows the pictures of channels', async () => {
    const avatar = 'https://yt3.ggpht.com/UCP073R0_x88lMRBc-i9Z1Qg=s88-c-k-c0x00ffffff-no-rj-mo'
    expect((await guardedImages({ fakeUrl: fake.url }).fetch(avatar))?.contentType).toBe('image/jpeg')
  })
})

describe('guarded images from a hostile host', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections()
  })

  const from = async (listener: RequestListener) => {
    const server = createServer(listener).listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    const fakeUrl = `http://127.0.0.1:${(server.address() as { port: number }).port}`
    const startedAt = performance.now()
    const image = await guardedImages({ fakeUrl }).fetch(picture)
    return { image, tookMs: performance.now() - startedAt }
  }
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Array(200).fill(0)])

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image/svg+xml'],
    ['a page', '<!doctype html><script>alert(1)</script>', 'image/jpeg'],
    ['an empty answer', '', 'image/png'],
    ['a text that says it is a picture', 'GIF', 'image/gif'],
  ])('takes no %s', async (_, body, type) => {
    const { image } = await from((_request, response) => response.writeHead(200, { 'content-type': type }).end(body))
    expect(image).toBeNull()
  })

  it('believes the bytes, not the type that is claimed [ASVS 1.3.4]', async () => {
    const { image } = await from((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(jpeg))
    expect(image?.contentType).toBe('image/jpeg')
  })

  it('takes no error page, though it is a picture', async () => {
    expect((await from((_, response) => response.writeHead(404).end(jpeg))).image).toBeNull()
  })

  it('passes on no cookie and no word about the asker', async () => {
    let headers: string[] = []
    await from((request, response) => {
      headers = Object.keys(request.headers)
      response.writeHead(200, { 'set-cookie': 'a=b' }).end(jpeg)
    })
    const own = ['accept', 'accept-encoding', 'accept-language', 'connection', 'host', 'sec-fetch-mode', 'user-agent']
    expect(headers.filter(name => ![...own, 'x-original-host'].includes(name))).toEqual([])
  })

  it('gives up on a picture without end', async () => {
    const { image, tookMs } = await from((_, response) => {
      response.write(jpeg)
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        if (!response.destroyed) response.once('drain', pour)
      }
      pour()
    })
    expect(image).toBeNull()
    expect(tookMs).toBeLessThan(10_000)
  })

  it('gives up on a picture that drips', async () => {
    const { image, tookMs } = await from((_, response) => {
      const drip = setInterval(() => response.write(jpeg.subarray(0, 1)), 100)
      response.once('close', () => clearInterval(drip))
    })
    expect(image).toBeNull()
    expect(tookMs).toBeLessThan(10_000)
  })

  it('gives up on a bomb [ASVS 5.2.3]', async () => {
    const bomb = gzipSync(Buffer.concat([jpeg, Buffer.alloc(100_000_000)]))
    const { image } = await from((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
    expect(image).toBeNull()
  })

  it('does not follow to the metadata of a cloud', async () => {
    const { image } = await from((_, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
    )
    expect(image).toBeNull()
  })
})
