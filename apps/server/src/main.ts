import { readFileSync } from 'node:fs'
import { type RunningServer, startServer } from './compose.ts'
import { describeAdapters } from './compose-adapters.ts'
import { ConfigError, readConfig } from './config.ts'
import { keepNewFilesPrivate } from './database/data-folder.ts'
import { StartupError } from './errors.ts'

/** A Ctrl-C this long after the first one exits immediately. */
const forceExitAfterMs = 5_000

// The terminal or pipe may close before we exit. A failed write must not interrupt the graceful shutdown.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

// Only this file accesses the environment, the signals and the exit code of the process.
try {
  keepNewFilesPrivate()
  const config = readConfig(process.env)
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  const server = await startServer(config, { appVersion: version, onStuck: endStuckProcess })
  const { port, services } = server
  const links = port === undefined ? {} : operatorLinks(services, port)
  if (config.logFormat === 'pretty') console.log(startMessage(describeAdapters(config), port, links))
  else services.logger.info({ port, ...links, ...describeAdapters(config) }, 'server started')
  process.send?.({ ready: true, port })

  let stoppingSince: number | undefined
  const stop = async (signal: string) => {
    // One Ctrl-C arrives several times: from the terminal, from npm and from scripts/run.mjs.
    if (stoppingSince !== undefined) {
      if (signal === 'SIGINT' && performance.now() - stoppingSince > forceExitAfterMs) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    services.logger.info({ signal }, 'server stopping')
    await server.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop)
} catch (error) {
  if (error instanceof ConfigError || error instanceof StartupError) console.error(error.message)
  else console.error(error)
  process.exit(1)
}

/** Other workers, or this one after its restart, take over the running jobs when their leases expire. */
function endStuckProcess(reason: string): void {
  console.error(`The workers are stuck: ${reason}. Exiting so that the supervisor restarts this process.`)
  process.exit(1)
}

/** Links to the available operator pages, including the token. */
function operatorLinks(
  { operatorToken, mailFolder, demoClock }: RunningServer['services'],
  port: number,
): Record<string, string> {
  const link = (page: string) => `http://localhost:${port}/dev/${page}?token=${operatorToken}`
  return { ...(mailFolder && { outbox: link('outbox') }), ...(demoClock && { clock: link('clock') }) }
}

function startMessage(
  adapters: Record<string, string>,
  port: number | undefined,
  { outbox, clock }: Record<string, string>,
): string {
  const width = Math.max(...Object.keys(adapters).map(name => name.length))
  const rows = Object.entries(adapters).map(([name, adapter]) => `  ${name.padEnd(width)}  ${adapter}`)
  const addresses = [
    ...(port === undefined ? [] : [`  Open http://localhost:${port}`]),
    ...(outbox ? [`  No mail server is set up. Read mails, such as confirmation links, in the outbox: ${outbox}`] : []),
    ...(clock ? [`  Demo clock: ${clock}`] : []),
  ]
  return [...rows, ...(addresses.length > 0 ? ['', ...addresses] : []), ''].join('\n')
}
