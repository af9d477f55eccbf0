import { startServer } from '../src/compose.ts'
import { readConfig } from '../src/config.ts'
import type { AccountKillPoint } from '../src/features/account/kill-points.ts'
import type { MailKillPoint, PushKillPoint } from '../src/features/notifications/kill-points.ts'
import type { ScheduleKillPoint } from '../src/features/schedules/schedule-kill-points.ts'
import type { PaymentKillPoint } from '../src/features/subscriptions/kill-points.ts'
import type { SummaryKillPoint } from '../src/features/summaries/kill-points.ts'
import type { PushMessage } from '../src/ports/push.ts'

export type KillPoint =
  | SummaryKillPoint
  | MailKillPoint
  | PushKillPoint
  | AccountKillPoint
  | ScheduleKillPoint
  | PaymentKillPoint

/**
 * A message of the parent process: the kill point at which the server must die or pause, a push notification to send, or a
 * command to start or report the measurement of its event loop.
 */
export type ParentMessage =
  | { dieAt: KillPoint }
  | { stopAt: KillPoint }
  | { push: PushMessage; userId: number }
  | { loop: 'watch' | 'report' }

/** Sent once, when the server listens. */
export interface ServingMessage {
  port: number
}

/** Sent right before the server pauses. */
export interface PausedMessage {
  pausedAt: KillPoint
}

/**
 * How long other work had to wait for the event loop since `watch`, in milliseconds of CPU time: the delay on an otherwise idle
 * machine, so that the figure does not depend on how busy this one is.
 */
export interface LoopDelay {
  p99: number
  max: number
}

/**
 * Runs the whole server in its own process, like `main.ts`. The process kills itself (SIGKILL, so nothing is flushed, closed
 * or reported) the next time it passes the kill point that its parent names.
 */
let dieAt: KillPoint | undefined
let stopAt: KillPoint | undefined
const delays: number[] = []
process.on('message', (order: ParentMessage) => {
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
// The parent has died.
process.on('disconnect', () => process.exit(1))

const server = await startServer(readConfig(process.env), {
  appVersion: '0.0.0-test',
  passed(point) {
    if (point === dieAt) process.kill(process.pid, 'SIGKILL')
    if (point === stopAt) pause(point)
  },
})
process.on('SIGTERM', async () => {
  await server.stop()
  process.exit(0)
})
process.send?.({ port: server.port ?? 0 } satisfies ServingMessage)

/** Pauses the process once, in the middle of its work, until the parent continues it. */
function pause(point: KillPoint): void {
  stopAt = undefined
  process.send?.({ pausedAt: point } satisfies PausedMessage)
  process.kill(process.pid, 'SIGSTOP')
}

/** Sends it directly: otherwise only schedules send push notifications, which takes hours. */
function sendPush({ userId, push }: Extract<ParentMessage, { push: PushMessage }>): void {
  const { database, notifications } = server.services
  database.db
    .transaction()
    .execute(trx => notifications.sendPush(trx, userId, push))
    .catch(() => {})
}

/** Samples every 5 ms, or as soon as the loop allows: the CPU time of this thread since the last sample is the time the timer waited. */
function watchLoop(): void {
  let last = process.threadCpuUsage()
  setInterval(() => {
    const { user, system } = process.threadCpuUsage()
    delays.push((user + system - last.user - last.system) / 1000)
    last = { user, system }
  }, 5)
}
