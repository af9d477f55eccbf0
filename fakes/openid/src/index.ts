import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { decodeJwt, type JWTPayload } from 'jose'
import type { Provider } from 'oidc-provider'
import { consentPage } from './consent-page.ts'
import { createFaultRegistry, type Endpoint, type Fault, sendFault } from './faults.ts'
import { createToken, type Forgery, newSigningKey } from './forge.ts'
import { createGrantStore, type Grant, type SignInKey } from './grants.ts'
import { createClaims, type Person, people as somePeople } from './people.ts'
import { type Client, createProvider } from './provider.ts'

export type { Endpoint, Fault } from './faults.ts'
export { type Forgery, forgeries } from './forge.ts'
export { type Grant, newSignInKey, type SignInKey } from './grants.ts'
export type { Person } from './people.ts'

export interface FakeOpenidConfig {
  kind: 'google' | 'apple'
  client: Client
  /** Apple only: the key that authenticates the client when it redeems codes and revokes tokens. */
  signInKey?: SignInKey
  /** Apple only: client ids of the native apps. */
  appClientIds?: readonly string[]
  /** 0 (the default) takes a free port. */
  port?: number
  /** Clock for the timestamps in tokens; by default the system clock. */
  clock?: { now(): Date }
}

export interface FakeOpenid {
  /** Value for `GOOGLE_ISSUER` or `APPLE_ISSUER`. */
  issuer: string
  /** Adds a person to the consent page. */
  addPerson(person: Partial<Person>): Person
  /** Forges all tokens issued from now on in this way; undefined issues valid ones again. */
  forge(forgery: Forgery | undefined): void
  /** An identity token as native sign-in on a phone returns it, with the nonce of the request. */
  identityToken(of: { person: Person; audience: string; nonce: string }, forgery?: Forgery): Promise<string>
  /** An authorization code as native sign-in on a phone returns it with the token. */
  code(of: { person: Person; audience: string }): string
  /** All redeemed codes, and whether their tokens were revoked. */
  grants: readonly Grant[]
  /** Signs with a new key from now on; the old one is no longer published. */
  rotateKeys(): Promise<void>
  fault(endpoint: Endpoint, fault: Fault): void
  clearFaults(): void
  /** Paths of all requests so far, without query. */
  requests: string[]
  close(): Promise<void>
}

