import { describe, expect, it } from 'vitest'
import { type Summary, summarize } from '../src/index.ts'
import { builtInAnswer, prepareManuscript } from '../src/writers/index.ts'

const before = [
  'We built a small still in the garage last year to learn how distillation works.',
  'The pot holds about twenty litres of wine and it is heated slowly by a gas burner.',
]
const after = [
  'The copper column above the pot separates the vapours by their weight and temperature.',
  'Each plate in the column acts like one more distillation of the same wine.',
]
const claim = 'Alcohol boils at 78 degrees so clearly it must leave the pot first.'

/** One caption per sentence. `>` marks another speaker. */
const captions = (sentences: readonly string[]) =>
  sentences.map((text, i) => ({
    text: text.replace(/^> /, ''),
    startMs: i * 5_000,
    endMs: i * 5_000 + 4_900,
    speaker: text.startsWith('> ') ? 'B' : 'A',
  }))

/** Like automatic captions: no punctuation, no capitals, a few words per caption. */
const automatic = (sentences: readonly string[]) => {
  const words = sentences
    .join(' ')
    .toLowerCase()
    .replace(/[.,?!]/g, '')
    .split(' ')
  return Array.from({ length: Math.ceil(words.length / 6) }, (_, i) => ({
    text: words.slice(i * 6, i * 6 + 6).join(' '),
    startMs: i * 2_400,
    endMs: i * 2_400 + 2_390,
  }))
}

const sentencesOf = ({ inThreePoints, sections }: Summary): string[] =>
  [...inThreePoints, ...sections.flatMap(section => section.sentences)].map(({ text }) => text)

const summaryOf = (segments: ReturnType<typeof captions> | ReturnType<typeof automatic>): string[] =>
  sentencesOf(summarize({ segments, durationMs: segments.at(-1)!.endMs }, { words: 300 }))

const saysClaim = (sentences: readonly string[]): boolean => sentences.some(text => /78 degrees/i.test(text))

const denials: readonly string[][] = [
  ['Right?', 'Well, no.'],
  ['Right?', 'Wrong.'],
  ['Makes sense, right?', 'No.'],
  ['No.'],
  ['No, it does not.'],
  ['Nope.'],
  ['Wrong!'],
  ['That is wrong.'],
  ["That's a myth."],
  ["But that's a common misconception."],
  ["That's simply not true."],
  ["It isn't true."],
  ['This is not how it works.'],
  ['That turned out to be false.'],
  ['Actually, it comes out together with the water.'],
  ['But actually, the alcohol leaves with the water.'],
  ['In reality, they evaporate together.'],
  ['Not quite.'],
  ['Not really.'],
  ['Quite the opposite.'],
  ['On the contrary, they leave together.'],
  ['I was wrong.'],
  ["I'm just kidding."],
  ['Except it doesn’t.'],
  ['Everybody in my town repeats this.', 'But they are wrong.'],
  ['I read it in three books.', "It's a myth."],
  ['But does the alcohol really leave first?', 'No.'],
  ['Is that so?', 'No, it is not.'],
  ['Wrong, it leaves with the water.'],
  ['Or so I thought.'],
  ['It turns out not to be the case.'],
  ['Of course not.'],
  ['Sadly, no.'],
  ['This has been debunked many times.'],
  ['The problem is, it doesn’t.'],
  ['We now know that it is not true.'],
  ['Nothing could be further from the truth.'],
  ['> No.'],
  ['> No, that is not true.'],
]

/** Following sentences that do not refute the claim. */
const nonDenials: readonly string[][] = [
  ['Yes, really.'],
  ['No one in my town disputes it.'],
  ['No doubt about it.'],
  ['No, really, it does.'],
  ['Did you like the wine that we made?', 'No.'],
  ['Wrong temperatures are the usual fault of beginners.'],
  ['Not only that, it also smells.'],
  ['The opposite wall of the garage is made of brick.'],
  ['I weighed the pot, and then I weighed it again.', 'The burner costs forty euros.', 'No.'],
  ['> Right.'],
]

describe('refuted claims', () => {
  it.each(denials.map(next => [next.join(' '), next] as const))('a claim is omitted when refuted by: %s', (_, next) => {
    expect(saysClaim(summaryOf(captions([...before, claim, ...next, ...after])))).toBe(false)
  })

  it.each(nonDenials.map(next => [next.join(' '), next] as const))(
    'a claim is kept when followed by: %s',
    (_, next) => {
      expect(saysClaim(summaryOf(captions([...before, claim, ...next, ...after])))).toBe(true)
    },
  )

  it('a negative claim is kept when another speaker agrees with "no"', () => {
    const sentences = [...before, 'Alcohol does not boil at 78 degrees in a closed pot of steel.', '> No.', ...after]
    expect(saysClaim(summaryOf(captions(sentences)))).toBe(true)
  })

  it.each([['right well no it turns out that is not true'], ['no that is a myth'], ['but that is wrong']])(
    'a claim in automatic captions is omitted when refuted by: %s',
    next => {
      const sentences = [...before, claim, next, ...after, ...before.map(text => text.replace('garage', 'cellar'))]
      expect(saysClaim(summaryOf(automatic(sentences)))).toBe(false)
    },
  )

  it('a refuted claim is not used to answer a question', () => {
    const answerTo = (next: readonly string[]) => {
      const segments = captions([...before, claim, ...next, ...after])
      const manuscript = prepareManuscript({ segments, durationMs: segments.at(-1)!.endMs })
      return builtInAnswer(manuscript, 'At how many degrees does alcohol boil in the pot?').map(({ text }) => text)
    }
    expect(saysClaim(answerTo(['Yes, really.']))).toBe(true)
    expect(saysClaim(answerTo(['Right?', 'Well, no.']))).toBe(false)
    expect(saysClaim(answerTo(["That's a myth."]))).toBe(false)
  })
})
