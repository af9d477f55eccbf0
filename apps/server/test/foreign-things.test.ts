import type { RouteDefinition } from '@recaps/contract/route'
import { beforeAll, describe, expect, it } from 'vitest'
import { contractRoutes } from '../src/http/api-document.ts'
import { callsTo, json, withToken } from './calls.ts'
import { silence } from './silence.ts'
import { type TestUser, useServer } from './start-server.ts'
import { readableSummary } from './waiting.ts'

/** What each call about one thing is sent. A new call with an id fails here until it has its line. */
const bodies: Record<string, object | undefined> = {
  'DELETE /api/users/sessions/{id}': undefined,
  'GET /api/summaries/{id}': undefined,
  'PATCH /api/summaries/{id}': { listenedMs: 4_321, shared: true },
  'DELETE /api/summaries/{id}': undefined,
  'POST /api/summaries/{id}/restore': undefined,
  'POST /api/summaries/{id}/cancel': undefined,
  'POST /api/summaries/{id}/retry': undefined,
  'GET /api/summaries/{id}/transcript': undefined,
  'GET /api/summaries/{id}/export': undefined,
  'POST /api/summaries/{id}/view': undefined,
  'GET /api/schedules/{id}': undefined,
  'PUT /api/schedules/{id}': { disabled: true },
  'DELETE /api/schedules/{id}': undefined,
}
const queries: Record<string, string> = { 'GET /api/summaries/{id}/export': '?format=txt' }
/** Named by nothing that can be counted up: who has the token may. `sharing.test.ts` and `visibility.test.ts` are about these. */
const byToken = ['GET /api/summaries/s/{token}', 'POST /api/summaries/s/{token}/view']

const callOf = (route: RouteDefinition) => `${route.method} ${route.path}`
const aboutOne = contractRoutes().filter(route => route.path.includes('{'))
const missing = 987_654_321

describe('a thing of somebody else', async () => {
  const test = await useServer({ ports: { speech: silence } })
  const ask = callsTo(test.url)
  const ids: Record<string, number> = {}
  let owner: TestUser
  let other: TestUser

  beforeAll(async () => {
    owner = await test.newUser()
    other = await test.newUser()
    const id = `UC${'0'.repeat(22)}`
    const picture = 'https://yt3.ggpht.com/a=s88'
    const thumbnails = { default: picture, medium: picture, high: picture }
    const body = { channelList: [{ id, title: 'A channel', description: '', thumbnails }] }
    ids['/api/schedules'] = (await owner.client.schedules.create({ body })).id
    ids['/api/summaries'] = (await readableSummary(owner.client, 'Sli7FA6EbqI')).id
    ids['/api/users/sessions'] = (await owner.client.users.sessions()).data[0]!.id
  }, 120_000)

  const send = (route: RouteDefinition, id: number, token?: string) => {
    const call = callOf(route)
    const wish = bodies[call] ? json(bodies[call], { method: route.method }) : { method: route.method }
    const path = route.path.replace('{id}', String(id)) + (queries[call] ?? '')
    return ask(path, token === undefined ? wish : withToken(token, wish))
  }
  const idOf = (route: RouteDefinition) => ids[route.path.slice(0, route.path.indexOf('/{'))]!

  it('is met by every call of the contract that names one thing', () => {
    expect(aboutOne.map(callOf).sort()).toEqual([...Object.keys(bodies), ...byToken].sort())
  })

  it.each(Object.keys(bodies))('is answered like nothing at all, byte for byte: %s', async call => {
    const route = aboutOne.find(one => callOf(one) === call)!
    const theirs = await send(route, idOf(route), other.token)
    const none = await send(route, missing, other.token)
    const bare = ({ status, text }: typeof theirs) => [status, text.replace(/"requestId":"[^"]*"/, '')]
    expect(bare(theirs)).toEqual(bare(none))
    // Ending a session that is not there is done already.
    expect(theirs.status).toBe(route.path.startsWith('/api/users/') ? 204 : 404)
    expect((await send(route, idOf(route))).status).toBe(401)
    expect((await send(route, idOf(route), 'x'.repeat(43))).status).toBe(401)
  })

  it('is as it was after all of that', async () => {
    const summary = await owner.client.summaries.detail({ params: { id: ids['/api/summaries']! } })
    expect(['readable', 'ready']).toContain(summary.state)
    expect(JSON.stringify(summary)).not.toContain('4321')
    expect(summary.shareToken).toBeNull()
    const schedule = await owner.client.schedules.detail({ params: { id: ids['/api/schedules']! } })
    expect(schedule.disabled).toBe(false)
    expect((await owner.client.users.sessions()).data).toHaveLength(1)
  })
})
