import type { Sentence, Summary } from '../src/index.ts'

/** All sentences of a summary: key points, then sections. */
export const allSentences = (summary: Pick<Summary, 'inThreePoints' | 'sections'>): Sentence[] => [
  ...summary.inThreePoints,
  ...summary.sections.flatMap(section => section.sentences),
]

/** All visible text of a summary, without Markdown. */
export const visibleText = ({ headline, inThreePoints, sections }: Summary): string =>
  [
    headline,
    ...sections.map(section => section.title),
    ...allSentences({ inThreePoints, sections }).map(s => s.text),
  ].join('\n')
