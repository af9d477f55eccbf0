import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ApiError, createClient, queryString } from './client.ts'

/** The next response of the test server, and the last request it received. */
const nextResponse = { status: 200, body: '{}' as string | null, isSilent: false }
let received: Pick<IncomingMessage, 'url' | 'method' | 'headers'> & { body: string }
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  received = { url: request.url, method: request.method, headers: request.headers, body }
  if (nextResponse.isSilent) return
  response.writeHead(nextResponse.status, { 'content-type': 'application/json' }).end(nextResponse.body)
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
beforeEach(() => void Object.assign(nextResponse, { status: 200, body: '{}', isSilent: false }))

const open = (options: { token?: string; version?: string; onSessionLost?(): void } = {}) => {
  const { token = '', ...rest } = options
  return createClient({ baseUrl, token: () => token, ...rest })
}
const rejection = (call: Promise<unknown>) => call.then(Promise.reject, (error: ApiError) => error)

describe('an API call', () => {
  it('sends the bearer token, Accept, a JSON body and API version 1.0.0 unless another is configured [spec 9.22]', async () => {
    await open({ token: 'secret' }).users.changeProfile({ body: { firstName: 'Ada', lastName: 'Lovelace' } })
    expect(received).toMatchObject({ method: 'PUT', url: '/api/users/profile' })
    expect(received.headers).toMatchObject({
      authorization: 'Bearer secret',
      accept: 'application/json',
      'content-type': 'application/json',
      'x-api-version': '1.0.0',
    })
    expect(JSON.parse(received.body)).toEqual({ firstName: 'Ada', lastName: 'Lovelace' })
    await open({ version: '2.1.0' }).health.status()
    expect(received.headers['x-api-version']).toBe('2.1.0')
  })

  it('sends an empty bearer token when there is no session', async () => {
    await open().health.status()
    expect(received.headers.authorization?.trim()).toBe('Bearer')
  })

  it('sends requests with credentials included [spec 9.22]', async () => {
    const send = vi.fn(fetch)
    await createClient({ baseUrl, token: () => '', fetch: send }).health.status()
    expect(send.mock.lastCall?.[1]).toMatchObject({ credentials: 'include' })
  })

  it('encodes path placeholders', async () => {
    await open().summaries.shared({ params: { token: 'a/b?c d' } })
    expect(received.url).toBe('/api/summaries/s/a%2Fb%3Fc%20d')
  })

  it('resolves to undefined for a 204 response [spec 8.5]', async () => {
    Object.assign(nextResponse, { status: 204, body: null })
    expect(await open().auth.logout()).toBeUndefined()
  })

  it('rejects an aborted request with "Request aborted" [spec 8.7]', async () => {
    nextResponse.isSilent = true
    const abort = new AbortController()
    const call = rejection(open().health.status({}, { signal: abort.signal }))
    abort.abort()
    expect(await call).toMatchObject({ name: 'CancelError', message: 'Request aborted' })
  })
})

describe('a query string', () => {
  it('repeats keys for lists and uses brackets for nested objects', () => {
    expect(queryString({ a: [1, 2], b: { c: 3, d: { e: 'x y' } }, f: null, g: undefined, h: '&=' })).toBe(
      '?a=1&a=2&b%5Bc%5D=3&b%5Bd%5D%5Be%5D=x%20y&h=%26%3D',
    )
    expect(queryString({})).toBe('')
  })
})

describe('an error response', () => {
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
  ])('maps HTTP status %i to the error message "%s" [spec 8.4]', async (status, message) => {
    nextResponse.status = status
    expect(await rejection(open().health.status())).toMatchObject({ message, status })
  })

  it('puts url, status, statusText, body and request on the error [spec 8.3]', async () => {
    const body = { error: 'Choose another.', code: 'invalid_request', requestId: 'r1' }
    Object.assign(nextResponse, { status: 400, body: JSON.stringify(body) })
    const request = { subject: 'Hello', message: 'There' }
    expect(await rejection(open().feedback.send({ body: request }))).toMatchObject({
      url: `${baseUrl}/api/feedback`,
      status: 400,
      statusText: 'Bad Request',
      body,
      request: { method: 'POST', path: '/api/feedback', body: request },
    })
  })

  it('sets the error body to null if the response is not JSON', async () => {
    Object.assign(nextResponse, { status: 502, body: '<html>' })
    expect(await rejection(open().health.status())).toMatchObject({ message: 'Bad Gateway', body: null })
  })
})

describe('session loss', () => {
  type Client = ReturnType<typeof createClient>
  const sessionCalls: [string, (client: Client) => Promise<unknown>][] = [
    ['user', client => client.users.profile()],
    ['login', client => client.auth.login({ body: { email: 'a@b.cd', password: 'x' } })],
    ['password', client => client.users.changePassword({ body: { currentPassword: 'x', newPassword: 'y' } })],
    ['forgotten password', client => client.auth.requestPasswordReset({ body: { email: 'a@b.cd' } })],
    ['new password', client => client.auth.resetPassword({ body: { token: 'x', newPassword: 'y' } })],
  ]
  const outcomes = sessionCalls.flatMap(([name, call]) => [401, 404].map(status => ({ name, call, status })))

  it.each(outcomes)(
    'reports a lost session after a $status on a $name call [spec 4.4, 8.2]',
    async ({ call, status }) => {
      nextResponse.status = status
      const onSessionLost = vi.fn()
      await rejection(call(open({ onSessionLost })))
      expect(onSessionLost).toHaveBeenCalledOnce()
    },
  )

  it.each([400, 403, 429, 500, 503])('keeps the session after a %i on a user call', async status => {
    nextResponse.status = status
    const onSessionLost = vi.fn()
    await rejection(open({ onSessionLost }).users.profile())
    expect(onSessionLost).not.toHaveBeenCalled()
  })

  it('keeps the session after a 401 or 404 on any other call [spec 4.5]', async () => {
    const onSessionLost = vi.fn()
    for (nextResponse.status of [401, 404]) await rejection(open({ onSessionLost }).summaries.list())
    expect(onSessionLost).not.toHaveBeenCalled()
  })
})
