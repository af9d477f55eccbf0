import { afterAll, describe, expect, it } from 'vitest'
import { createLine, startFakeStt } from './index.ts'
import { parseLines } from './pocketsphinx.ts'

describe('the speech-to-text fake', async () => {
  const fake = await startFakeStt({ transcribe: () => [createLine('Extraordinary, is it not?', 1)], key: 'sesame' })
  afterAll(() => fake.close())

  const wav = new Uint8Array(Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(40 + 64_000)]))
  const send = async (path: string, fields: Record<string, string | string[]>, audio = wav, key = 'sesame') => {
    const form = new FormData()
    for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) form.append(name, value)
    if (audio.length > 0) form.append('file', new Blob([audio]), 'audio')
    const headers = { authorization: `Bearer ${key}` }
    const answer = await fetch(fake.url + path, { method: 'POST', body: form, headers })
    return { status: answer.status, body: JSON.parse((await answer.text()) || 'null') }
  }

  it('returns word timestamps without punctuation next to the segments when requested, as OpenAI does', async () => {
    const verbose = { response_format: 'verbose_json' }
    expect(await send('/v1/audio/transcriptions', verbose)).toMatchObject({
      status: 200,
      body: { language: 'english', duration: 2, segments: [{ start: 1, text: ' Extraordinary, is it not?' }] },
    })
    const granularities = { ...verbose, 'timestamp_granularities[]': ['word'] }
    const { body } = await send('/v1/audio/transcriptions', granularities)
    expect(body.words[0]).toMatchObject({ word: 'Extraordinary', start: 1 })
    expect(body).not.toHaveProperty('segments')
    expect((await send('/v1/audio/transcriptions', {})).body).toEqual({ text: 'Extraordinary, is it not?' })
  })

  it('returns tokens inside the segments, as whisper.cpp does', async () => {
    const { body } = await send('/inference', { response_format: 'verbose_json' })
    expect(body.segments[0].words.map(({ word }: { word: string }) => word)).toEqual([
      ' Extr',
      'aordinary,',
      ' is',
      ' it',
      ' not?',
    ])
  })

  it('rejects a wrong key, a missing file, an upload over 25 MB and, for whisper.cpp, anything but WAV', async () => {
    expect((await send('/v1/audio/transcriptions', {}, wav, 'wrong')).status).toBe(401)
    expect((await send('/v1/audio/transcriptions', {}, new Uint8Array())).status).toBe(400)
    expect((await send('/v1/audio/transcriptions', {}, new Uint8Array(26 * 2 ** 20))).status).toBe(413)
    expect((await send('/inference', {}, new Uint8Array(Buffer.from('ID3')))).status).toBe(400)
  })
})

describe('pocketsphinx output', () => {
  it('splits pocketsphinx output into lines at silences and drops noise tokens', () => {
    const rows = (words: string[], from: number) =>
      words.map((word, at) => `${word} ${(from + at).toFixed(3)} ${(from + at + 0.9).toFixed(3)} 0.99`)
    const output = [
      'one two three for five six',
      '<s> 0.000 0.020 0.999',
      ...rows(['one', 'two(2)', 'three', 'for', 'five', 'six'], 1),
      '<sil> 6.900 7.500 0.99',
      '[NOISE] 7.500 7.600 0.5',
      ...rows(["it's"], 8),
      '</s> 9.000 9.100 1.0',
    ].join('\n')
    expect(parseLines(output).map(({ start, words }) => [start, words.map(({ word }) => word).join(' ')])).toEqual([
      [1, 'one two three for five six'],
      [8, "it's"],
    ])
  })
})
