import { describe, expect, it } from 'vitest'
import { join } from './joining.ts'

/** A line whose words follow each other by half a second. */
const line = (startMs: number, text: string, isTimed = true) => {
  const words = text.split(' ').map((word, at) => ({ text: word, startMs: startMs + at * 500 }))
  return { startMs, endMs: startMs + words.length * 500, text, ...(isTimed ? { words } : {}) }
}
const piece = (startMs: number, overlapMs: number, ...segments: ReturnType<typeof line>[]) => ({
  language: 'en',
  segments,
  startMs,
  overlapMs,
})
const told = async (...pieces: ReturnType<typeof piece>[]) =>
  (await join(pieces))
    .flat()
    .map(({ text }) => text)
    .join(' ')

describe('pieces that were heard', () => {
  it('stand behind each other on the clock of the whole', async () => {
    const [first, second] = await join([piece(0, 0, line(1000, 'one two')), piece(600_000, 0, line(500, 'three'))])
    expect(first).toEqual([line(1000, 'one two')])
    expect(second).toEqual([line(600_500, 'three')])
  })

  it.each([[true], [false]])('tell the words of their common seconds once (words timed: %s)', async isTimed => {
    const words = await told(
      piece(0, 0, line(595_000, 'we went down to the old harbor', isTimed)),
      piece(596_500, 2_000, line(0, 'to the old harbor and looked at boats', isTimed)),
    )
    expect(words).toBe('we went down to the old harbor and looked at boats')
  })

  it('do so where the cut made another word of the first or the last', async () => {
    const words = await told(
      piece(0, 0, line(595_000, 'we went down to the old hard')),
      piece(596_500, 2_000, line(0, 'two the old harbor and looked')),
    )
    expect(words).toBe('we went down to the old harbor and looked')
  })

  it('are parted in the middle where they agree on nothing', async () => {
    const words = await told(piece(0, 0, line(595_000, 'a b c d e f g')), piece(596_000, 2_000, line(0, 'v w x y z')))
    expect(words).toBe('a b c d x y z')
  })

  it('say twice what was said twice', async () => {
    const words = await told(piece(0, 0, line(595_000, 'never never')), piece(600_000, 0, line(0, 'never again')))
    expect(words).toBe('never never never again')
  })

  it('keep silent pieces, and what is heard of one side of a seam only', async () => {
    expect(
      await told(piece(0, 0, line(1000, 'one')), piece(600_000, 2_000), piece(1_198_000, 2_000, line(2500, 'two'))),
    ).toBe('one two')
    expect(await told(piece(0, 0), piece(598_000, 2_000, line(0, 'only here')))).toBe('only here')
  })

  it('end no line after the beginning of the next passage', async () => {
    const [first] = await join([
      piece(0, 0, { ...line(595_000, 'long'), endMs: 609_000 }),
      piece(600_000, 0, line(0, 'next')),
    ])
    expect(first?.[0]?.endMs).toBe(600_000)
  })
})
