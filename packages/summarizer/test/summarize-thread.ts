import { parentPort } from 'node:worker_threads'
import { type Options, type Source, summarize } from '../src/index.ts'

/** Worker thread script: summarises each source it receives. The caller can terminate it if it takes too long. */
parentPort!.on('message', ({ source, options }: { source: Source; options: Options }) => {
  try {
    parentPort!.postMessage({ summary: summarize(source, options) })
  } catch (error) {
    parentPort!.postMessage({ error: String(error) })
  }
})
