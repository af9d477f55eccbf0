import { workerData } from 'node:worker_threads'
import { serveJobs } from '../threads.ts'
import { type Flite, type FliteVoice, openFlite, type Utterance } from './open-flite.ts'

/** Speech, or the reason why Flite failed on this text. Failing to load Flite throws instead, because no other text would work either. */
export type Attempt = { said: Utterance } | { broke: string }

let flite: Flite | undefined

/** Worker thread script: each job is a text to speak; `workerData` is the voice. */
serveJobs<string, Attempt>(async text => {
  flite ??= await openFlite(workerData as FliteVoice)
  try {
    const said = flite.say(text)
    return { result: { said }, transfer: [said.pcm.buffer] }
  } catch (error) {
    flite = undefined
    return { result: { broke: String(error) } }
  }
})
