import { readFileSync } from 'node:fs'
import { startServer } from './compose.ts'
import { picksOf } from './compose-adapters.ts'
import { ConfigError, readConfig } from './config.ts'
import { CannotStart } from './errors.ts'

/** The only file that touches the process: its environment, its signals and its exit code. */
try {
  const config = readConfig(process.env)
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  const server = await startServer(config, { appVersion: version })
  if (config.logFormat === 'pretty') console.log(startMessage(picksOf(config), server.port))
  else server.services.logger.info({ port: server.port, ...picksOf(config) }, 'serving')
  process.send?.({ ready: true, port: server.port })

  const stop = async (signal: string) => {
    server.services.logger.info({ signal }, 'stopping')
    await server.stop()
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
} catch (error) {
  if (error instanceof ConfigError || error instanceof CannotStart) console.error(error.message)
  else console.error(error)
  process.exit(1)
}

function startMessage(picks: Record<string, string>, port: number | undefined): string {
  const width = Math.max(...Object.keys(picks).map(name => name.length))
  const rows = Object.entries(picks).map(([name, pick]) => `  ${name.padEnd(width)}  ${pick}`)
  return [...rows, ...(port === undefined ? [] : ['', `  Open http://localhost:${port}`]), ''].join('\n')
}
