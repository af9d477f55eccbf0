import { openEngines } from '../compose-adapters.ts'
import { readConfig } from '../config.ts'
import { systemClock } from '../ports/clock.ts'
import { readArguments, usage } from './arguments.ts'
import { type MadeRecap, makeRecap } from './make-recap.ts'
import { outputPath, writeOutput } from './output.ts'
import { progressBar } from './progress-bar.ts'
import { sentenceOf } from './sentence-of.ts'

/** As shells count: 128 and the number of the signal. */
const stoppedBy = { SIGINT: 130, SIGTERM: 143 } as const
const stopsWithinMs = 3_000

/** `npm run recap`: the main job in a terminal. Everything but the JSON asked for goes to standard error. */
process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const bar = progressBar(process.stderr)
  const stop = new AbortController()
  let stopCode = 0
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // Not once: npm hands on the Ctrl-C that this process has had from the terminal already.
    process.on(signal, () => {
      stopCode = stoppedBy[signal]
      stop.abort()
      setTimeout(() => process.exit(stopCode), stopsWithinMs).unref()
    })
  }
  try {
    const wanted = readArguments(args)
    if (!wanted) {
      console.log(usage)
      return 0
    }
    const engines = openEngines(readConfig(process.env), systemClock, { onTrouble: console.error })
    try {
      const made = await makeRecap(wanted, engines, bar, stop.signal)
      stop.signal.throwIfAborted()
      bar.clear()
      writeOutput(wanted.out, made)
      if (wanted.json) console.log(JSON.stringify(made.json))
      console.error(report(made, wanted.out))
    } finally {
      await engines.close()
    }
    return 0
  } catch (error) {
    bar.clear()
    if (stopCode === 0) console.error(sentenceOf(error))
    else console.error('Stopped. Nothing was written.')
    return stopCode || 1
  }
}

function report({ name, mp3, json }: MadeRecap, folder: string): string {
  const { captionsMs, summaryMs, audioMs } = json.timing
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  const spoken = audioMs === null ? '' : `, audio ${seconds(audioMs)}`
  const files = [...(['md', ...(mp3 ? ['mp3' as const] : []), 'json'] as const)].map(end =>
    outputPath(folder, name, end),
  )
  const words = json.transcript.kind === 'stt' ? 'transcription' : 'captions'
  return `Wrote ${files.join(', ')} (${words} ${seconds(captionsMs)}, summary ${seconds(summaryMs)}${spoken}).`
}
