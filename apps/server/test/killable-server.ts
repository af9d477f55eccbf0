import { startServer } from '../src/compose.ts'
import { readConfig } from '../src/config.ts'
import type { AccountPoint } from '../src/features/account/points.ts'
import type { MailPoint, PushPoint } from '../src/features/notifications/points.ts'
import type { SchedulePoint } from '../src/features/schedules/points.ts'
import type { PaymentPoint } from '../src/features/subscriptions/points.ts'
import type { Point } from '../src/features/summaries/points.ts'
import type { PushMessage } from '../src/ports/push.ts'

export type AnyPoint = Point | MailPoint | PushPoint | AccountPoint | SchedulePoint | PaymentPoint

/**
 * What a parent says to the server: the point at which it has to die, or to stop as it is, whom to tell what, or to watch its
 * event loop and tell of it.
 */
export type Order =
  | { dieAt: AnyPoint }
  | { stopAt: AnyPoint }
  | { push: PushMessage; userId: number }
  | { loop: 'watch' | 'tell' }

/** What it says once: where it listens. */
export interface Serving {
  port: number
}

/** What it says right before it stops. */
export interface Stopped {
  stopped: AnyPoint
}

/**
 * For how long others had to wait for the event loop since it was watched, milliseconds of computing: the delay as a machine
 * with nothing else to do would show it, so that the figure is the same however busy this one is.
 */
export interface LoopDelay {
  p99: number
  max: number
}

/**
 * The whole server in a process of its own, as `main.ts` starts it, that kills itself (SIGKILL: nothing is flushed, closed
 * or told) the next time it passes the point its parent names.
 */
let dieAt: AnyPoint | undefined
let stopAt: AnyPoint | undefined
const delays: number[] = []
process.on('message', (order: Order) => {
  if ('dieAt' in order) dieAt = order.dieAt
  else if ('stopAt' in order) stopAt = order.stopAt
  else if ('push' in order) sendPush(order)
  else if (order.loop === 'watch') watchLoop()
  else {
    const inOrder = delays.toSorted((one, other) => one - other)
    process.send?.({
      p99: inOrder[Math.ceil(inOrder.length * 0.99) - 1]!,
      max: inOrder.at(-1)!,
    } satisfies LoopDelay)
  }
})
// Left alone by a parent that died.
process.on('disconnect', () => process.exit(1))

const server = await startServer(readConfig(process.env), {
  appVersion: '0.0.0-test',
  passed(point) {
    if (point === dieAt) process.kill(process.pid, 'SIGKILL')
    if (point === stopAt) stop(point)
  },
})
process.on('SIGTERM', async () => {
  await server.stop()
  process.exit(0)
})
process.send?.({ port: server.port ?? 0 } satisfies Serving)

/** Once, with all it has in hand, until its parent lets it go on. */
function stop(point: AnyPoint): void {
  stopAt = undefined
  process.send?.({ stopped: point } satisfies Stopped)
  process.kill(process.pid, 'SIGSTOP')
}

/** Nothing but the schedules sends one, and they take hours. */
function sendPush({ userId, push }: Extract<Order, { push: PushMessage }>): void {
  const { database, notifications } = server.services
  database.db
    .transaction()
    .execute(trx => notifications.sendPush(trx, userId, push))
    .catch(() => {})
}

/** Every 5 ms, as the loop allows: what this thread computed since the last time is what the timer had to wait for. */
function watchLoop(): void {
  let last = process.threadCpuUsage()
  setInterval(() => {
    const { user, system } = process.threadCpuUsage()
    delays.push((user + system - last.user - last.system) / 1000)
    last = { user, system }
  }, 5)
}
