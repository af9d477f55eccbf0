import { ENGINE } from '@recaps/summarizer'
import type { Answerer } from '../../ports/answerer.ts'
import type { TextThreads } from '../text-threads/pool.ts'

/** Answers with verbatim quotes of the passages that fit the question best. */
export const builtInAnswerer = (threads: TextThreads): Answerer => ({
  async *answer({ question, ...task }, { signal }) {
    const sentences = await threads.run({ kind: 'plain-answer', task, question }, signal)
    for (const sentence of sentences) yield { kind: 'sentence', sentence }
    yield { kind: 'end', found: sentences.length > 0, engine: ENGINE, cost: null }
  },
})
