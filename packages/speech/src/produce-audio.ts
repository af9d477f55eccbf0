import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AssemblyOptions, type Audio, assembleAudio } from './assembly/assemble.ts'
import { type Script, scriptLines } from './assembly/script.ts'
import { createCachedVoice, type SentenceCache } from './sentence-cache.ts'
import type { SpokenSentence, Voice } from './spoken-sentence.ts'

export type ProductionOptions = AssemblyOptions & {
  voice: Voice
  cache?: SentenceCache
  /** Called after each sentence and title. They finish in any order. */
  onProgress?: (done: number, total: number) => void
}

/**
 * Speaks a script and assembles it into one MP3. Sentences are spoken in parallel, as many at a time as the voice has threads.
 * Deterministic: the same script and voice give the same bytes. If one sentence fails or the signal is aborted, the others are aborted too.
 */
export async function produceAudio(script: Script<string>, options: ProductionOptions): Promise<Audio> {
  const { cache, onProgress, ...assembly } = options
  const voice = cache ? createCachedVoice(options.voice, cache) : options.voice
  const failed = new AbortController()
  const signal = AbortSignal.any([failed.signal, ...(options.signal ? [options.signal] : [])])

  const total = scriptLines(script).length
  let done = 0
  // Each sentence is planned on this thread, in a separate turn of the event loop: a long script must not block other requests.
  let turn: Promise<void> = Promise.resolve()
  const speak = async (text: string): Promise<SpokenSentence> => {
    turn = turn.then(() => nextTurn())
    await turn
    signal.throwIfAborted()
    const sentence = await voice.speak(text, { signal })
    onProgress?.(++done, total)
    return sentence
  }
  const speakAll = (texts: string[]) => Promise.all(texts.map(speak))
  const speakSection = async ({ title, sentences }: Script<string>['sections'][number]) => {
    const [[spokenTitle], spoken] = await Promise.all([
      speakAll(title === undefined ? [] : [title]),
      speakAll(sentences),
    ])
    return { title: spokenTitle, sentences: spoken }
  }

  try {
    const [lead, sections] = await Promise.all([
      speakAll(script.lead ?? []),
      Promise.all(script.sections.map(speakSection)),
    ])
    return await assembleAudio({ ...script, lead, sections }, { ...assembly, signal })
  } catch (error) {
    failed.abort(error)
    throw error
  }
}
