import { readFileSync } from 'node:fs'
import { type RunningServer, startServer } from './compose.ts'
import { picksOf } from './compose-adapters.ts'
import { ConfigError, readConfig } from './config.ts'
import { keepNewFilesPrivate } from './database/data-folder.ts'
import { CannotStart } from './errors.ts'

/** Whoever presses Ctrl-C again after this does not want to wait for an orderly end. */
const hastyAfterMs = 5_000

// A terminal or a pipe may be gone before the end: what cannot be written any more is no reason to end without order.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

/** The only file that touches the process: its environment, its signals and its exit code. */
try {
  keepNewFilesPrivate()
  const config = readConfig(process.env)
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  const server = await startServer(config, { appVersion: version, onStuck: endStuckProcess })
  const { port, services } = server
  const links = port === undefined ? {} : operatorLinks(services, port)
  if (config.logFormat === 'pretty') console.log(startMessage(picksOf(config), port, links))
  else services.logger.info({ port, ...links, ...picksOf(config) }, 'serving')
  process.send?.({ ready: true, port })

  let stoppingSince: number | undefined
  const stop = async (signal: string) => {
    // One Ctrl-C comes several times: from the terminal, from npm and from scripts/run.mjs.
    if (stoppingSince !== undefined) {
      if (signal === 'SIGINT' && performance.now() - stoppingSince > hastyAfterMs) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    services.logger.info({ signal }, 'stopping')
    await server.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop)
} catch (error) {
  if (error instanceof ConfigError || error instanceof CannotStart) console.error(error.message)
  else console.error(error)
  process.exit(1)
}

/** Jobs in hand are taken over by other workers, and by the next process here, when their lease has run out. */
function endStuckProcess(reason: string): void {
  console.error(`The workers are stuck: ${reason}. The process ends so that its supervisor starts it anew.`)
  process.exit(1)
}

/** Links to the operator's pages that exist, with the token. */
function operatorLinks(
  { operatorToken, mailFolder, demoClock }: RunningServer['services'],
  port: number,
): Record<string, string> {
  const link = (page: string) => `http://localhost:${port}/dev/${page}?token=${operatorToken}`
  return { ...(mailFolder && { outbox: link('outbox') }), ...(demoClock && { clock: link('clock') }) }
}

function startMessage(
  picks: Record<string, string>,
  port: number | undefined,
  { outbox, clock }: Record<string, string>,
): string {
  const width = Math.max(...Object.keys(picks).map(name => name.length))
  const rows = Object.entries(picks).map(([name, pick]) => `  ${name.padEnd(width)}  ${pick}`)
  const opened = [
    ...(port === undefined ? [] : [`  Open http://localhost:${port}`]),
    ...(outbox ? [`  No mail server is set: links to confirm or reset are in the outbox, ${outbox}`] : []),
    ...(clock ? [`  Clock of the demo: ${clock}`] : []),
  ]
  return [...rows, ...(opened.length > 0 ? ['', ...opened] : []), ''].join('\n')
}
