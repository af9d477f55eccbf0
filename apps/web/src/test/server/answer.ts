import type { AnswerPart, Summary } from '@recaps/contract'

/** The sentences of a summary that share most words with a question; none when hardly any word of it is there. */
export async function* answerOf(question: string, { content }: Summary): AsyncGenerator<AnswerPart> {
  const asked = wordsOf(question)
  const found = content!.sections
    .flatMap(section => section.sentences)
    .map(sentence => ({ sentence, shared: wordsOf(sentence.text).filter(word => asked.includes(word)).length }))
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared)
    .slice(0, 3)
  for (const { sentence } of found) yield { kind: 'sentence', sentence }
  yield { kind: 'end', found: found.length > 0, engine: 'builtin' }
}

const unsaid = ['what', 'that', 'this', 'about', 'said']
const wordsOf = (text: string) => (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).filter(word => !unsaid.includes(word))
