import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { type FakeYoutube, startFakeYoutube } from '@recaps/fake-youtube'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { imagesConformance } from './conformance.ts'
import { guardedImages } from './guarded.ts'

const picture = 'https://i.ytimg.com/vi/Sli7FA6EbqI/hqdefault.jpg'

describe('images from the fake YouTube', () => {
  let fake: FakeYoutube
  beforeAll(async () => {
    fake = await startFakeYoutube()
  })
  afterAll(() => fake.close())

  imagesConformance(() => ({ images: guardedImages({ fakeUrl: fake.url }), picture }))

  it('fetches the pictures of channels', async () => {
    const avatar = 'https://yt3.ggpht.com/UCP073R0_x88lMRBc-i9Z1Qg=s88-c-k-c0x00ffffff-no-rj-mo'
    expect((await guardedImages({ fakeUrl: fake.url }).fetch(avatar))?.contentType).toBe('image/jpeg')
  })
})

describe('images from a hostile host', () => {
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
    ['an HTML page', '<!doctype html><script>alert(1)</script>', 'image/jpeg'],
    ['an empty response', '', 'image/png'],
    ['text with the content type of an image', 'GIF', 'image/gif'],
  ])('rejects %s as an image', async (_, body, type) => {
    const { image } = await from((_request, response) => response.writeHead(200, { 'content-type': type }).end(body))
    expect(image).toBeNull()
  })

  it('determines the type of an image from its bytes, not from the Content-Type [ASVS 1.3.4]', async () => {
    const { image } = await from((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(jpeg))
    expect(image?.contentType).toBe('image/jpeg')
  })

  it('rejects an image that is sent with an error status', async () => {
    expect((await from((_, response) => response.writeHead(404).end(jpeg))).image).toBeNull()
  })

  it('sends no cookies and no headers of the user when it fetches an image', async () => {
    let headers: string[] = []
    await from((request, response) => {
      headers = Object.keys(request.headers)
      response.writeHead(200, { 'set-cookie': 'a=b' }).end(jpeg)
    })
    const allowed = [
      'accept',
      'accept-encoding',
      'accept-language',
      'connection',
      'host',
      'sec-fetch-mode',
      'user-agent',
    ]
    expect(headers.filter(name => ![...allowed, 'x-original-host'].includes(name))).toEqual([])
  })

  it('gives up on an endless image', async () => {
    const { image, tookMs } = await from((_, response) => {
      response.write(jpeg)
      const sendMore = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        if (!response.destroyed) response.once('drain', sendMore)
      }
      sendMore()
    })
    expect(image).toBeNull()
    expect(tookMs).toBeLessThan(10_000)
  })

  it('gives up on an image that arrives too slowly', async () => {
    const { image, tookMs } = await from((_, response) => {
      const drip = setInterval(() => response.write(jpeg.subarray(0, 1)), 100)
      response.once('close', () => clearInterval(drip))
    })
    expect(image).toBeNull()
    expect(tookMs).toBeLessThan(10_000)
  })

  it('gives up on a compressed image of 100 MB [ASVS 5.2.3]', async () => {
    const bomb = gzipSync(Buffer.concat([jpeg, Buffer.alloc(100_000_000)]))
    const { image } = await from((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
    expect(image).toBeNull()
  })

  it('does not follow the redirect of an image to cloud metadata', async () => {
    const { image } = await from((_, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
    )
    expect(image).toBeNull()
  })
})
