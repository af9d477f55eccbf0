import { ENGINE } from '@recaps/summarizer'
import type { Answerer } from '../../ports/answerer.ts'
import type { TextThreads } from '../text-threads/pool.ts'

/** The built-in engine's answer: what was said that has most to do with the question, word for word. */
export const builtInAnswerer = (threads: TextThreads): Answerer => ({
  async *answer({ question, ...task }, { signal }) {
    const sentences = await threads.run({ kind: 'plain-answer', task, question }, signal)
    for (const sentence of sentences) yield { kind: 'sentence', sentence }
    yield { kind: 'end', found: sentences.length > 0, engine: ENGINE, cost: null }
  },
})
