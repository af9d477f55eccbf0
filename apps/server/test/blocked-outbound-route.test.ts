import { afterAll, describe, expect, it } from 'vitest'
import { startExitProxy } from '../src/adapters/youtube/test/exit-proxy.ts'
import { runCommand } from './run-command.ts'
import { silentSpeech } from './silent-speech.ts'
import { useServer } from './start-server.ts'
import { talks } from './talks.ts'
import { readableSummary } from './wait-for.ts'

describe('one of two outbound routes blocked by YouTube', async () => {
  const [blocked, open] = await Promise.all(
    ['127.0.0.61', '127.0.0.62'].map(ip => startExitProxy({ protocol: 'http', exits: [ip] })),
  )
  afterAll(() => Promise.all([blocked!.close(), open!.close()]))
  const env = { OUTBOUND_ROUTES: `${blocked!.url},${open!.url}`, METRICS_TOKEN: 'a-token-of-sixteen-letters' }
  const test = await useServer({ ports: { speech: silentSpeech }, env })
  const host = (proxy = blocked!) => new URL(proxy.url).host

  it('delivers every summary at the first attempt while YouTube blocks one of two outbound routes', async () => {
    test.fake.addressBlocks.block('127.0.0.61')
    const { client } = await test.newUser()
    for (const video of talks.slice(0, 7))
      expect(await readableSummary(client, video)).toMatchObject({ code: null, retryAt: null })
  })

  it('metrics show a blocked outbound route as paused and count every attempt', async () => {
    const headers = { authorization: `Bearer ${env.METRICS_TOKEN}` }
    const text = await (await fetch(`${test.url}/metrics`, { headers })).text()
    const metric = (name: string) =>
      Number(
        text
          .split('\n')
          .find(line => line.startsWith(name))
          ?.split(' ')
          .at(-1),
      )
    const paused = (client: string, proxy = blocked!) =>
      metric(`recaps_youtube_resting{provider="innertube/${client}@${host(proxy)}"}`)
    expect(['VISIONOS', 'ANDROID', 'IOS'].map(client => paused(client))).toEqual([1, 1, 1])
    expect(paused('VISIONOS', open!)).toBe(0)
    const attempts = (proxy: typeof blocked, outcome: string) =>
      metric(`recaps_youtube_attempts_total{provider="innertube/VISIONOS@${host(proxy)}",outcome="${outcome}"}`)
    expect(attempts(blocked, 'bot_check')).toBeGreaterThanOrEqual(6)
    // Two per video: its details and its captions.
    expect(attempts(open, 'ok')).toBeGreaterThanOrEqual(14)
  })

  it('the doctor names the blocked outbound route and the setting to change', async () => {
    const { code, stdout } = await runCommand('doctor.ts', ['youtube', '--json'], {
      DATA_DIR: test.dataDir,
      YOUTUBE_URL: test.fake.url,
      ...env,
    })
    const sentence = `YouTube blocks the outbound route ${host()} (bot_check). Fix it or remove it from OUTBOUND_ROUTES. The other routes still work.`
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, verdict: { sentence, setting: 'OUTBOUND_ROUTES' } })
  })
})
