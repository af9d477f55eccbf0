import { createServer } from 'node:net'
import { type FakeOpenid, newSignInKey, startFakeOpenid } from '@recaps/fake-openid'
import { afterAll, beforeEach } from 'vitest'
import { systemClock } from '../src/ports/clock.ts'
import { silentSpeech } from './silent-speech.ts'
import { type DatabaseKind, startServer, type TestServer, type TestServerOptions } from './start-server.ts'

export interface SignInServer extends TestServer {
  /** Address for browsers. The fakes are at 127.0.0.1, which is another site. */
  site: string
  google: FakeOpenid
  apple: FakeOpenid
}

export const appleApps = ['app.recaps.ios', 'app.recaps.mac']
/** Android requests tokens for the client id of browsers, iOS for its own. */
export const googleApps = ['recaps-web', 'recaps-ios.apps.googleusercontent.com']

export const hasSignIns = (test: TestServer): test is SignInServer => 'apple' in test

/** A server with both sign-ins and the fakes of both providers. */
export async function startSignInServer(
  database: DatabaseKind = 'embedded',
  options: TestServerOptions = {},
): Promise<SignInServer> {
  const port = await freePort()
  const site = `http://localhost:${port}`
  // The providers use the server's clock.
  const clock = { now: () => test?.server.services.clock.now() ?? systemClock.now() }
  let test: TestServer | undefined
  const signInKey = newSignInKey()
  const [google, apple] = await Promise.all([
    startFakeOpenid({
      clock,
      kind: 'google',
      client: { clientId: 'recaps-web', clientSecret: 'kept by the server', redirectUris: [`${site}/google`] },
    }),
    startFakeOpenid({
      ...{ clock, kind: 'apple', signInKey, appClientIds: appleApps },
      client: { clientId: 'app.recaps.web', redirectUris: [`${site}/apple`] },
    }),
  ])
  test = await startServer({
    ...options,
    database,
    ports: { speech: silentSpeech },
    env: {
      PORT: String(port),
      PUBLIC_URL: site,
      GOOGLE_CLIENT_ID: 'recaps-web',
      GOOGLE_CLIENT_SECRET: 'kept by the server',
      GOOGLE_ISSUER: google.issuer,
      GOOGLE_APP_CLIENT_IDS: googleApps[1]!,
      APPLE_CLIENT_ID: appleApps.join(','),
      APPLE_SERVICES_ID: 'app.recaps.web',
      APPLE_ISSUER: apple.issuer,
      APPLE_TEAM_ID: signInKey.teamId,
      APPLE_SIGN_IN_KEY_ID: signInKey.keyId,
      APPLE_SIGN_IN_KEY: signInKey.pem,
      ...options.env,
    },
  })
  const { stop } = test
  return {
    ...test,
    site,
    google,
    apple,
    async stop() {
      await stop()
      await Promise.all([google.close(), apple.close()])
    },
  }
}

/** A server for all tests of the file. The fakes are reset before each test. */
export async function useSignInServer(database?: DatabaseKind, options?: TestServerOptions): Promise<SignInServer> {
  const test = await startSignInServer(database, options)
  beforeEach(() => {
    for (const fake of [test.google, test.apple]) {
      fake.clearFaults()
      fake.forge(undefined)
    }
  })
  afterAll(() => test.stop())
  return test
}

/** A port that was free a moment ago. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
