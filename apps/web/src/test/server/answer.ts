import type { AnswerPart, Summary } from '@recaps/contract'

/** Streams the up to three sentences of a summary that share the most words with the question. */
export async function* answerQuestion(question: string, { content }: Summary): AsyncGenerator<AnswerPart> {
  const questionWords = wordsOf(question)
  const found = content!.sections
    .flatMap(section => section.sentences)
    .map(sentence => ({ sentence, shared: wordsOf(sentence.text).filter(word => questionWords.includes(word)).length }))
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared)
    .slice(0, 3)
  for (const { sentence } of found) yield { kind: 'sentence', sentence }
  yield { kind: 'end', found: found.length > 0, engine: 'builtin' }
}

const stopWords = ['what', 'that', 'this', 'about', 'said']
const wordsOf = (text: string) =>
  (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).filter(word => !stopWords.includes(word))