/** Starts a fake of Google's or Apple's sign-in: the real protocol with made-up people. */
export async function startFakeOpenid(config: FakeOpenidConfig): Promise<FakeOpenid> {
  const { kind, client, port = 0, clock } = config
  const people = new Map(somePeople.map(person => [person.id, person]))
  const faults = createFaultRegistry()
  const requests: string[] = []
  let forgery: Forgery | undefined
  let keys = 1
  let key = await newSigningKey('key-1')
  let provider: Provider

  const server = createServer((request, response) => {
    answer(request, response).catch(error => {
      console.error(error)
      response.destroy()
    })
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`
  const reopen = () => {
    provider = createProvider({ kind, issuer, client, key, people })
  }
  reopen()
  const grantStore = createGrantStore({
    issuer,
    key: config.signInKey,
    clientIds: [client.clientId, ...(config.appClientIds ?? [])],
    now: () => clock?.now() ?? new Date(),
    identityToken: (person, audience) =>
      identityToken({ person: people.get(person)!, audience, nonce: 'not asked for' }),
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', issuer).pathname
    requests.push(path)
    const fault = faults.take(path)
    if (fault) return sendFault(fault, response)
    if (path === '/fake/grants') return void response.end(JSON.stringify(grantStore.grants))
    if (path === '/fake/identity-token') return await tokenForPhone(request, response)
    if (path.startsWith('/consent/')) return await consent(request, response, path)
    if (kind === 'apple' && (path === '/token' || path === '/token/revocation')) {
      const form = new URLSearchParams(await textOf(request))
      const [status, body] = await (path === '/token' ? grantStore.redeem(form) : grantStore.revoke(form))
      return void response
        .writeHead(status, { 'Content-Type': 'application/json' })
        .end(body === null ? '' : JSON.stringify(body))
    }
    // Without cookies, no earlier sign-in is remembered.
    if (path === '/auth') delete request.headers.cookie
    rewriteBody(response, async body => {
      const completed = kind === 'apple' ? asApplePosts(body) : body
      return forgery || aheadSeconds() > 0 ? await reissueToken(completed) : completed
    })
    await provider.callback()(request, response)
  }

  async function consent(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    if (request.method === 'GET') {
      const page = consentPage(kind === 'google' ? 'Google' : 'Apple', path, people.values())
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page)
      return
    }
    const chosen = new URLSearchParams(await textOf(request)).get('person')
    await provider.interactionFinished(
      request,
      response,
      chosen === null
        ? { error: 'access_denied', error_description: 'The person declined' }
        : { select_account: {}, login: { accountId: chosen, remember: false }, consent: {} },
    )
  }

  /** Apple sends the name next to the token, in the form that the browser posts. The code is replaced by one that `/token` redeems. */
  function asApplePosts(body: string): string {
    const token = jwtIn(body)
    if (!token) return body
    const { sub } = decodeJwt(token)
    return body
      .replace(
        /(name="code" value=")[^"]*/,
        (_, start) => start + grantStore.mint(sub!, client.clientId, client.redirectUris[0]!),
      )
      .replace('</form>', `${nameInput(people.get(sub!))}</form>`)
  }

  /** Native sign-in of a phone: takes `{ person: id, audience, nonce }`, returns the token, and the code in a header. */
  async function tokenForPhone(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { person: id, audience, nonce } = JSON.parse(await textOf(request)) as Record<string, string>
    const person = people.get(id ?? '')
    if (!person || !audience || !nonce) return void response.writeHead(400).end()
    response.setHeader('X-Authorization-Code', grantStore.mint(person.id, audience, null))
    response.end(await identityToken({ person, audience, nonce }))
  }

  async function identityToken(
    { person, audience, nonce }: { person: Person; audience: string; nonce: string },
    defect?: Forgery,
  ): Promise<string> {
    const iat = Math.floor(Date.now() / 1000) + aheadSeconds()
    const claims = { iss: issuer, aud: audience, iat, exp: iat + 600, nonce, ...createClaims(person, kind) }
    return await createToken(claims, key, defect)
  }

  /** oidc-provider uses the system clock and issues valid tokens: sign the token again with our clock and forgery. */
  async function reissueToken(body: string): Promise<string> {
    const token = jwtIn(body)
    return token
      ? body.replace(token, await createToken(shiftTimes(decodeJwt(token), aheadSeconds()), key, forgery))
      : body
  }

  const aheadSeconds = () => (clock ? Math.round((clock.now().getTime() - Date.now()) / 1000) : 0)

  return {
    issuer,
    requests,
    addPerson(partial) {
      const id = partial.id ?? `fake-${people.size + 1}`
      const person = { id, givenName: 'Some', familyName: 'Body', email: null, isEmailVerified: true, ...partial }
      people.set(id, person)
      return person
    },
    forge: next => {
      forgery = next
    },
    identityToken,
    code: ({ person, audience }) => grantStore.mint(person.id, audience, null),
    grants: grantStore.grants,
    async rotateKeys() {
      key = await newSigningKey(`key-${++keys}`)
      reopen()
    },
    fault: faults.inject,
    clearFaults: faults.clear,
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const shiftTimes = (claims: JWTPayload, bySeconds: number): JWTPayload => {
  const times = (['iat', 'exp', 'auth_time'] as const).filter(name => typeof claims[name] === 'number')
  return { ...claims, ...Object.fromEntries(times.map(name => [name, Number(claims[name]) + bySeconds])) }
}

const jwtIn = (body: string): string | undefined => /eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/.exec(body)?.[0]

function nameInput(person: Person | undefined): string {
  if (!person) return ''
  const user = JSON.stringify({
    name: { firstName: person.givenName, lastName: person.familyName },
    email: person.email,
  })
  return `<input type="hidden" name="user" value="${user.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"/>`
}

/** Rewrites the response body before it is sent. Koa passes the complete body to `end`. */
function rewriteBody(response: ServerResponse, change: (body: string) => Promise<string>): void {
  const end = response.end.bind(response)
  response.end = ((body?: unknown) => {
    if (typeof body !== 'string') return end(body as never)
    void change(body).then(changed => {
      response.setHeader('Content-Length', Buffer.byteLength(changed))
      end(changed)
    })
    return response
  }) as typeof response.end
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
