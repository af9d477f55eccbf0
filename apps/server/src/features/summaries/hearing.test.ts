import { failures } from '@recaps/contract/failures'
import { type FakeStt, type Line, lineOf, startFakeStt } from '@recaps/fake-stt'
import { afterAll, describe, expect, it } from 'vitest'
import { ledgerFindings, storageFindings } from '../../../test/audit.ts'
import { mute } from '../../../test/silence.ts'
import { beeps, hasFfmpeg, whereFfmpegIs } from '../../../test/sound-files.ts'
import { type TestUser, useServer } from '../../../test/start-server.ts'
import { eventually, untilState, youtube } from '../../../test/waiting.ts'

/** A video of the stand-in without captions; here it is given a sound. */
const video = 'SWS_Wd36bSQ'
/** A minute of a talk, again and again to the end of the sound. */
const talk = [
  'Good morning, and welcome to the history of the paternoster lift.',
  'The first one was built in Liverpool in 1868 by an architect called Peter Ellis.',
  'It has two columns of cabins that never stop, and no doors at all.',
  'People step in while it moves, at about thirty centimetres a second.',
  'In Hamburg the merchants liked it, because nobody ever had to wait.',
  'By 1936 there were six hundred and seventy nine of them in that city alone.',
  'New ones were forbidden in Germany in 1974, after several accidents.',
  'Today about two hundred and thirty of them still run, and most belong to the state.',
]
const minuteByMinute = ({ seconds }: { seconds: number }): Line[] =>
  Array.from({ length: Math.floor(seconds / 8) }, (_, at) => lineOf(talk[at % talk.length]!, at * 8)).filter(
    ({ end }) => end < seconds,
  )

const ask = async ({ client }: TestUser, preset: 'short' | 'standard' = 'standard') =>
  (await client.summaries.request({ body: { urlOrId: video, type: youtube, preset } })).id

async function useFake(): Promise<FakeStt> {
  // Not so quick that nobody could see how far it is.
  const ear = async (sound: { seconds: number }) => {
    await new Promise(resolve => setTimeout(resolve, 700))
    return minuteByMinute(sound)
  }
  const fake = await startFakeStt({ ear })
  afterAll(() => fake.close())
  return fake
}

describe.skipIf(!hasFfmpeg)(`a video without captions${whereFfmpegIs}`, async () => {
  const stt = await useFake()
  const test = await useServer({
    ports: { speech: mute },
    sounds: { [video]: beeps(1300) },
    env: { STT_URL: `${stt.url}/v1` },
  })

  it('is listened to, ten minutes at a time, and says how far that is', async () => {
    const user = await test.newUser()
    const id = await ask(user)
    const seen = new Set<string>()
    await eventually(
      () => user.client.summaries.detail({ params: { id } }),
      ({ stage, progress, state }) => {
        seen.add(`${stage} ${progress?.total ?? '-'}`)
        return state === 'readable' || state === 'ready'
      },
    )
    expect([...seen]).toContain('transcribing 3')
    const summary = await user.client.summaries.detail({ params: { id } })
    expect(summary.content?.transcript.kind).toBe('stt')
    expect(summary.summary).toMatch(/paternoster|cabins|Hamburg/)
    expect(stt.heard.map(({ seconds }) => Math.round(seconds / 60)).sort()).toEqual([10, 10, 2])
    const transcript = await user.client.summaries.transcript({ params: { id } })
    expect(transcript).toMatchObject({ kind: 'stt', language: 'en' })
    expect(transcript.segments.at(-1)!.startMs).toBeGreaterThan(1_200_000)
    const { db } = test.server.services.database
    expect(await ledgerFindings(db)).toEqual([])
    expect(await storageFindings(db, test.dataDir)).toEqual([])
  })

  it('is listened to once, however often and in however many forms it is asked for', async () => {
    const before = stt.heard.length
    const user = await test.newUser()
    const short = await untilState(user.client, await ask(user, 'short'), 'readable', 'ready')
    expect(short.content?.transcript.kind).toBe('stt')
    test.clock.advance(25 * 3600_000)
    const later = await test.newUser()
    await untilState(later.client, await ask(later, 'short'), 'readable', 'ready')
    expect(stt.heard.length).toBe(before)
  })

  it('is promised before it is asked for', async () => {
    const { client } = await test.newUser()
    const preview = await client.summaries.preview({ body: { urlOrId: video } })
    expect(preview).toMatchObject({ captions: 'none', code: null, error: null })
  })
})

describe.skipIf(!hasFfmpeg)(`a video without captions, whose sound is kept back${whereFfmpegIs}`, async () => {
  const stt = await useFake()
  const test = await useServer({
    ports: { speech: mute },
    sounds: { [video]: beeps(60) },
    env: { STT_PROVIDER: 'whisper.cpp', STT_URL: stt.url },
  })

  it('says so, and not that it has no captions; and is listened to when it is there', async () => {
    const lift = test.fake.fault('sound|*', { kind: 'status', status: 403 })
    const user = await test.newUser()
    const id = await ask(user)
    // It comes to the sound by way of the captions at each try, and is given up all the same.
    const refused = async () => {
      const entry = await untilState(user.client, id, 'deferred', 'failed')
      if (entry.state === 'deferred')
        expect(entry).toMatchObject({ code: 'ip_blocked', error: failures.ip_blocked.waiting })
      return entry
    }
    let waits = 0
    for (let entry = await refused(); entry.state === 'deferred'; waits++) {
      const before = entry.retryAt
      test.clock.advance(new Date(before!).getTime() - test.clock.now().getTime() + 100)
      await test.server.services.summaries.wakeDeferred()
      entry = await eventually(refused, ({ state, retryAt }) => state === 'failed' || retryAt !== before)
    }
    expect(waits).toBe(3)
    lift()
    await user.client.summaries.retry({ params: { id } })
    const heard = await untilState(user.client, id, 'readable', 'ready')
    expect(heard.content?.transcript).toMatchObject({ kind: 'stt', quality: expect.stringMatching(/./) })
    expect(stt.heard[0]?.fields.language).toEqual(['auto'])
  })
})
