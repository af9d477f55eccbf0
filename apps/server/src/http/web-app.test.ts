import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, describe, expect, it } from 'vitest'
import { createApiCaller } from '../../test/calls.ts'
import { AppError } from '../errors.ts'
import type { LinkCard } from './link-card.ts'
import { serve } from './serve.ts'
import { serveWebApp } from './web-app.ts'

const script = 'export const pages = [];\n'.repeat(100)
const picture = Buffer.from('89504e470d0a1a0a', 'hex')
const audio = Buffer.from('ID3 a second of a summary')
const folder = mkdtempSync(path.join(tmpdir(), 'recaps-web-'))
const dist = path.join(folder, 'dist')
for (const name of ['assets', 'landing', '.vite']) mkdirSync(path.join(dist, name), { recursive: true })
writeFileSync(path.join(folder, 'outside.json'), '{}')
writeFileSync(path.join(dist, 'app.html'), '<!doctype html><html><head></head><body>The app</body></html>')
writeFileSync(path.join(dist, 'login.html'), '<!doctype html><html><head></head><body>Log in to %name%</body></html>')
writeFileSync(path.join(dist, 'landing.html'), '<!doctype html><html><head></head><body>What it is</body></html>')
writeFileSync(path.join(dist, 'landing/example.mp3'), audio)
writeFileSync(path.join(dist, '.vite/manifest.json'), '{}')
writeFileSync(path.join(dist, 'manifest.webmanifest'), '{ "name": "%name%", "short_name": "%name%" }')
writeFileSync(path.join(dist, 'theme.js'), script)
writeFileSync(path.join(dist, 'icon-192.png'), picture)
writeFileSync(path.join(dist, 'assets/app-Abc.js'), script)
writeFileSync(path.join(dist, 'assets/app-Abc.js.br'), brotliCompressSync(script))
writeFileSync(path.join(dist, 'assets/app-Abc.js.gz'), gzipSync(script))

const cards: Record<string, LinkCard> = {
  '/with-card': { title: '"Salt" & <b>$&</b>', description: 'What it is.', image: 'https://notes.example/a.jpg' },
  '/with-card/short': { title: 'Salt', description: null, image: null },
}
const cardOf = async (url: string) => {
  if (url === '/card-fails') throw new Error('The database is unavailable.')
  return cards[url] ?? null
}
const app = new Hono()
  .use(serveWebApp(dist, { name: 'Notes & "Talks" <$&>' }, cardOf))
  .onError(error =>
    error instanceof AppError && error.allow
      ? new Response(null, { status: 405, headers: { Allow: error.allow.join(', ') } })
      : new Response(null, { status: 500 }),
  )
const serving = await serve(app.fetch as never, { host: '127.0.0.1', port: 0 })
afterAll(async () => {
  await serving.close(0)
  rmSync(folder, { recursive: true })
})
const ask = createApiCaller(`http://127.0.0.1:${serving.port}`)
const accepting = (encodings: string, headers = {}) => ({ headers: { 'Accept-Encoding': encodings, ...headers } })
const asset = '/assets/app-Abc.js'

