import { describe, expect, it } from 'vitest'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { useServer } from '../../../test/start-server.ts'
import { untilState } from '../../../test/wait-for.ts'

/** A talk with one claim, followed by `nextSentences`, as a WebVTT file. */
function talkWith(nextSentences: readonly string[]): Uint8Array {
  const sentences = [
    'We built a small still in the garage last year to learn how distillation works.',
    'The pot holds about twenty litres of wine and it is heated slowly by a gas burner.',
    'Pure alcohol boils at 78 degrees and the wine in the pot was much colder than that.',
    'So clearly the alcohol must leave the pot before any water does.',
    ...nextSentences,
    'The copper column above the pot separates the vapours by their weight and temperature.',
    'Each plate in the column acts like one more distillation of the same wine.',
    'After four hours the thermometer on the lid had climbed by six degrees.',
    'We threw the first half litre away because it smelled of glue.',
  ]
  const cues = sentences.map((text, i) => {
    const at = (seconds: number) => `00:0${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}.000`
    return `${at(i * 6)} --> ${at(i * 6 + 6)}\n${text}\n`
  })
  return new TextEncoder().encode(['WEBVTT\n', ...cues].join('\n'))
}

describe('claims that the speaker retracts', async () => {
  const test = await useServer({ ports: { speech: silentSpeech } })

  it.each([
    ['keeps a claim that is not denied', ['Our neighbour nodded.'], true],
    ['removes a claim from summary and answers if a question and a "no" follow it', ['Right?', 'Well, no.'], false],
    ['removes a claim from summary and answers if the speaker calls it a myth', ["But that's a myth."], false],
  ] as const)('%s', async (_, next, isKept) => {
    const { client } = await test.newUser()
    const upload = { query: { name: 'still.vtt', preset: 'long' as const }, body: talkWith(next) }
    const { id } = await client.summaries.upload(upload)
    const { summary, content } = await untilState(client, id, 'readable', 'ready')
    expect(content!.engine).toBe('builtin')
    expect(content!.support).not.toHaveProperty('judged')
    expect(summary.includes('leave the pot before')).toBe(isKept)
    const question = { params: { id }, body: { question: 'Does alcohol leave the pot before water?' } }
    const answer = JSON.stringify(await Array.fromAsync(await client.summaries.ask(question)))
    expect(answer.includes('leave the pot before')).toBe(isKept)
  })
})
