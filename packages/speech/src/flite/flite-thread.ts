import { workerData } from 'node:worker_threads'
import { serveJobs } from '../threads.ts'
import { type Flite, type FliteVoiceName, openFlite, type Utterance } from './open-flite.ts'

/** Speech, or the reason why Flite failed on this text. Failing to load Flite throws instead, because no other text would work either. */
export type FliteResult = { speech: Utterance } | { failure: string }

let flite: Flite | undefined

/** Worker thread script: each job is a text to speak; `workerData` is the voice. */
serveJobs<string, FliteResult>(async text => {
  flite ??= await openFlite(workerData as FliteVoiceName)
  try {
    const speech = flite.speak(text)
    return { result: { speech }, transfer: [speech.pcm.buffer] }
  } catch (error) {
    flite = undefined
    return { result: { failure: String(error) } }
  }
})