describe('a text file of the web app', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['BR', 'br'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['identity', null],
    ['identity, br;q=0.5', null],
    ['deflate', null],
    ['x-br, notgzip', null],
  ])('sends a client with Accept-Encoding "%s" the encoding %s [ASVS 4.1.1]', async (accepted, encoding) => {
    for (const address of [asset, '/tabs/history']) {
      const got = await ask(address, accepting(accepted))
      expect([got.status, got.headers.get('content-encoding')]).toEqual([200, encoding])
      expect(got.text).toContain(address === asset ? script : 'The app')
      expect(got.headers.get('vary')).toBe('Accept-Encoding')
    }
  })

  it('sends the Content-Length of the encoded file', async () => {
    const lengthOf = async (accepted: string, method: string) =>
      Number((await ask(asset, { ...accepting(accepted), method })).headers.get('content-length'))
    for (const method of ['GET', 'HEAD'])
      expect([await lengthOf('br', method), await lengthOf('identity', method)]).toEqual([
        brotliCompressSync(script).byteLength,
        script.length,
      ])
  })

  it('ignores a Range header for compressed files and sends the full file', async () => {
    const got = await ask(asset, accepting('br', { Range: 'bytes=0-9' }))
    expect([got.status, got.text, got.headers.get('content-range')]).toEqual([200, script, null])
  })

  it('answers 304 if the browser has the file in the same encoding', async () => {
    const tagFor = async (accepted: string) => (await ask(asset, accepting(accepted))).headers.get('etag')!
    const [small, plain] = [await tagFor('br'), await tagFor('identity')]
    expect(small).not.toBe(plain)
    for (const known of [small, `W/${small}`, `"other", ${small}`, '*']) {
      const again = await ask(asset, accepting('br', { 'If-None-Match': known }))
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', small])
      expect([again.headers.get('vary'), again.headers.get('cache-control')]).toEqual([
        'Accept-Encoding',
        'public, max-age=31536000, immutable',
      ])
    }
    for (const known of [plain, '"other"'])
      expect((await ask(asset, accepting('br', { 'If-None-Match': known }))).status).toBe(200)
  })

  it('sends a file that the build did not compress as it is, with no-cache', async () => {
    const got = await ask('/theme.js', accepting('br, gzip'))
    expect([got.text, got.headers.get('content-encoding'), got.headers.get('vary')]).toEqual([script, null, null])
    expect(got.headers.get('cache-control')).toBe('no-cache')
  })
})

describe('the web app', () => {
  it('sends pictures uncompressed', async () => {
    const got = await ask('/icon-192.png', accepting('br, gzip'))
    expect([got.headers.get('content-encoding'), got.headers.get('vary')]).toEqual([null, null])
    expect(got.headers.get('content-type')).toBe('image/png')
  })

  it('answers 404 for compressed files by name, hidden files, and files outside the build [ASVS 5.3.1, 5.3.2, 13.4.1, 13.4.3]', async () => {
    const hidden = [
      `${asset}.br`,
      `${asset}.gz`,
      '/.vite/manifest.json',
      '/../outside.json',
      '/assets/../../outside.json',
    ]
    for (const address of hidden) expect(await statusOf(address)).toBe(404)
  })

  it('answers GET and HEAD, rejects other methods with 405, and unknown files with 404', async () => {
    for (const address of [asset, '/login', '/login/further', '/']) {
      expect((await ask(address, { method: 'HEAD' })).status).toBe(200)
      for (const method of ['POST', 'DELETE', 'OPTIONS']) {
        const refused = await ask(address, { method })
        expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
      }
    }
    for (const address of ['/assets/none.js', '/wp-login.php', '/.vite/manifest.json'])
      expect((await ask(address, { method: 'POST' })).status).toBe(404)
  })

  it('serves the app at every path that is not a file, except for paths with a page of their own', async () => {
    for (const address of ['/app.html', '/home', '/history-detail/7', '/login/further', '/nowhere.html'])
      expect((await ask(address)).text).toContain('The app')
    for (const address of ['/login', '/login/', '/login.html', '/login?error=auth_failed'])
      expect((await ask(address)).text).toContain('Log in to')
  })

  it('adds link-preview tags to pages with a card, and none to other pages or if the card fails', async () => {
    const full = await ask('/with-card', accepting('br'))
    expect(full.text).toContain('The app')
    expect(full.text).toContain('<meta property="og:title" content="&quot;Salt&quot; &amp; &lt;b>$&amp;&lt;/b>">')
    expect(full.text).toContain('<meta property="og:description" content="What it is.">')
    expect(full.text).toContain('<meta property="og:image" content="https://notes.example/a.jpg">')
    expect(full.text).toContain('<meta name="twitter:card" content="summary_large_image">')
    const short = (await ask('/with-card/short')).text
    expect(short).toContain('<meta name="twitter:card" content="summary">')
    expect(short).not.toMatch(/og:(description|image)/)
    for (const address of ['/without-card', '/card-fails']) {
      const page = await ask(address)
      expect([page.status, /og:|twitter:/.test(page.text)]).toEqual([200, false])
    }
  })

  it('serves the landing page at /landing and at /', async () => {
    for (const address of ['/', '/?from=mail', '/landing', '/landing/', '/landing#pricing'])
      expect((await ask(address)).text).toContain('What it is')
  })

  it('fills the name of this installation into the web app manifest', async () => {
    for (const accepted of ['identity', 'gzip']) {
      const got = await ask('/manifest.webmanifest', accepting(accepted))
      expect(got.headers.get('content-type')).toBe('application/manifest+json')
      expect(JSON.parse(got.text)).toEqual({ name: 'Notes & "Talks" <$&>', short_name: 'Notes & "Talks" <$&>' })
    }
  })

  it('sends audio in full or the requested range', async () => {
    const askForRange = (range?: string, headers = {}) =>
      ask('/landing/example.mp3', { headers: { ...(range && { Range: range }), ...headers } })
    const full = await askForRange()
    expect([full.status, full.text, full.headers.get('accept-ranges')]).toEqual([200, `${audio}`, 'bytes'])
    expect(full.headers.get('content-type')).toBe('audio/mpeg')
    for (const [range, text, contentRange] of [
      ['bytes=4-4', 'a', '4-4'],
      ['bytes=19-', 'ummary', '19-24'],
      ['bytes=-3', 'ary', '22-24'],
    ] as const) {
      const part = await askForRange(range)
      expect([part.status, part.text]).toEqual([206, text])
      expect(part.headers.get('content-range')).toBe(`bytes ${contentRange}/${audio.byteLength}`)
      expect(part.headers.get('content-length')).toBe(String(text.length))
    }
    expect((await askForRange('bytes=0-1', { 'If-None-Match': full.headers.get('etag')! })).status).toBe(304)
  })

  it('sends noindex for summaries and for no other page', async () => {
    const robotsTag = async (address: string, headers = {}) =>
      (await ask(address, { headers })).headers.get('x-robots-tag')
    for (const id of ['7', 'k'.repeat(43)]) expect(await robotsTag(`/history-detail/${id}`)).toBe('noindex')
    expect(await robotsTag('/history-detail/7', { 'If-None-Match': '*' })).toBe('noindex')
    for (const address of ['/', '/login', '/tabs/history', asset]) expect(await robotsTag(address)).toBeNull()
  })

  it('adds the facts of the installation to every page, escaped [ASVS 1.1.2, 1.2.1]', async () => {
    const name = 'Notes &amp; &quot;Talks&quot; &lt;$&amp;>'
    for (const address of ['/history-detail/7', '/login'])
      expect((await ask(address)).text).toContain(`<head><meta name="name" content="${name}"></head>`)
    expect((await ask('/login')).text).toContain(`Log in to ${name}</body>`)
  })
})

