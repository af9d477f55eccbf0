import { workerData } from 'node:worker_threads'
import { serveJobs } from '../threads.ts'
import { type Flite, type FliteVoice, openFlite, type Utterance } from './open-flite.ts'

/** The script of one speaking thread: a job is a text, the result what Flite said. `workerData` is the voice. */
let flite: Promise<Flite> | undefined

serveJobs<string, Utterance>(async text => {
  flite ??= openFlite(workerData as FliteVoice)
  try {
    const result = (await flite).say(text)
    return { result, transfer: [result.pcm.buffer] }
  } catch (error) {
    flite = undefined
    throw error
  }
})
