import { readFileSync } from 'node:fs'
import { hasPocketsphinx, startFakeStt } from '@recaps/fake-stt'
import { createVoice, spokenText } from '@recaps/speech'
import { afterAll, describe, expect, it } from 'vitest'
import { convertAudio, hasFfmpeg } from './audio-files.ts'
import { unavailableSpeech } from './silent-speech.ts'
import { useServer } from './start-server.ts'
import { untilState } from './wait-for.ts'
import { wordError } from './word-error.ts'

const canRun = hasFfmpeg && hasPocketsphinx()
/** 400 plain words, written without listening to the voice. */
const story = readFileSync(new URL('story.txt', import.meta.url), 'utf8')
const pauseSeconds = 0.35

/** The story, read sentence by sentence with the built-in voice. */
async function recordStory(): Promise<Uint8Array> {
  const voice = createVoice({ workers: 2 })
  try {
    const sentences = await Promise.all((story.match(/[^.!?]+[.!?]+/g) ?? []).map(text => voice.speak(text.trim())))
    const rate = sentences[0]!.sampleRate
    const pause = Buffer.alloc(rate * pauseSeconds * 2)
    const samples = Buffer.concat(sentences.flatMap(({ pcm }) => [Buffer.from(pcm.buffer), pause]))
    return convertAudio('m4a', { samples, rate })
  } finally {
    await voice.close()
  }
}

describe.skipIf(!canRun)(`the built-in voice${canRun ? '' : ' (skipped: no pocketsphinx, or no ffmpeg)'}`, async () => {
  const stt = await startFakeStt()
  afterAll(() => stt.close())
  const test = await useServer({ ports: { speech: unavailableSpeech }, env: { STT_URL: `${stt.url}/v1` } })

  it('an independent speech recogniser understands the built-in voice, with at most 15 % of 400 words wrong', async () => {
    const { client } = await test.newUser()
    const body = new Uint8Array(await recordStory())
    const { id } = await client.summaries.upload({ query: { name: 'The last harbor.m4a' }, body })
    const summary = await untilState(client, id, 'readable', 'ready')
    const { segments } = await client.summaries.transcript({ params: { id } })
    const reference = spokenText(story)
    const error = wordError(reference, segments.map(({ text }) => text).join(' '))
    console.log(
      `Word error of the built-in voice: ${(error * 100).toFixed(1)} % of ${reference.split(/\s+/).length} words`,
    )
    expect(reference.split(/\s+/).length).toBeGreaterThanOrEqual(400)
    expect(error).toBeLessThanOrEqual(0.15)
    // The transcript covers the whole recording.
    expect(segments.at(-1)!.endMs / 1000).toBeGreaterThan(100)
    expect(summary.content?.transcript.kind).toBe('stt')
    expect(summary.summary.length).toBeGreaterThan(200)
  })
})