/** Requests the path unchanged; `fetch` would resolve its dots. */
const statusOf = (address: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get({ port: serving.port, host: '127.0.0.1', path: address }, answer => resolve(answer.resume().statusCode)).on(
      'error',
      reject,
    )
  })

describe('a page with a link card', async () => {
  const big = path.join(folder, 'big')
  mkdirSync(big)
  const words = Array.from({ length: 20_000 }, (_, n) => ((n * 2_654_435_761) % 4_294_967_296).toString(36)).join(' ')
  const html = `<!doctype html><html><head></head><body>${words}</body></html>`
  for (const name of ['app', 'landing']) writeFileSync(path.join(big, `${name}.html`), html)
  const served = new Hono().use(serveWebApp(big, {}, async url => ({ title: url, description: null, image: null })))

  it('compresses a page with a link card only once', async () => {
    const startedAt = performance.now()
    brotliCompressSync(html)
    const compressedMs = performance.now() - startedAt
    const durations: number[] = []
    for (let n = 0; n < 5; n++) {
      const at = performance.now()
      const answer = await served.request('/same', { headers: { 'Accept-Encoding': 'br' } })
      expect(answer.headers.get('content-encoding')).toBe('br')
      await answer.arrayBuffer()
      durations.push(performance.now() - at)
    }
    expect(durations.toSorted((a, b) => a - b)[2]).toBeLessThan(compressedMs / 5)
    expect(await (await served.request('/other')).text()).toContain('og:title" content="/other"')
    expect(await (await served.request('/same')).text()).toContain('og:title" content="/same"')
  })
})
