import { describe, expect, it } from 'vitest'
import { contractRoutes } from '../src/http/api-document.ts'
import { type Call, createApiCaller, json, withToken } from './calls.ts'
import { silentSpeech } from './silent-speech.ts'
import { useServer } from './start-server.ts'
import { callName, validRequests } from './valid-requests.ts'

describe('ownership of data', async () => {
  const test = await useServer({ ports: { speech: silentSpeech } })
  const ask = createApiCaller(test.url)
  const other = await test.newUser()
  const withIds = contractRoutes().filter(({ path }) => path.includes('{'))
  const owned = withIds.map(callName).filter(name => !validRequests[name]?.isByKey)

  it('every call with an id in its path has an ownership test [ASVS 8.2.2]', () => {
    expect(withIds.map(callName).filter(name => !validRequests[name]?.subject)).toEqual([])
  })

  it.each(owned)(
    '%s: serves only the owner, and answers others as if the data did not exist [ASVS 7.5.2, 8.2.2, 8.3.1] [threat 7]',
    async name => {
      const { subject, query = '', body, acceptsUnknownIds } = validRequests[name]!
      const [method, path] = name.split(' ') as [string, string]
      const owner = await test.newUser()
      const id = await subject!(owner, test)
      const call = (which: string | number, as: Call) => ask(path.replace(/\{\w+\}/, String(which)) + query, as)
      const request: Call = body ? json(body(owner, id), { method }) : { method }
      const comparable = (answer: Awaited<ReturnType<typeof call>>) => [
        answer.status,
        answer.text.replace(answer.headers.get('x-request-id') ?? '', 'id'),
      ]

      const foreign = await call(id, withToken(other.token, request))
      expect(comparable(foreign)).toEqual(comparable(await call('987654321', withToken(other.token, request))))
      if (!acceptsUnknownIds) expect(foreign.json).toMatchObject({ code: 'not_found' })
      expect((await call(id, request)).json).toMatchObject({ code: 'unauthorized' })
      expect((await call(id, withToken('a'.repeat(43), request))).json).toMatchObject({ code: 'unauthorized' })
      // The calls of the other user changed nothing. Checked last, because the owner's call may delete the data.
      expect((await call(id, withToken(owner.token, request))).status).toBeLessThan(300)
    },
  )

  it('cookies do not authenticate: every call that needs a user is refused without a bearer token [ASVS 3.3.1, 3.5.1] [threat 16]', async () => {
    for (const { access, method, path } of contractRoutes().filter(route => route.access === 'user')) {
      const address = path.replace(/\{\w+\}/, '1')
      const refused = await ask(address, {
        method,
        headers: { Cookie: `authToken=${other.token}; session=${other.token}` },
      })
      expect([access, method, path, refused.json?.code]).toEqual([access, method, path, 'unauthorized'])
    }
  })
})
