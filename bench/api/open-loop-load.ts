import { Agent, request } from 'node:http'

/** An open-loop load: requests are sent at a fixed rate without waiting for earlier answers, like many independent users. */
export interface Load {
  url: string
  /** Requests per second. */
  rate: number
  seconds: number
  /** Warm-up before `seconds`, in which the rate rises. Its answers don't count. */
  rampSeconds: number
  /** Client timeout. */
  timeoutMs: number
  paths: { path: string; headers: Record<string, string> }[]
}

export interface LoadOutcome {
  /** Durations of the answers with status 200. */
  answeredMs: number[]
  /** Answers with 503 and Retry-After. */
  rejected: number
  timedOut: number
  /** Other statuses and errors. */
  other: number
}

const tickMs = 5

async function sendLoad({ url, rate, seconds, rampSeconds, timeoutMs, paths }: Load): Promise<LoadOutcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  let outcome: LoadOutcome = { answeredMs: [], rejected: 0, timedOut: 0, other: 0 }
  const pending: Promise<void>[] = []
  const send = (n: number) =>
    new Promise<void>(resolve => {
      const target = outcome
      const { path, headers } = paths[n % paths.length]!
      const startedAt = performance.now()
      const outgoing = request(url + path, { agent, headers, timeout: timeoutMs }, answer => {
        answer.resume()
        answer.once('end', () => {
          if (answer.statusCode === 200) target.answeredMs.push(performance.now() - startedAt)
          else if (answer.statusCode === 503 && Number(answer.headers['retry-after']) > 0) target.rejected++
          else target.other++
        })
        answer.once('close', resolve)
      })
      let hasTimedOut = false
      const timer = setTimeout(() => {
        hasTimedOut = true
        outgoing.destroy()
      }, timeoutMs)
      outgoing.once('close', () => clearTimeout(timer))
      outgoing.once('error', () => {
        if (hasTimedOut) target.timedOut++
        else target.other++
        resolve()
      })
      outgoing.end()
    })
  /** Requests due after this time. The rate rises linearly during the ramp. */
  const requestsDueAt = (elapsedSeconds: number) =>
    elapsedSeconds < rampSeconds
      ? (rate * elapsedSeconds * elapsedSeconds) / (2 * rampSeconds)
      : rate * (elapsedSeconds - rampSeconds / 2)
  const startedAt = performance.now()
  let isWarm = false
  for (let n = 0; ; ) {
    const elapsedSeconds = Math.min(rampSeconds + seconds, (performance.now() - startedAt) / 1000)
    if (!isWarm && elapsedSeconds >= rampSeconds) {
      isWarm = true
      outcome = { answeredMs: [], rejected: 0, timedOut: 0, other: 0 }
    }
    for (const due = requestsDueAt(elapsedSeconds); n < due; n++) pending.push(send(n))
    if (elapsedSeconds >= rampSeconds + seconds) break
    await new Promise(resolve => setTimeout(resolve, tickMs))
  }
  await Promise.all(pending)
  agent.destroy()
  return outcome
}

process.on('message', async (load: Load) => process.send!(await sendLoad(load)))
