import { describe, expect, it } from 'vitest'
import { joinTranscripts } from './join-transcripts.ts'

/** A line with one word every half second. */
const line = (startMs: number, text: string, isTimed = true) => {
  const words = text.split(' ').map((word, index) => ({ text: word, startMs: startMs + index * 500 }))
  return { startMs, endMs: startMs + words.length * 500, text, ...(isTimed ? { words } : {}) }
}
const piece = (startMs: number, overlapMs: number, ...segments: ReturnType<typeof line>[]) => ({
  language: 'en',
  segments,
  startMs,
  overlapMs,
})
const joinedText = async (...pieces: ReturnType<typeof piece>[]) =>
  (await joinTranscripts(pieces))
    .flat()
    .map(({ text }) => text)
    .join(' ')

describe('joining the transcripts of pieces', () => {
  it('shifts the times of each transcript by the start of its piece', async () => {
    const [first, second] = await joinTranscripts([
      piece(0, 0, line(1000, 'one two')),
      piece(600_000, 0, line(500, 'three')),
    ])
    expect(first).toEqual([line(1000, 'one two')])
    expect(second).toEqual([line(600_500, 'three')])
  })

  it.each([[true], [false]])(
    'keeps the words of an overlap once when transcripts are joined (words timed: %s)',
    async isTimed => {
      const words = await joinedText(
        piece(0, 0, line(595_000, 'we went down to the old harbor', isTimed)),
        piece(596_500, 2_000, line(0, 'to the old harbor and looked at boats', isTimed)),
      )
      expect(words).toBe('we went down to the old harbor and looked at boats')
    },
  )

  it('keeps the words of an overlap once if the cut garbled the first or last word of a transcript', async () => {
    const words = await joinedText(
      piece(0, 0, line(595_000, 'we went down to the old hard')),
      piece(596_500, 2_000, line(0, 'two the old harbor and looked')),
    )
    expect(words).toBe('we went down to the old harbor and looked')
  })

  it('switches between transcripts in the middle of the overlap if they have no words in common', async () => {
    const words = await joinedText(
      piece(0, 0, line(595_000, 'a b c d e f g')),
      piece(596_000, 2_000, line(0, 'v w x y z')),
    )
    expect(words).toBe('a b c d x y z')
  })

  it('keeps a word that is repeated across a cut without overlap', async () => {
    const words = await joinedText(piece(0, 0, line(595_000, 'never never')), piece(600_000, 0, line(0, 'never again')))
    expect(words).toBe('never never never again')
  })

  it('joins transcripts of silent pieces, and overlaps with words in one transcript only', async () => {
    expect(
      await joinedText(
        piece(0, 0, line(1000, 'one')),
        piece(600_000, 2_000),
        piece(1_198_000, 2_000, line(2500, 'two')),
      ),
    ).toBe('one two')
    expect(await joinedText(piece(0, 0), piece(598_000, 2_000, line(0, 'only here')))).toBe('only here')
  })

  it('clips a line of a transcript at the start of the next passage', async () => {
    const [first] = await joinTranscripts([
      piece(0, 0, { ...line(595_000, 'long'), endMs: 609_000 }),
      piece(600_000, 0, line(0, 'next')),
    ])
    expect(first?.[0]?.endMs).toBe(600_000)
  })
})
