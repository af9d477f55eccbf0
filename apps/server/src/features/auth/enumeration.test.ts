import { expect, it } from 'vitest'
import { callsTo, json } from '../../../test/calls.ts'
import { mailsIn } from '../../../test/mailbox.ts'
import { silence } from '../../../test/silence.ts'
import { useServer } from '../../../test/start-server.ts'
import { eventually } from '../../../test/waiting.ts'

const test = await useServer({ ports: { speech: silence } })
const ask = callsTo(test.url)

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!

/** Asks for both in turn, so that whatever else this machine does slows both down. */
async function compare(rounds: number, call: (email: string) => ReturnType<typeof ask>, known: string[]) {
  const times = { known: [] as number[], unknown: [] as number[] }
  const bodies = new Set<string>()
  const timed = async (kind: keyof typeof times, email: string) => {
    const startedAt = performance.now()
    const answer = await call(email)
    times[kind].push(performance.now() - startedAt)
    bodies.add(`${answer.status} ${JSON.stringify({ ...answer.json, requestId: '' })}`)
  }
  for (let round = 0; round < rounds; round++) {
    const order = ['known', 'unknown'] as const
    for (const kind of round % 2 ? order : order.toReversed())
      await timed(kind, kind === 'known' ? known[round % known.length]! : `nobody-${crypto.randomUUID()}@example.com`)
  }
  const ratio = median(times.known.map((ms, round) => ms / times.unknown[round]!))
  return { bodies, ratio }
}

it('asking for a new password says and takes the same for an address with an account and for one without [threat 4]', async () => {
  const users = []
  for (let made = 0; made < 50; made++) users.push(await test.newUser())
  const request = (email: string) => ask('/api/auth/request-password-reset', json({ email }))
  const { bodies, ratio } = await compare(
    100,
    request,
    users.map(user => user.email),
  )
  expect(bodies.size).toBe(1)
  // The figure is the benchmark's (docs/performance.md); whatever is done for one of them only takes twice as long.
  expect(Math.abs(Math.log(ratio))).toBeLessThan(Math.log(1.67))
}, 240_000)

it('mails an address three links in an hour at most, and says the same all the while', async () => {
  const { email } = await test.newUser()
  const answers = []
  for (let tries = 0; tries < 6; tries++) answers.push(await ask('/api/auth/request-password-reset', json({ email })))
  expect(new Set(answers.map(answer => answer.text)).size).toBe(1)
  expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([200]))
  const { db } = test.server.services.database
  await eventually(
    () => db.selectFrom('outbox').select('id').where('state', 'in', ['queued', 'sending']).execute(),
    waiting => waiting.length === 0,
    60_000,
  )
  const mails = (await mailsIn(test.dataDir)).filter(mail => `${mail.html}`.includes('/reset-password?'))
  const toUser = mails.filter(mail => JSON.stringify(mail.to).includes(email))
  expect(toUser.length).toBeGreaterThan(0)
  expect(toUser.length).toBeLessThanOrEqual(3)
  // Nobody without an account was written to, and nothing of them is left.
  expect(mails.filter(mail => JSON.stringify(mail.to).includes('nobody-'))).toEqual([])
  const dropped = await db.selectFrom('outbox').select('address').where('state', '=', 'dropped').execute()
  expect(dropped.filter(row => row.address !== null)).toEqual([])
}, 300_000)

it('a thousand tries at a link reach no hash and open nothing [threat 5]', async () => {
  const from = { 'X-Forwarded-For': '203.0.113.9' }
  const statuses: Record<number, number> = {}
  for (let tries = 0; tries < 1_000; tries++) {
    const guess = json({ token: crypto.randomUUID(), newPassword: 'two silver spoons' }, { headers: from })
    const { status } = await ask('/api/auth/reset-password', guess)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  expect(statuses).toEqual({ 400: 120, 429: 880 })
}, 240_000)

it('a thousand passwords for one account, and for a thousand accounts, are looked at by the handful [threat 5]', async () => {
  const { email } = await test.newUser()
  const tried = async (address: (tries: number) => string, from: string) => {
    const statuses: Record<number, number> = {}
    for (let tries = 0; tries < 1_000; tries++) {
      const guess = json(
        { email: address(tries), password: `guess ${tries}` },
        { headers: { 'X-Forwarded-For': from } },
      )
      const { status } = await ask('/api/auth/login', guess)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
    return statuses
  }
  expect(await tried(() => email, '203.0.113.20')).toEqual({ 401: 5, 429: 995 })
  expect(await tried(tries => `somebody-${tries}@example.com`, '203.0.114.20')).toEqual({ 401: 50, 429: 950 })
}, 300_000)
