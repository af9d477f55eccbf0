import { describe, expect, it } from 'vitest'
import { summarize } from '../src/index.ts'
import { allSentences } from './sentences.ts'

/** Summary sentences of captions without punctuation and capitals. */
const written = (...lines: string[]): string[] => writtenOf({}, ...lines)

function writtenOf(video: { title?: string; description?: string }, ...lines: string[]): string[] {
  const segments = lines.map((text, i) => ({ text, startMs: i * 5000, endMs: i * 5000 + 4800 }))
  const summary = summarize({ ...video, segments, durationMs: lines.length * 5000, kind: 'auto' }, { words: 400 })
  expect(summary.transcript.quality).toBe('C')
  return allSentences(summary).map(sentence => sentence.text)
}

describe('captions without punctuation', () => {
  it('captions without punctuation get a full stop between run-on sentences', () => {
    const sentences = written(
      'my sister and i repaired the old lighthouse in the harbour',
      'the lamp was broken and the keeper had lost the key',
      'i was calling the keeper because of the lamp i was shouting because of the storm',
    )
    expect(sentences.join(' ')).toContain(
      'I was calling the keeper because of the lamp. I was shouting because of the storm.',
    )
  })

  it('captions without punctuation are not split inside a subject with "and"', () => {
    const sentences = written(
      'my sister and i repaired the old lighthouse in the harbour',
      'the lamp was broken and the keeper had lost the key',
      'i was calling the keeper because of the lamp i was shouting because of the storm',
    )
    expect(sentences[0]).toMatch(/^My sister and I repaired/)
  })

  it('captions without punctuation get capitals for names, including those made of common words', () => {
    const text = written(
      'the keeper came from new york and she always prayed to god in the storm',
      'the engineers from south korea repaired the old lamp in the harbour',
      'the greeks prayed to a god of the sea before they left the new harbour',
    ).join(' ')
    expect(text).toContain('New York')
    expect(text).toContain('prayed to God')
    expect(text).toContain('South Korea')
    expect(text).toContain('a god of the sea')
    expect(text).toContain('new harbour')
  })

  it('captions without punctuation get capitals for unlisted names, but not for words that only parliaments capitalise', () => {
    const text = written(
      'the harbour was closed by the council in the spring of that year',
      'the keeper painted the house of his sister in the harbour every spring',
      'the workers of the union repaired the old lamp with powerpoint and a ladder',
    ).join(' ')
    expect(text).toContain('the house of his sister')
    expect(text).toContain('with Powerpoint')
  })

  it('captions without punctuation get capitals for names in the title and description, but not for the first words of lines', () => {
    const text = writtenOf(
      {
        title: 'How the lighthouse of Kinsale got its lamp',
        description: '0:00 Limestone and lamps\nGranite is another story.\nMore Sandstone Films Every Sunday',
      },
      'the old lighthouse of kinsale was built of limestone and granite',
      'the keeper carried sandstone to the harbour of kinsale every evening',
    ).join(' ')
    expect(text).toContain('lighthouse of Kinsale')
    for (const stone of ['limestone', 'granite', 'sandstone']) expect(text).toContain(stone)
  })

  it('captions without punctuation: an answering "no" is not read as part of the next sentence', () => {
    const sentences = written(
      'the keeper climbs the rocks every evening to light the lamp',
      'is the harbour only a place for rich people no harbours have a public quarter',
    )
    expect(sentences.join(' ')).not.toMatch(/(^|\. )No harbours/)
  })

  it.each([
    [
      'a noun with a relative clause',
      'the rush of adrenaline he experiences from pushing his limits and engaging in dangerous activities',
      /^The rush of adrenaline/,
    ],
    ['a condition without a main clause', 'if he knows how much damage the storm has actually caused', /^If he knows/],
  ])('captions without punctuation: %s is not shown as a sentence', (_, line, fragment) => {
    const sentences = written(
      'the harbour has a lighthouse with a broken lamp',
      'the keeper climbs the rocks every evening to light the lamp',
      line,
    )
    expect(sentences.length).toBeGreaterThan(0)
    for (const sentence of sentences) expect(sentence).not.toMatch(new RegExp(`${fragment.source}[^,]*\\.$`))
  })
})
