import { startServer } from '../../apps/server/src/compose.ts'
import { readConfig } from '../../apps/server/src/config.ts'

/** A process that claims due schedules on command. */
const checkCount = 200
const server = await startServer(readConfig(process.env), { appVersion: 'bench' })
const { following, metrics } = server.services
process.send!('ready')

process.on('message', async (command: 'claim' | 'check') => {
  if (command === 'claim') {
    const beganAt = Date.now()
    const claimed = await following.claimDue()
    process.send!({ claimed, beganAt, endedAt: Date.now() })
    return
  }
  await following.measureLag()
  const metricsText = await metrics.text()
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metricsText)?.[1])
  const due = value('recaps_schedules_due')
  const emptyMs: number[] = []
  for (let n = 0; due === 0 && n < checkCount; n++) {
    const startedAt = performance.now()
    await following.claimDue()
    emptyMs.push(performance.now() - startedAt)
  }
  process.send!({ emptyMs, due, lagSeconds: value('recaps_schedules_lag_seconds') })
})
