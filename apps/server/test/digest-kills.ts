import { createDueSchedules } from './due-schedules.ts'
import { seedFrom } from './extent.ts'
import { createRandom } from './random-kills.ts'
import { forkServer } from './server-process.ts'

/** Lifetime of a server process, from its start: some are killed while starting, some while working. */
const [shortestLifeMs, longestLifeMs] = [400, 3_000]

/**
 * Kills two processes that schedule and work at random moments, while `runs` schedules become due one after another. Each run must
 * produce one digest: one mail, one push notification and one in-app notification. Set `KILL_SEED` to repeat a run.
 */
export async function expectDigestsDespiteKills(kills: number, runs: number): Promise<void> {
  const seed = seedFrom('KILL_SEED')
  const random = createRandom(seed)
  const schedules = await createDueSchedules()

  /** Runs one process after another and kills each at a random moment, until there were enough kills. */
  async function killRepeatedly(remaining: { kills: number }): Promise<void> {
    while (remaining.kills > 0) {
      remaining.kills--
      const { child, ended } = forkServer(schedules.env)
      const timer = setTimeout(
        () => child.kill('SIGKILL'),
        shortestLifeMs + random() * (longestLifeMs - shortestLifeMs),
      )
      const { signal } = await ended
      clearTimeout(timer)
      if (signal !== 'SIGKILL') throw new Error(`Seed ${seed}: a server exited on its own`)
    }
  }

  try {
    await schedules.add(runs, { withinMs: (kills * (shortestLifeMs + longestLifeMs)) / 2 / 2 })
    const remaining = { kills }
    await Promise.all([killRepeatedly(remaining), killRepeatedly(remaining)])
    const last = await forkServer(schedules.env).serving
    try {
      await schedules.untilDelivered()
    } finally {
      await last.kill('SIGKILL')
    }
    const { repeatedMails, repeatedPushes } = await schedules.expectOneDigestEach()
    console.log(
      `${kills} kills, ${runs} runs: ${repeatedMails} mails arrived again with the same Message-ID, ${repeatedPushes} push notifications with the same tag`,
    )
  } finally {
    await schedules.close()
  }
}
