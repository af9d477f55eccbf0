import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { OutboundError } from './fetch.ts'
import { guardedFetch } from './guarded-fetch.ts'

const hosts = new Set(['i.ytimg.com', 'yt3.ggpht.com'])
const limits = { deadlineMs: 1_000, maxBytes: 10_000 }
let server: Server
let fakeUrl: string
let requests: { path: string; host: string }[]
let redirects: Record<string, string>

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push({ path, host: String(request.headers['x-original-host']) })
    const location = redirects[path]
    response.writeHead(location === undefined ? 200 : 302, location === undefined ? {} : { location }).end('here')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  fakeUrl = `http://127.0.0.1:${(server.address() as { port: number }).port}`
})
afterAll(() => server.close().closeAllConnections())
beforeEach(() => {
  requests = []
  redirects = {}
})

const reason = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'answered',
    error => (error instanceof OutboundError ? error.reason : error),
  )

describe('guardedFetch', () => {
  it.each([
    'http://i.ytimg.com/vi/a/b.jpg',
    'https://i.ytimg.com:8443/vi/a/b.jpg',
    'https://user@i.ytimg.com/vi/a/b.jpg',
    'https://user:word@i.ytimg.com/vi/a/b.jpg',
    'https://i.ytimg.com.evil.example/vi/a/b.jpg',
    'https://evil.example/i.ytimg.com',
    'https://i.ytimg.com./vi/a/b.jpg',
    'https://sub.i.ytimg.com/vi/a/b.jpg',
    'https://ytimg.com/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'file:///etc/passwd',
    'ftp://i.ytimg.com/',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'gopher://i.ytimg.com/',
    '//i.ytimg.com/vi/a/b.jpg',
    'i.ytimg.com/vi/a/b.jpg',
    '',
    'https://',
    'https://i.ytimg.com@169.254.169.254/latest/meta-data',
  ])('guardedFetch refuses %s without sending anything, even if a fake is set', async url => {
    expect(await reason(guardedFetch({ hosts })({ url, ...limits }))).toBe('refused')
    expect(await reason(guardedFetch({ hosts, fakeUrl })({ url, ...limits }))).toBe('refused')
    expect(requests).toEqual([])
  })

  it('guardedFetch sends the original host to the fake', async () => {
    const response = await guardedFetch({ hosts, fakeUrl })({ url: 'https://i.ytimg.com/vi/a/b.jpg?x=1', ...limits })
    expect(Buffer.from(response.body).toString()).toBe('here')
    expect(requests).toEqual([{ path: '/vi/a/b.jpg?x=1', host: 'i.ytimg.com' }])
  })

  it('guardedFetch follows two redirects to allowed hosts but not three [ASVS 15.3.2]', async () => {
    redirects = { '/1': '/2', '/2': 'https://yt3.ggpht.com/3' }
    expect((await guardedFetch({ hosts, fakeUrl })({ url: 'https://i.ytimg.com/1', ...limits })).status).toBe(200)
    expect(requests.map(({ host }) => host)).toEqual(['i.ytimg.com', 'i.ytimg.com', 'yt3.ggpht.com'])
    redirects = { '/1': '/2', '/2': '/3', '/3': '/4' }
    expect(await reason(guardedFetch({ hosts, fakeUrl })({ url: 'https://i.ytimg.com/1', ...limits }))).toBe('refused')
  })

  it.each(['http://169.254.169.254/latest/meta-data', 'https://127.0.0.1/', 'http://i.ytimg.com/', 'http://['])(
    'guardedFetch does not follow a redirect to %s [ASVS 13.2.4]',
    async location => {
      redirects = { '/1': location }
      expect(await reason(guardedFetch({ hosts, fakeUrl })({ url: 'https://i.ytimg.com/1', ...limits }))).toBe(
        'refused',
      )
      expect(requests).toHaveLength(1)
    },
  )

  it('guardedFetch refuses an allowed name that resolves to the local machine [ASVS 1.3.6]', async () => {
    const fetch = guardedFetch({ hosts, connector: { resolve: async () => ['127.0.0.1'] } })
    expect(await reason(fetch({ url: 'https://i.ytimg.com/vi/a/b.jpg', ...limits }))).toBe('refused')
  })
})
