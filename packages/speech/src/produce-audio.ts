import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AssemblyOptions, type Audio, assembleAudio } from './assembly/assemble.ts'
import { type Script, scriptLines } from './assembly/script.ts'
import { rememberingVoice, type SentenceCache } from './sentence-cache.ts'
import type { SpokenSentence, Voice } from './spoken-sentence.ts'

export type ProductionOptions = AssemblyOptions & {
  voice: Voice
  cache?: SentenceCache
  /** Called after each sentence and title, in no order of the script. */
  onProgress?: (done: number, total: number) => void
}

/**
 * Speaks a written script and makes one MP3 of it. Sentences are spoken side by side, as many as the voice has threads.
 * The same script and voice give the same bytes. When one sentence fails or the signal is aborted, the others are given up too.
 */
export async function produceAudio(script: Script<string>, options: ProductionOptions): Promise<Audio> {
  const { cache, onProgress, ...assembly } = options
  const voice = cache ? rememberingVoice(options.voice, cache) : options.voice
  const failed = new AbortController()
  const signal = AbortSignal.any([failed.signal, ...(options.signal ? [options.signal] : [])])

  const total = scriptLines(script).length
  let done = 0
  // How a sentence is said is planned on this thread: each in a turn of its own, so that a long script does not hold others up.
  let turn: Promise<void> = Promise.resolve()
  const speak = async (text: string): Promise<SpokenSentence> => {
    turn = turn.then(() => nextTurn())
    await turn
    signal.throwIfAborted()
    const said = await voice.speak(text, { signal })
    onProgress?.(++done, total)
    return said
  }
  const speakAll = (texts: string[]) => Promise.all(texts.map(speak))
  const speakSection = async ({ title, sentences }: Script<string>['sections'][number]) => {
    const [[announced], spoken] = await Promise.all([speakAll(title === undefined ? [] : [title]), speakAll(sentences)])
    return { title: announced, sentences: spoken }
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
