import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ApiError, createClient, queryString } from './client.ts'

/** What the server answers next, and what it was asked. */
const answer = { status: 200, body: '{}' as string | null, isSilent: false }
let asked: Pick<IncomingMessage, 'url' | 'method' | 'headers'> & { body: string }
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  asked = { url: request.url, method: request.method, headers: request.headers, body }
  if (answer.isSilent) return
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
})
let baseUrl = ''
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => void Object.assign(answer, { status: 200, body: '{}', isSilent: false }))

const open = (options: { token?: string; version?: string; onSessionLost?(): void } = {}) => {
  const { token = '', ...rest } = options
  return createClient({ baseUrl, token: () => token, ...rest })
}
const refused = (call: Promise<unknown>) => call.then(Promise.reject, (error: ApiError) => error)

describe('a call', () => {
  it('carries the bearer token, Accept and a JSON body, and the version 1.0.0 unless another is wanted [spec 9.22]', async () => {
    await open({ token: 'secret' }).users.changeProfile({ body: { firstName: 'Ada', lastName: 'Lovelace' } })
    expect(asked).toMatchObject({ method: 'PUT', url: '/api/users/profile' })
    expect(asked.headers).toMatchObject({
      authorization: 'Bearer secret',
      accept: 'application/json',
      'content-type': 'application/json',
      'x-api-version': '1.0.0',
    })
    expect(JSON.parse(asked.body)).toEqual({ firstName: 'Ada', lastName: 'Lovelace' })
    await open({ version: '2.1.0' }).health.status()
    expect(asked.headers['x-api-version']).toBe('2.1.0')
  })

  it('has an empty bearer token where there is none', async () => {
    await open().health.status()
    expect(asked.headers.authorization?.trim()).toBe('Bearer')
  })

  it('includes credentials [spec 9.22]', async () => {
    const send = vi.fn(fetch)
    await createClient({ baseUrl, token: () => '', fetch: send }).health.status()
    expect(send.mock.lastCall?.[1]).toMatchObject({ credentials: 'include' })
  })

  it('has its placeholders encoded', async () => {
    await open().summaries.shared({ params: { token: 'a/b?c d' } })
    expect(asked.url).toBe('/api/summaries/s/a%2Fb%3Fc%20d')
  })

  it('has no body to give where the answer is 204 [spec 8.5]', async () => {
    Object.assign(answer, { status: 204, body: null })
    expect(await open().auth.logout()).toBeUndefined()
  })

  it('that is cancelled reads "Request aborted" [spec 8.7]', async () => {
    answer.isSilent = true
    const abort = new AbortController()
    const call = refused(open().health.status({}, { signal: abort.signal }))
    abort.abort()
    expect(await call).toMatchObject({ name: 'CancelError', message: 'Request aborted' })
  })
})

describe('a query', () => {
  it('repeats the keys of lists and nests by brackets', () => {
    expect(queryString({ a: [1, 2], b: { c: 3, d: { e: 'x y' } }, f: null, g: undefined, h: '&=' })).toBe(
      '?a=1&a=2&b%5Bc%5D=3&b%5Bd%5D%5Be%5D=x%20y&h=%26%3D',
    )
    expect(queryString({})).toBe('')
  })
})

describe('an answer that is not ok', () => {
  it.each([
    [400, 'Bad Request'],
    [401, 'Unauthorized'],
    [403, 'Forbidden'],
    [404, 'Not Found'],
    [500, 'Internal Server Error'],
    [502, 'Bad Gateway'],
    [503, 'Service Unavailable'],
    [409, 'Generic Error'],
    [418, 'Generic Error'],
    [504, 'Generic Error'],
  ])('of status %i reads %s [spec 8.4]', async (status, message) => {
    answer.status = status
    expect(await refused(open().health.status())).toMatchObject({ message, status })
  })

  it('carries url, status, statusText, body and request [spec 8.3]', async () => {
    const body = { error: 'Choose another.', code: 'invalid_request', requestId: 'r1' }
    Object.assign(answer, { status: 400, body: JSON.stringify(body) })
    const request = { subject: 'Hello', message: 'There' }
    expect(await refused(open().feedback.send({ body: request }))).toMatchObject({
      url: `${baseUrl}/api/feedback`,
      status: 400,
      statusText: 'Bad Request',
      body,
      request: { method: 'POST', path: '/api/feedback', body: request },
    })
  })

  it('without a body that can be read has none', async () => {
    Object.assign(answer, { status: 502, body: '<html>' })
    expect(await refused(open().health.status())).toMatchObject({ message: 'Bad Gateway', body: null })
  })
})

describe('a session', () => {
  type Client = ReturnType<typeof createClient>
  const ofSession: [string, (client: Client) => Promise<unknown>][] = [
    ['user', client => client.users.profile()],
    ['log-in', client => client.auth.login({ body: { email: 'a@b.cd', password: 'x' } })],
    ['password', client => client.users.changePassword({ body: { currentPassword: 'x', newPassword: 'y' } })],
    ['forgotten password', client => client.auth.requestPasswordReset({ body: { email: 'a@b.cd' } })],
    ['new password', client => client.auth.resetPassword({ body: { token: 'x', newPassword: 'y' } })],
  ]
  const outcomes = ofSession.flatMap(([name, call]) => [401, 404].map(status => ({ name, call, status })))

  it.each(outcomes)('is lost by a $status on a $name call [spec 4.4, 8.2]', async ({ call, status }) => {
    answer.status = status
    const onSessionLost = vi.fn()
    await refused(call(open({ onSessionLost })))
    expect(onSessionLost).toHaveBeenCalledOnce()
  })

  it.each([400, 403, 429, 500, 503])('is not lost by a %i', async status => {
    answer.status = status
    const onSessionLost = vi.fn()
    await refused(open({ onSessionLost }).users.profile())
    expect(onSessionLost).not.toHaveBeenCalled()
  })

  it('is not lost by what another call is refused [spec 4.5]', async () => {
    const onSessionLost = vi.fn()
    for (answer.status of [401, 404]) await refused(open({ onSessionLost }).summaries.list())
    expect(onSessionLost).not.toHaveBeenCalled()
  })
})
