import { describe, expect, it } from 'vitest'
import { type Summary, summarize } from '../src/index.ts'
import { fixtureTalk } from './talks.ts'

const textOf = ({ inThreePoints, sections }: Summary): string =>
  [...inThreePoints, ...sections.flatMap(section => section.sentences)].map(({ text }) => text).join(' ')

describe('the focus option', () => {
  const { source } = fixtureTalk('Sli7FA6EbqI')
  const mentions = (word: RegExp, focus?: string) =>
    textOf(summarize(source, { preset: 'short', ...(focus ? { focus } : {}) })).match(word)?.length ?? 0

  it.each([
    ['What does the freezer do?', /freez\w+/gi],
    ['What do bakers put into the dough?', /bakers?|dough/gi],
  ])('summarize mentions the focus more often: %s', (focus, word) =>
    expect(mentions(word, focus)).toBeGreaterThan(mentions(word)),
  )

  it('summarize ignores a focus that the talk does not mention', () => {
    expect(summarize(source, { focus: 'chess openings in Reykjavik' })).toEqual(summarize(source))
  })
})
