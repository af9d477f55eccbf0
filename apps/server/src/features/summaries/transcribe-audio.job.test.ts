import { failures } from '@recaps/contract/failures'
import { createLine, type FakeStt, type Line, startFakeStt } from '@recaps/fake-stt'
import { afterAll, describe, expect, it } from 'vitest'
import { beeps, ffmpegSkipNote, hasFfmpeg } from '../../../test/audio-files.ts'
import { ledgerFindings, storageFindings } from '../../../test/audit.ts'
import { unavailableSpeech } from '../../../test/silent-speech.ts'
import { type TestUser, useServer } from '../../../test/start-server.ts'
import { eventually, untilState, youtube } from '../../../test/wait-for.ts'

/** A fake video without captions. The tests give it audio. */
const video = 'SWS_Wd36bSQ'
/** About a minute of speech, repeated until the end of the audio. */
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
const repeatedTalk = ({ seconds }: { seconds: number }): Line[] =>
  Array.from({ length: Math.floor(seconds / 8) }, (_, at) => createLine(talk[at % talk.length]!, at * 8)).filter(
    ({ end }) => end < seconds,
  )

const requestSummary = async ({ client }: TestUser, preset: 'short' | 'standard' = 'standard') =>
  (await client.summaries.request({ body: { urlOrId: video, type: youtube, preset } })).id

async function useFakeStt(): Promise<FakeStt> {
  // Slow enough for the progress to be visible.
  const transcribe = async (audio: { seconds: number }) => {
    await new Promise(resolve => setTimeout(resolve, 700))
    return repeatedTalk(audio)
  }
  const fake = await startFakeStt({ transcribe })
  afterAll(() => fake.close())
  return fake
}

describe.skipIf(!hasFfmpeg)(`transcription${ffmpegSkipNote}`, async () => {
  const stt = await useFakeStt()
  const test = await useServer({
    ports: { speech: unavailableSpeech },
    audio: { [video]: beeps(1300) },
    env: { STT_URL: `${stt.url}/v1` },
  })

  it('transcribes a video without captions in ten-minute pieces and reports progress', async () => {
    const user = await test.newUser()
    const id = await requestSummary(user)
    const stages = new Set<string>()
    await eventually(
      () => user.client.summaries.detail({ params: { id } }),
      ({ stage, progress, state }) => {
        stages.add(`${stage} ${progress?.total ?? '-'}`)
        return state === 'readable' || state === 'ready'
      },
    )
    expect([...stages]).toContain('transcribing 3')
    const summary = await user.client.summaries.detail({ params: { id } })
    expect(summary.content?.transcript.kind).toBe('stt')
    expect(summary.summary).toMatch(/paternoster|cabins|Hamburg/)
    expect(stt.uploads.map(({ seconds }) => Math.round(seconds / 60)).sort()).toEqual([10, 10, 2])
    const transcript = await user.client.summaries.transcript({ params: { id } })
    expect(transcript).toMatchObject({ kind: 'stt', language: 'en' })
    expect(transcript.segments.at(-1)!.startMs).toBeGreaterThan(1_200_000)
    const { db } = test.server.services.database
    expect(await ledgerFindings(db)).toEqual([])
    expect(await storageFindings(db, test.dataDir)).toEqual([])
  })

  it('transcribes a video once for all summaries of it', async () => {
    const before = stt.uploads.length
    const user = await test.newUser()
    const short = await untilState(user.client, await requestSummary(user, 'short'), 'readable', 'ready')
    expect(short.content?.transcript.kind).toBe('stt')
    test.clock.advance(25 * 3600_000)
    const later = await test.newUser()
    await untilState(later.client, await requestSummary(later, 'short'), 'readable', 'ready')
    expect(stt.uploads.length).toBe(before)
  })

  it('previews a video without captions as available', async () => {
    const { client } = await test.newUser()
    const preview = await client.summaries.preview({ body: { urlOrId: video } })
    expect(preview).toMatchObject({ captions: 'none', code: null, error: null })
  })
})

describe.skipIf(!hasFfmpeg)(`transcription while YouTube blocks the audio download${ffmpegSkipNote}`, async () => {
  const stt = await useFakeStt()
  const test = await useServer({
    ports: { speech: unavailableSpeech },
    audio: { [video]: beeps(60) },
    env: { STT_PROVIDER: 'whisper.cpp', STT_URL: stt.url },
  })

  it('reports a blocked audio download as such, and transcribes the video on retry once it is available', async () => {
    const removeFault = test.fake.fault('sound|*', { kind: 'status', status: 403 })
    const user = await test.newUser()
    const id = await requestSummary(user)
    // Each try starts over with the captions, and still counts towards the same waiting time.
    const untilBlocked = async () => {
      const summary = await untilState(user.client, id, 'deferred', 'failed')
      if (summary.state === 'deferred')
        expect(summary).toMatchObject({ code: 'ip_blocked', error: failures.ip_blocked.whileWaiting })
      return summary
    }
    let waits = 0
    for (let summary = await untilBlocked(); summary.state === 'deferred'; waits++) {
      const before = summary.retryAt
      test.clock.advance(new Date(before!).getTime() - test.clock.now().getTime() + 100)
      await test.server.services.summaries.wakeDeferred()
      summary = await eventually(untilBlocked, ({ state, retryAt }) => state === 'failed' || retryAt !== before)
    }
    expect(waits).toBe(3)
    removeFault()
    await user.client.summaries.retry({ params: { id } })
    const transcribed = await untilState(user.client, id, 'readable', 'ready')
    expect(transcribed.content?.transcript).toMatchObject({ kind: 'stt', quality: expect.stringMatching(/./) })
    expect(stt.uploads[0]?.fields.language).toEqual(['auto'])
  })
})
