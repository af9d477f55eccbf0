import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startFakePush } from '@recaps/fake-push'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type PushKillPoint, pushKillPoints } from '../src/features/notifications/kill-points.ts'
import { forkServer, type ServerProcess } from './server-process.ts'
import { password } from './start-server.ts'
import { eventually } from './wait-for.ts'

describe('a server that is killed while sending a push notification, on the embedded database', {
  timeout: 300_000,
}, async () => {
  const [youtube, fake] = await Promise.all([startFakeYoutube(), startFakePush()])
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-push-kill-'))
  cpSync(inject('template'), dataDir, { recursive: true })
  const env = {
    DATA_DIR: dataDir,
    YOUTUBE_URL: youtube.url,
    THREADS: '1',
    PUSH_URL: fake.url,
    MAIL_RETRY_SECONDS: '1',
  }
  let server: ServerProcess

  /** Sends a push notification to a new user, kills the server at the point, and restarts it. */
  async function dieAt(point: PushKillPoint, tag: string) {
    const { token, user } = await server.client('').auth.register({ body: { email: `${tag}@example.com`, password } })
    const browser = fake.browser()
    const body = { token: browser.subscription, platform: 'web' } as const
    await server.client(token).notifications.registerToken({ body })
    server.dieAt(point)
    server.sendPush(user.id, { title: 'A digest', body: tag, path: '/', topic: 'digest', tag })
    expect(await server.ended).toEqual({ code: null, signal: 'SIGKILL' })
    server = await forkServer(env).serving
    return browser
  }
  const quietPeriod = () => new Promise(resolve => setTimeout(resolve, 3_000))

  beforeAll(async () => {
    server = await forkServer(env).serving
  }, 300_000)
  afterAll(async () => {
    await server?.kill('SIGKILL')
    await Promise.all([youtube.close(), fake.close()])
    rmSync(dataDir, { recursive: true, force: true })
  })

  it.each(['push-begun', 'push-accepted', 'push-sent'] as const)(
    'a server killed at %s still shows the push notification, and only once',
    async point => {
      const { shown, arrived } = await dieAt(point, point)
      // After a crash between the push service's reply and our database update, the message is sent again and replaces the first.
      const times = point === 'push-accepted' ? 2 : 1
      await eventually(
        async () => arrived.length,
        count => count >= times,
      )
      await quietPeriod()
      expect(arrived).toHaveLength(times)
      expect(shown).toEqual([expect.objectContaining({ body: point, tag: point })])
    },
  )

  /** Kills the server while the push service refuses every message. Returns how many requests the service got in total. */
  async function refusedAt(point: PushKillPoint, tag: string) {
    const lift = fake.fault({ kind: 'status', status: 503 })
    const before = fake.requests.length
    const { arrived } = await dieAt(point, tag)
    await eventually(
      async () => fake.requests.length - before,
      requests => requests >= 2,
    )
    await quietPeriod()
    lift()
    await quietPeriod()
    return { requests: fake.requests.length - before, arrived }
  }

  it('a crash does not count as an attempt: a push message that is refused afterwards is still retried once', async () => {
    expect(await refusedAt('push-begun', 'counted')).toEqual({ requests: 2, arrived: [] })
  })

  it.each(['push-put-off', 'push-failed'] as const)(
    'a server killed at %s keeps the result of a refused push message',
    async point => {
      expect(await refusedAt(point, point)).toEqual({ requests: 2, arrived: [] })
    },
  )

  it('these tests cover every kill point of push messages', () => {
    expect([...pushKillPoints].sort()).toEqual(
      ['push-accepted', 'push-begun', 'push-failed', 'push-put-off', 'push-sent'].sort(),
    )
  })
})
