import { Writable } from 'node:stream'
import { route } from '@recaps/contract/route'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { systemClock } from '../ports/clock.ts'
import { createLogger } from '../telemetry/logger.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { createLimits, memoryLimiters } from './limits.ts'
import { createRouter } from './router.ts'
import { serve } from './serve.ts'

const lines: string[] = []
const written = new Writable({
  write(line, _, done) {
    lines.push(String(line))
    done()
  },
})
const router = createRouter({
  authenticate: async token => (token === 'right' ? { userId: 7, sessionId: 1 } : null),
  limits: createLimits(memoryLimiters),
  logger: createLogger({ level: 'info', format: 'json' }, written),
  clock: systemClock,
  metrics: createMetrics(),
  trustedProxies: 1,
  headers: {},
})
const things = route({
  method: 'POST',
  path: '/api/things/{id}',
  summary: 'A thing',
  access: 'user',
  params: z.object({ id: z.string() }),
  body: z.object({ word: z.enum(['yes']) }),
  responses: { 200: z.object({}) },
})
router.bind(things, async ({ params }) => {
  if (params.id === '9') throw new AppError('not_found')
  if (params.id === '10') throw new Error('a bug')
  return {}
})
const serving = await serve(router.app.fetch as never, { host: '127.0.0.1', port: 0 })
afterAll(() => serving.close(1_000))

const call = (id: string, { token = 'right', word = 'yes' } = {}) =>
  fetch(`http://127.0.0.1:${serving.port}/api/things/${id}?word=canary`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'X-Forwarded-For': '203.0.113.77',
    },
    body: JSON.stringify({ word }),
  })

it('logs the user, network, route and code of each rejected request, but nothing that the client sent [ASVS 16.2.1, 16.2.2, 16.2.4, 16.3.2, 16.3.3]', async () => {
  const answers = [
    await call('1'),
    await call('1', { token: 'canary' }),
    await call('9'),
    await call('1', { word: 'canary\nx' }),
  ]
  expect(answers.map(answer => answer.status)).toEqual([200, 401, 404, 400])
  const logged = lines.map(line => JSON.parse(line))
  const common = {
    level: 'info',
    method: 'POST',
    route: '/api/things/:id',
    network: '203.0.113.0/24',
    msg: 'request refused',
  }
  expect(logged).toEqual(
    [
      { code: 'unauthorized', userId: null },
      { code: 'not_found', userId: 7 },
      { code: 'invalid_request', userId: 7 },
    ].map((fields, index) => ({
      ...common,
      ...fields,
      requestId: answers[index + 1]!.headers.get('x-request-id'),
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })),
  )
  expect(lines.join('')).not.toContain('canary')
  expect(lines.every(line => line.trim().split('\n').length === 1)).toBe(true)
})

it('logs an unexpected error with the request id of the response, which contains no details [ASVS 16.5.1]', async () => {
  lines.length = 0
  const answer = await call('10')
  const { error, code, requestId } = (await answer.json()) as Record<string, string>
  expect([answer.status, code]).toEqual([500, 'internal'])
  expect(error).not.toContain('a bug')
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'error', requestId, err: { message: 'a bug' } })
})
