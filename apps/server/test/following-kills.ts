import { dueSchedules } from './due-schedules.ts'
import { randomFrom } from './random-kills.ts'
import { forkServer } from './server-process.ts'

/** How long a life lasts, counted from its start: some die while starting, some with work in hand. */
const [shortestLifeMs, longestLifeMs] = [400, 3_000]

/**
 * Two processes that schedule and work are killed at random while so many schedules become due, one after the other. Each run
 * has to end in one digest: one mail, one push message, one notice. `KILL_SEED` repeats a run.
 */
export async function followsThroughKills(kills: number, runs: number): Promise<void> {
  const seed = Number(process.env.KILL_SEED ?? Date.now())
  const random = randomFrom(seed)
  const schedules = await dueSchedules()

  /** One process after the other, each killed at some moment, until there were enough kills. */
  async function livesUntil(left: { kills: number }): Promise<void> {
    while (left.kills > 0) {
      left.kills--
      const { child, ended } = forkServer(schedules.env)
      const timer = setTimeout(
        () => child.kill('SIGKILL'),
        shortestLifeMs + random() * (longestLifeMs - shortestLifeMs),
      )
      const { signal } = await ended
      clearTimeout(timer)
      if (signal !== 'SIGKILL') throw new Error(`seed ${seed}: a server ended by itself`)
    }
  }

  try {
    await schedules.add(runs, { withinMs: (kills * (shortestLifeMs + longestLifeMs)) / 2 / 2 })
    const left = { kills }
    await Promise.all([livesUntil(left), livesUntil(left)])
    const last = await forkServer(schedules.env).serving
    try {
      await schedules.untilDelivered()
    } finally {
      await last.kill('SIGKILL')
    }
    const { mailsTwice, pushesTwice } = await schedules.expectOneDigestEach()
    console.log(
      `${kills} kills, ${runs} runs: ${mailsTwice} mails came twice under one Message-ID, ${pushesTwice} push messages under one tag`,
    )
  } finally {
    await schedules.close()
  }
}
