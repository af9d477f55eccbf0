import { workerData } from 'node:worker_threads'
import { serveJobs } from '../threads.ts'
import { type Flite, type FliteVoice, openFlite, type Utterance } from './open-flite.ts'

/** `broke`: Flite failed on this very text. That Flite does not open at all is an exception, since no other text would fare better. */
export type Attempt = { said: Utterance } | { broke: string }

let flite: Flite | undefined

/** The script of one speaking thread: a job is a text, `workerData` the voice. */
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
