import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { failures } from '@recaps/contract/failures'
import { openEngines } from '../compose.ts'
import { ConfigError, readConfig } from '../config.ts'
import { AppError, ProviderError } from '../errors.ts'
import { systemClock } from '../ports/clock.ts'
import { readArguments, UsageError, usage, type Wanted } from './arguments.ts'
import { type MadeRecap, makeRecap } from './make-recap.ts'
import { progressBar } from './progress-bar.ts'

/** `npm run recap`: the main job in a terminal. Everything but the JSON asked for goes to standard error. */
process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const bar = progressBar(process.stderr)
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  try {
    const wanted = readArguments(args)
    if (!wanted) {
      console.log(usage)
      return 0
    }
    mkdirSync(wanted.out, { recursive: true })
    const engines = openEngines(readConfig(process.env), systemClock)
    try {
      const made = await makeRecap(wanted, engines, bar, stop.signal)
      bar.clear()
      write(made, wanted)
    } finally {
      await engines.close()
    }
    return 0
  } catch (error) {
    bar.clear()
    console.error(stop.signal.aborted ? 'Stopped.' : sentenceOf(error))
    return 1
  }
}

function write(made: MadeRecap, wanted: Wanted): void {
  const file = (extension: string) => path.join(wanted.out, `${made.name}.${extension}`)
  writeFileSync(file('md'), made.markdown)
  if (made.mp3) writeFileSync(file('mp3'), made.mp3)
  writeFileSync(file('json'), `${JSON.stringify(made.json, null, 1)}\n`)
  if (wanted.json) console.log(JSON.stringify(made.json))
  const { captionsMs, summaryMs, audioMs } = made.json.timing
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  const spoken = audioMs === null ? '' : `, audio ${seconds(audioMs)}`
  console.error(
    `Wrote ${file(made.mp3 ? '{md,mp3,json}' : '{md,json}')} (captions ${seconds(captionsMs)}, summary ${seconds(summaryMs)}${spoken}).`,
  )
}

/** One sentence for the user, whatever went wrong; never a stack trace. */
function sentenceOf(error: unknown): string {
  if (error instanceof UsageError || error instanceof ConfigError) return error.message
  if (error instanceof AppError) return error.message
  if (error instanceof ProviderError) return failures[error.code].sentence
  if (error instanceof Error && 'code' in error && 'path' in error)
    return `${String(error.path)} cannot be used: ${error.message.split(',')[0]}.`
  return `Something went wrong: ${error instanceof Error ? error.message : String(error)}`
}
