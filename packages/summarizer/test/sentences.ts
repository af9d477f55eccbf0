import type { Sentence, Summary } from '../src/index.ts'

/** All sentences of a summary: the points, then the sections. */
export const sentencesOf = (summary: Pick<Summary, 'inThreePoints' | 'sections'>): Sentence[] => [
  ...summary.inThreePoints,
  ...summary.sections.flatMap(section => section.sentences),
]

/** Everything a reader of the summary sees, without the marks of Markdown. */
export const textOf = ({ headline, inThreePoints, sections }: Summary): string =>
  [
    headline,
    ...sections.map(section => section.title),
    ...sentencesOf({ inThreePoints, sections }).map(s => s.text),
  ].join('\n')
