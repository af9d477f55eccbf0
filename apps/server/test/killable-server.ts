import { startServer } from '../src/compose.ts'
import { readConfig } from '../src/config.ts'
import type { Point } from '../src/features/summaries/points.ts'

/** What a parent says to the server: the point at which it has to die. */
export interface Order {
  dieAt: Point
}

/** What it says once: where it listens. */
export interface Serving {
  port: number
}

/**
 * The whole server in a process of its own, as `main.ts` starts it, that kills itself (SIGKILL: nothing is flushed, closed
 * or told) the next time it passes the point its parent names.
 */
let dieAt: Point | undefined
process.on('message', (order: Order) => {
  dieAt = order.dieAt
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
