import { parseArgs } from 'node:util'
import { plainLine } from '@recaps/domain/plain-text'
import { isVideoId } from '@recaps/domain/video-url'
import { doctorParts, partNames } from '../compose-doctor.ts'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { systemClock } from '../ports/clock.ts'
import type { Advice, Check } from '../ports/doctor.ts'
import { UsageError } from './arguments.ts'

const usage = `Usage: npm run doctor -- [part …] [options]

  settings     reads the settings, as the server does at its start
  youtube      asks YouTube live about one known video, by each client and way out

  --video ID   the video to ask YouTube about, in place of a known one
  --json       the result as JSON
  --help       this text

Ends with 1 when something is wrong, and names the setting to change.`

const marks = { ok: 'ok', warning: 'WARN', failed: 'FAIL', skipped: '-' }

interface Examined {
  part: string
  checks: Check[]
}

/** `npm run doctor`: says what is wrong with this installation and what to change. Ends with 1 on trouble, 2 when it was not understood. */
process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  try {
    const order = readOrder(args)
    if (!order) {
      console.log(usage)
      return 0
    }
    const { parts, advice } = await examine(order)
    const isWell = parts.every(({ checks }) => checks.every(({ state }) => state === 'ok' || state === 'skipped'))
    const verdict = isWell ? { sentence: 'All is well.' } : (advice[0] ?? { sentence: 'Something failed; see above.' })
    if (order.json) console.log(JSON.stringify({ ok: isWell, verdict, advice, parts }, null, 2))
    else for (const line of drawn(parts, isWell ? [verdict] : advice)) console.log(line)
    return isWell ? 0 : 1
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    return 2
  }
}

interface Order {
  names: string[]
  video: string | undefined
  json: boolean
}

function readOrder(args: string[]): Order | null {
  const options = {
    video: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  } as const
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    if (values.help) return null
    const unknown = positionals.find(name => !['settings', ...partNames].includes(name))
    if (unknown) throw new UsageError(`There is no part "${unknown}".\n\n${usage}`)
    if (values.video !== undefined && !isVideoId(values.video))
      throw new UsageError('--video needs the 11-character id of a video.')
    return { names: positionals, video: values.video, json: values.json }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

async function examine({ names, video }: Order): Promise<{ parts: Examined[]; advice: Advice[] }> {
  const isWanted = (name: string) => names.length === 0 || names.includes(name)
  const settings = readSettings()
  const parts: Examined[] =
    isWanted('settings') || !settings.config ? [{ part: 'settings', checks: settings.checks }] : []
  const advice = settings.checks.flatMap(({ advice }) => advice ?? [])
  if (!settings.config) return { parts, advice }
  for (const part of doctorParts(settings.config, systemClock, video).filter(({ name }) => isWanted(name))) {
    const found = await part.check()
    parts.push({ part: part.name, checks: found.checks })
    advice.push(...found.advice)
  }
  return { parts, advice }
}

function readSettings(): { config: Config | null; checks: Check[] } {
  try {
    const config = readConfig(process.env)
    return { config, checks: [{ name: 'Settings', state: 'ok', detail: 'are understood' }] }
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

/** A table of all checks, and below it what to do. What comes from outside is made harmless to a terminal. */
function drawn(parts: readonly Examined[], advice: readonly Advice[]): string[] {
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
