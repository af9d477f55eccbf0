import { afterAll, describe, expect, it } from 'vitest'
import { startFakeTts } from './index.ts'

describe('text-to-speech fake', async () => {
  const fake = await startFakeTts({ voices: { alloy: 'Alloy' }, key: 'k' })
  afterAll(() => fake.close())
  const text = 'Trees cool the street in 2019.'
  const post = (path: string, body: object, headers: Record<string, string> = { authorization: 'Bearer k' }) =>
    fetch(fake.url + path, { method: 'POST', body: JSON.stringify(body), headers })
  const openai = { model: 'tts-1', input: text, voice: 'alloy', response_format: 'pcm' }
  const elevenlabs = '/v1/text-to-speech/alloy/with-timestamps?output_format=pcm_24000'

  it('returns raw 24 kHz samples as OpenAI does, identical for the same text', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(async () => (await post('/v1/audio/speech', openai)).arrayBuffer()),
    )
    expect(first!.byteLength / 48_000).toBeGreaterThan(2)
    expect(Buffer.compare(Buffer.from(first!), Buffer.from(second!))).toBe(0)
  })

  it('returns audio and word timestamps as Kokoro-FastAPI does', async () => {
    const answer = await post('/dev/captioned_speech', { ...openai, stream: false })
    const { audio, audio_format, timestamps } = (await answer.json()) as {
      audio: string
      audio_format: string
      timestamps: { word: string; start_time: number; end_time: number }[]
    }
    expect(audio_format).toBe('audio/pcm')
    expect(timestamps.map(({ word }) => word)).toEqual(['Trees', 'cool', 'the', 'street', 'in', '2019', '.'])
    expect(timestamps.at(-1)!.end_time).toBeLessThan(Buffer.from(audio, 'base64').length / 48_000)
  })

  it('returns audio and character timestamps as ElevenLabs does, and lists the voices', async () => {
    const answer = await post(elevenlabs, { text, model_id: 'm' }, { 'xi-api-key': 'k' })
    const { alignment } = (await answer.json()) as {
      alignment: { characters: string[]; character_start_times_seconds: number[] }
    }
    expect(alignment.characters.join('')).toBe(text)
    const starts = alignment.character_start_times_seconds
    expect(starts).toEqual([...starts].sort((a, b) => a - b))
    const { voices } = (await (await fetch(`${fake.url}/v1/voices`)).json()) as { voices: object[] }
    expect(voices).toMatchObject([{ voice_id: 'alloy', name: 'Alloy' }])
  })

  it('rejects a wrong key, an unknown voice, an unsupported format and an unknown path with the status of each service', async () => {
    const statuses = await Promise.all([
      post('/v1/audio/speech', openai, { authorization: 'Bearer other' }),
      post('/v1/audio/speech', { ...openai, voice: 'nova' }),
      post('/v1/audio/speech', { ...openai, response_format: 'opus' }),
      post('/dev/captioned_speech', { ...openai, voice: 'nova', stream: false }),
      post(elevenlabs.replace('alloy', 'nova'), { text, model_id: 'm' }, { 'xi-api-key': 'k' }),
      post('/v1/audio/transcriptions', {}),
    ])
    expect(statuses.map(answer => answer.status)).toEqual([401, 400, 400, 400, 404, 404])
  })

  it('fails the number of calls given by `times`, after the number given by `after`', async () => {
    fake.fault({ kind: 'status', status: 429, times: 1, after: 1, retryAfter: { seconds: 7, as: 'seconds' } })
    const answers = []
    for (let i = 0; i < 3; i++) answers.push(await post('/v1/audio/speech', openai))
    expect(answers.map(answer => answer.status)).toEqual([200, 429, 200])
    expect(answers[1]!.headers.get('retry-after')).toBe('7')
  })
})
