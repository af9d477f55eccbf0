import { monitorEventLoopDelay } from 'node:perf_hooks'
import { startServer } from '../src/compose.ts'
import { readConfig } from '../src/config.ts'
import type { Point } from '../src/features/summaries/points.ts'

/** What a parent says to the server: the point at which it has to die, or to watch its event loop and tell of it. */
export type Order = { dieAt: Point } | { loop: 'watch' | 'tell' }

/** What it says once: where it listens. */
export interface Serving {
  port: number
}

/** Delay of the event loop since it was watched, milliseconds. */
export interface LoopDelay {
  p50: number
  p99: number
  max: number
}

/**
 * The whole server in a process of its own, as `main.ts` starts it, that kills itself (SIGKILL: nothing is flushed, closed
 * or told) the next time it passes the point its parent names.
 */
let dieAt: Point | undefined
const delay = monitorEventLoopDelay({ resolution: 5 })
process.on('message', (order: Order) => {
  if ('dieAt' in order) dieAt = order.dieAt
  else if (order.loop === 'watch') {
    delay.reset()
    delay.enable()
  } else
    process.send?.({
      p50: delay.percentile(50) / 1e6,
      p99: delay.percentile(99) / 1e6,
      max: delay.max / 1e6,
    } satisfies LoopDelay)
})
// Left alone by a parent that died.
process.on('disconnect', () => process.exit(1))

const server = await startServer(readConfig(process.env), {
  appVersion: '0.0.0-test',
  passed(point) {
    if (point === dieAt) process.kill(process.pid, 'SIGKILL')
  },
})
process.on('SIGTERM', async () => {
  await server.stop()
  process.exit(0)
})
process.send?.({ port: server.port ?? 0 } satisfies Serving)
