import { Agent, request } from 'node:http'

/** Requests sent at a fixed rate, whatever becomes of those before: as many users do, and unlike a closed loop. */
export interface Load {
  url: string
  rate: number
  seconds: number
  /** So long before that the rate rises, so that the process that sends is warm; what is answered then does not count. */
  rampSeconds: number
  /** After so long a client gives up. */
  patienceMs: number
  paths: { path: string; headers: Record<string, string> }[]
}

export interface LoadOutcome {
  /** How long each answer with 200 took, milliseconds. */
  answeredMs: number[]
  /** Answers with 503 and Retry-After. */
  refused: number
  givenUp: number
  /** Everything else. */
  other: number
}

const tickMs = 5

async function sendLoad({ url, rate, seconds, rampSeconds, patienceMs, paths }: Load): Promise<LoadOutcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  let outcome: LoadOutcome = { answeredMs: [], refused: 0, givenUp: 0, other: 0 }
  const open: Promise<void>[] = []
  const send = (n: number) =>
    new Promise<void>(resolve => {
      const counted = outcome
      const { path, headers } = paths[n % paths.length]!
      const startedAt = performance.now()
      const sent = request(url + path, { agent, headers, timeout: patienceMs }, answer => {
        answer.resume()
        answer.once('end', () => {
          if (answer.statusCode === 200) counted.answeredMs.push(performance.now() - startedAt)
          else if (answer.statusCode === 503 && Number(answer.headers['retry-after']) > 0) counted.refused++
          else counted.other++
        })
        answer.once('close', resolve)
      })
      let isGivenUp = false
      const timer = setTimeout(() => {
        isGivenUp = true
        sent.destroy()
      }, patienceMs)
      sent.once('close', () => clearTimeout(timer))
      sent.once('error', () => {
        if (isGivenUp) counted.givenUp++
        else counted.other++
        resolve()
      })
      sent.end()
    })
  /** How many are due after so many seconds: the rate rises evenly until the end of the ramp. */
  const dueAt = (s: number) => (s < rampSeconds ? (rate * s * s) / (2 * rampSeconds) : rate * (s - rampSeconds / 2))
  const startedAt = performance.now()
  let isWarm = false
  for (let n = 0; ; ) {
    const s = Math.min(rampSeconds + seconds, (performance.now() - startedAt) / 1000)
    if (!isWarm && s >= rampSeconds) {
      isWarm = true
      outcome = { answeredMs: [], refused: 0, givenUp: 0, other: 0 }
    }
    for (const due = dueAt(s); n < due; n++) open.push(send(n))
    if (s >= rampSeconds + seconds) break
    await new Promise(resolve => setTimeout(resolve, tickMs))
  }
  await Promise.all(open)
  agent.destroy()
  return outcome
}

process.on('message', async (load: Load) => process.send!(await sendLoad(load)))
