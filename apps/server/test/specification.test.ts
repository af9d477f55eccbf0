import { describe, expect, it } from 'vitest'
import { contractCalls } from '../src/http/api-document.ts'
import { createApiCaller, json, withToken } from './calls.ts'
import { silentSpeech } from './silent-speech.ts'
import { useServer } from './start-server.ts'

/** Every call in the specification (§7), an error it documents, and a body that causes it. The default body `[]` is invalid everywhere. */
const specified: [call: string, documented?: number, body?: object][] = [
  ['POST /api/auth/login', 401, { email: 'nobody@example.com', password: 'not the password' }],
  ['POST /api/auth/register', 400],
  ['POST /api/auth/request-password-reset', 400],
  ['POST /api/auth/reset-password', 400],
  ['GET /api/auth/google', 401],
  ['POST /api/auth/apple', 401, { identityToken: 'no.such.token', nonce: 'no such nonce at all' }],
  ['GET /api/users/profile'],
  ['PUT /api/users/profile'],
  ['PUT /api/users/password'],
  ['POST /api/users/profile-picture-upload-url'],
  ['POST /api/users/profile-picture/upload-url'],
  ['PUT /api/users/profile-picture'],
  ['GET /api/schedules'],
  ['POST /api/schedules', 400],
  ['GET /api/schedules/{id}', 404],
  ['PUT /api/schedules/{id}', 404, { frequency: 'daily' }],
  ['DELETE /api/schedules/{id}', 404],
  ['GET /api/summaries'],
  ['GET /api/summaries/{id}', 404],
  ['GET /api/summaries/s/{id}', 404],
  ['POST /api/summaries', 400],
  ['DELETE /api/summaries/{id}', 404],
  ['GET /api/summaries/most-viewed', 400],
  ['POST /api/summaries/{id}/view'],
  ['GET /api/subscriptions'],
  ['POST /api/subscriptions/purchase'],
  ['POST /api/subscriptions/cancel'],
  ['POST /api/subscriptions/create-stripe-payment-intent'],
  ['POST /api/subscriptions/webhook'],
  ['POST /api/notifications/register-token'],
  ['POST /api/notifications/subscribe'],
  ['POST /api/notifications/unsubscribe'],
  ['POST /api/notifications/test'],
  ['GET /api/youtube/channels', 401],
  ['GET /api/youtube/videos', 401],
  ['GET /api/youtube/proxy-thumbnail', 401],
  ['POST /api/feedback'],
  ['GET /health'],
  ['GET /health/version'],
]

describe('the calls of the specification', async () => {
  const test = await useServer({ ports: { speech: silentSpeech } })
  const ask = createApiCaller(test.url)
  const { token } = await test.newUser()
  const contractPaths = contractCalls().map(call => call.replace(/\{\w+\}/, '{id}'))

  const probe = async (call: string, { isSignedIn = true, slash = '', body = [] as object } = {}) => {
    const [method, path] = call.split(' ') as [string, string]
    const request = method === 'GET' || method === 'DELETE' ? { method } : json(body, { method })
    const address = path.replace('{id}', '999999999') + slash
    return await ask(address, isSignedIn ? withToken(token, request) : request)
  }

  it.each(specified.map(([call]) => call))('%s answers, with and without a trailing slash', async call => {
    expect(contractPaths).toContain(call)
    const [plain, slashed] = [await probe(call), await probe(call, { slash: '/' })]
    expect([slashed.status, slashed.json?.code]).toEqual([plain.status, plain.json?.code])
    expect(plain.status).toBeLessThan(500)
  })

  it.each(specified.flatMap(([call, status, body]) => (status ? [{ call, status, body }] : [])))(
    '$call returns its documented error $status [spec 8.6, 8.8]',
    async ({ call, status, body }) => {
      const answers = [
        await probe(call, body ? { body } : {}),
        await probe(call, { isSignedIn: false, ...(body ? { body } : {}) }),
      ]
      const refused = answers.find(answer => answer.status === status)
      expect(refused?.json).toEqual({
        error: expect.stringMatching(/\w/),
        code: expect.any(String),
        requestId: refused?.headers.get('x-request-id'),
      })
    },
  )
})
