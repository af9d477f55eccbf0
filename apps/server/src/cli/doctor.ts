import { parseArgs } from 'node:util'
import { plainLine } from '@recaps/domain/plain-text'
import { isVideoId } from '@recaps/domain/video-url'
import { doctorPartNames, doctorParts } from '../compose-doctor.ts'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { systemClock } from '../ports/clock.ts'
import type { Advice, Check } from '../ports/doctor.ts'
import { UsageError } from './arguments.ts'

const usage = `Usage: npm run doctor -- [part …] [options]

  settings     reads the settings as the server does when it starts
  youtube      requests a known video from YouTube with each client and outbound route

  --video ID   another video to request
  --json       print the result as JSON
  --help       show this help

Exits with 1 if something is wrong, and names the setting to change.`

const marks = { ok: 'ok', warning: 'WARN', failed: 'FAIL', skipped: '-' }

interface PartResult {
  part: string
  checks: Check[]
}

/** `npm run doctor`: reports what is wrong with this installation and how to fix it. Exits with 1 on problems, 2 on invalid arguments. */
process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  try {
    const options = readOptions(args)
    if (!options) {
      console.log(usage)
      return 0
    }
    const { parts, advice } = await examine(options)
    const isHealthy = parts.every(({ checks }) => checks.every(({ state }) => state === 'ok' || state === 'skipped'))
    const verdict = isHealthy
      ? { sentence: 'No problems found.' }
      : (advice[0] ?? { sentence: 'Some checks failed, see above.' })
    if (options.json) console.log(JSON.stringify({ ok: isHealthy, verdict, advice, parts }, null, 2))
    else for (const line of formatReport(parts, isHealthy ? [verdict] : advice)) console.log(line)
    return isHealthy ? 0 : 1
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    return 2
  }
}

interface Options {
  names: string[]
  video: string | undefined
  json: boolean
}

function readOptions(args: string[]): Options | null {
  const known = {
    video: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  } as const
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: known })
    if (values.help) return null
    const unknown = positionals.find(name => !['settings', ...doctorPartNames].includes(name))
    if (unknown) throw new UsageError(`Unknown part "${unknown}".\n\n${usage}`)
    if (values.video !== undefined && !isVideoId(values.video))
      throw new UsageError('--video needs an 11-character video id.')
    return { names: positionals, video: values.video, json: values.json }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

async function examine({ names, video }: Options): Promise<{ parts: PartResult[]; advice: Advice[] }> {
  const isSelected = (name: string) => names.length === 0 || names.includes(name)
  const settings = readSettings()
  const parts: PartResult[] =
    isSelected('settings') || !settings.config ? [{ part: 'settings', checks: settings.checks }] : []
  const advice = settings.checks.flatMap(({ advice }) => advice ?? [])
  if (!settings.config) return { parts, advice }
  for (const part of doctorParts(settings.config, systemClock, video).filter(({ name }) => isSelected(name))) {
    const result = await part.check()
    parts.push({ part: part.name, checks: result.checks })
    advice.push(...result.advice)
  }
  return { parts, advice }
}

function readSettings(): { config: Config | null; checks: Check[] } {
  try {
    const config = readConfig(process.env)
    return { config, checks: [{ name: 'Settings', state: 'ok', detail: 'are valid' }] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const checks = error.reasons.map((reason): Check => {
      const setting = /^[A-Z][A-Z0-9_]+/.exec(reason)?.[0]
      const advice = { sentence: `${reason}.`, ...(setting ? { setting } : {}) }
      return { name: setting ?? 'Settings', state: 'failed', detail: reason, advice }
    })
    return { config: null, checks }
  }
}

/** A table of all checks, followed by advice. Removes control characters from text that YouTube or a program returned. */
function formatReport(parts: readonly PartResult[], advice: readonly Advice[]): string[] {
  const checks = parts.flatMap(part => part.checks)
  const width = Math.max(...checks.map(({ name }) => name.length))
  return [
    ...parts.flatMap(({ part, checks }) => [
      part,
      ...checks.map(
        ({ name, state, detail }) => `  ${marks[state].padEnd(4)} ${name.padEnd(width)}  ${plainLine(detail)}`,
      ),
      '',
    ]),
    ...advice.map(({ sentence }) => plainLine(sentence)),
  ]
}
