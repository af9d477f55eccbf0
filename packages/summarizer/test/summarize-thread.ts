import { parentPort } from 'node:worker_threads'
import { type Options, type Source, summarize } from '../src/index.ts'

/** Sums up each source that comes in, in a thread that can be ended when it takes too long. */
parentPort!.on('message', ({ source, options }: { source: Source; options: Options }) => {
  try {
    parentPort!.postMessage({ summary: summarize(source, options) })
  } catch (error) {
    parentPort!.postMessage({ error: String(error) })
  }
})
