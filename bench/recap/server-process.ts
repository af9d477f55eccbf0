import { monitorEventLoopDelay } from 'node:perf_hooks'
import { startServer } from '../../apps/server/src/compose.ts'
import { readConfig } from '../../apps/server/src/config.ts'

/** What the server process has used. It runs separately from the measuring process, so that their figures don't mix. */
export interface Usage {
  cpuMs: number
  rssMb: number
  loopDelayP99Ms: number
}

const server = await startServer(readConfig(process.env), { appVersion: 'bench' })
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()

process.on('message', async message => {
  if (message === 'usage') {
    const { user, system } = process.cpuUsage()
    const usage: Usage = {
      cpuMs: (user + system) / 1000,
      rssMb: process.memoryUsage.rss() / 2 ** 20,
      loopDelayP99Ms: delay.percentile(99) / 1e6,
    }
    process.send!(usage)
  } else if (message === 'reset') {
    delay.reset()
    process.send!('reset')
  } else if (message === 'stop') {
    await server.stop(2000)
    process.exit(0)
  }
})
process.send!({ port: server.port })
