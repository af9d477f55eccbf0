import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startFakePush } from '@recaps/fake-push'
import { startFakeYoutube } from '@recaps/fake-youtube'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type PushPoint, pushPoints } from '../src/features/notifications/points.ts'
import { forkServer, type ServerProcess } from './server-process.ts'
import { password } from './start-server.ts'
import { eventually } from './waiting.ts'

describe('a server that is killed on the way of a push message, on the embedded database', {
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

  /** Tells a new user, dies at the point, and starts again. */
  async function dieAt(point: PushPoint, tag: string) {
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
  const quiet = () => new Promise(resolve => setTimeout(resolve, 3_000))

  beforeAll(async () => {
    server = await forkServer(env).serving
  }, 300_000)
  afterAll(async () => {
    await server?.kill('SIGKILL')
    await Promise.all([youtube.close(), fake.close()])
    rmSync(dataDir, { recursive: true, force: true })
  })

  it.each(['push-begun', 'push-accepted', 'push-sent'] as const)(
    'shows it all the same after %s, and once',
    async point => {
      const { shown, arrived } = await dieAt(point, point)
      // Between the service's word and our row nobody can know: there it comes twice, and takes its own place.
      const times = point === 'push-accepted' ? 2 : 1
      await eventually(
        async () => arrived.length,
        count => count >= times,
      )
      await quiet()
      expect(arrived).toHaveLength(times)
      expect(shown).toEqual([expect.objectContaining({ body: point, tag: point })])
    },
  )

  /** Dies while every message is refused; how often the service was asked before all came to rest, and after. */
  async function refusedAt(point: PushPoint, tag: string) {
    const lift = fake.fault({ kind: 'status', status: 503 })
    const before = fake.requests.length
    const { arrived } = await dieAt(point, tag)
    await eventually(
      async () => fake.requests.length - before,
      asked => asked >= 2,
    )
    await quiet()
    lift()
    await quiet()
    return { asked: fake.requests.length - before, arrived }
  }

  it('does not count what the crash cut off: a refusal after it still has its one more attempt', async () => {
    expect(await refusedAt('push-begun', 'counted')).toEqual({ asked: 2, arrived: [] })
  })

  it.each(['push-put-off', 'push-failed'] as const)('keeps what became of it after %s', async point => {
    expect(await refusedAt(point, point)).toEqual({ asked: 2, arrived: [] })
  })

  it('has gone through every point there is', () => {
    expect([...pushPoints].sort()).toEqual(
      ['push-accepted', 'push-begun', 'push-failed', 'push-put-off', 'push-sent'].sort(),
    )
  })
})
