import { openEngines } from '../compose-adapters.ts'
import { readConfig } from '../config.ts'
import { systemClock } from '../ports/clock.ts'
import { readArguments, usage } from './arguments.ts'
import { describeError } from './describe-error.ts'
import { makeRecap, type RecapOutput } from './make-recap.ts'
import { outputPath, writeOutput } from './output.ts'
import { createProgressBar } from './progress-bar.ts'

/** Shell convention: 128 plus the signal number. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const
const stopTimeoutMs = 3_000

/** `npm run recap`: summarizes one video in the terminal. Only the JSON (`--json`) goes to standard output. */
process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const bar = createProgressBar(process.stderr)
  const stop = new AbortController()
  let stopCode = 0
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // `on`, not `once`: npm forwards the Ctrl-C that this process has already received from the terminal.
    process.on(signal, () => {
      stopCode = exitCodes[signal]
      stop.abort()
      setTimeout(() => process.exit(stopCode), stopTimeoutMs).unref()
    })
  }
  try {
    const options = readArguments(args)
    if (!options) {
      console.log(usage)
      return 0
    }
    const engines = openEngines(readConfig(process.env), systemClock, { onInvalidFile: console.error })
    try {
      const made = await makeRecap(options, engines, bar, stop.signal)
      stop.signal.throwIfAborted()
      bar.clear()
      writeOutput(options.out, made)
      if (options.json) console.log(JSON.stringify(made.json))
      console.error(report(made, options.out))
    } finally {
      await engines.close()
    }
    return 0
  } catch (error) {
    bar.clear()
    if (stopCode === 0) console.error(describeError(error))
    else console.error('Stopped. Nothing was written.')
    return stopCode || 1
  }
}

function report({ name, mp3, json }: RecapOutput, folder: string): string {
  const { captionsMs, summaryMs, audioMs } = json.timing
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  const spoken = audioMs === null ? '' : `, audio ${seconds(audioMs)}`
  const files = [...(['md', ...(mp3 ? ['mp3' as const] : []), 'json'] as const)].map(extension =>
    outputPath(folder, name, extension),
  )
  const source = json.transcript.kind === 'stt' ? 'transcription' : 'captions'
  return `Wrote ${files.join(', ')} (${source} ${seconds(captionsMs)}, summary ${seconds(summaryMs)}${spoken}).`
}
