import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@recaps/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recipientAddress, tokenFromMail } from './mailbox.ts'
import { asOperator } from './operator.ts'
import { freePort } from './postgres.ts'
import { type FakeSmtp, startSmtp } from './smtp.ts'
import { eventually } from './wait-for.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const [bench, kitchen, street] = ['UCP073R0_x88lMRBc-i9Z1Qg', 'UCYIeKfdLB23dvt6-dCFgRrQ', 'UCZVkOhUli35ZL3JfE9D-l6A']
const email = 'ada@example.com'

interface Demo {
  url: string
  dataDir: string
  fake: string
  stop(): Promise<void>
}

/** Runs `npm run demo` with a mail server. Its output names the address of the YouTube fake. */
async function startDemo(smtp: FakeSmtp): Promise<Demo> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-demo-'))
  const url = `http://localhost:${await freePort()}`
  const child = spawn(process.execPath, ['scripts/demo.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: new URL(url).port,
      DATA_DIR: dataDir,
      DEFAULT_PLAN: 'pro',
      MAIL_URL: smtp.url,
      MAIL_FROM: 'no-reply@recaps.example',
      MAIL_RETRY_SECONDS: '5',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', data => {
    printed += data
  })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const fake = await eventually(
    async () => /it is at (http:\S+?)\.\s/.exec(printed)?.[1],
    found => found !== undefined,
    180_000,
  )
  return {
    url,
    dataDir,
    fake: fake!,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

let smtp: FakeSmtp
let demo: Demo
beforeAll(async () => {
  smtp = await startSmtp()
  demo = await startDemo(smtp)
}, 240_000)
afterAll(async () => {
  await demo.stop()
  await smtp.close()
})

const post = async (url: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
}
const setClock = (to: string) => post(`${demo.url}/dev/clock`, { to }, asOperator(demo.dataDir))
const publish = (channelId: string, at: string) => post(`${demo.fake}/_fake/publish`, { channelId, at })
const mails = (subject: RegExp) =>
  smtp.accepted.filter(mail => recipientAddress(mail) === email && subject.test(mail.subject ?? ''))
const untilMailed = (subject: RegExp, count: number) =>
  eventually(
    async () => mails(subject),
    all => all.length >= count,
    120_000,
  )

it('the demo delivers digests at 8:00 local time across the end of summer time, pauses a private channel, and retries a refused mail', async () => {
  await setClock('2027-10-29T12:00:00Z')
  const { token } = await createClient({ baseUrl: demo.url, token: () => '' }).auth.register({
    body: { email, password: 'a summary a day', firstName: 'Ada', lastName: null, timezone: 'Europe/Rome' },
  })
  const client = createClient({ baseUrl: demo.url, token: () => token })
  const [confirm] = await untilMailed(/confirm/i, 1)
  await client.auth.verifyEmail({ body: { token: tokenFromMail(confirm!) } })

  const thumbnails = { default: '', medium: '', high: '' }
  const followed = await client.schedules.create({
    body: {
      channelList: [bench, kitchen, street].map(id => ({ id, title: id, description: '', thumbnails })),
      frequency: 'daily',
      startDateTime: '2027-10-30T08:00:00+02:00',
    },
  })
  expect(followed.nextThree).toEqual([
    '2027-10-30T08:00:00+02:00',
    '2027-10-31T08:00:00+01:00',
    '2027-11-01T08:00:00+01:00',
  ])
  await eventually(
    async () => (await client.schedules.detail({ params: { id: followed.id } })).channelStates,
    states => states.every(({ polledAt }) => polledAt !== null),
  )

  // The first delivery of the mail is refused.
  await publish(bench, '2027-10-29T20:00:00Z')
  await publish(kitchen, '2027-10-29T21:00:00Z')
  const attemptsBefore = smtp.attempts
  smtp.treat({ refuseAfterData: 451 })
  await setClock('2027-10-30T05:59:30Z')
  await new Promise(resolve => setTimeout(resolve, 3_000))
  expect(smtp.attempts).toBe(attemptsBefore)
  await setClock('2027-10-30T06:00:01Z')
  await eventually(
    async () => smtp.attempts,
    attempts => attempts > attemptsBefore,
    120_000,
  )
  smtp.treat('take')
  const [first] = await untilMailed(/new video/, 1)
  expect(smtp.attempts).toBe(attemptsBefore + 2)
  expect(first!.text).toMatch(/Sunday.*8:00/)

  // The night of the clock change is an hour longer.
  await publish(bench, '2027-10-30T20:00:00Z')
  await post(`${demo.fake}/_fake/channel`, { channelId: street, standing: 'private' })
  await setClock('2027-10-31T06:00:01Z')
  await new Promise(resolve => setTimeout(resolve, 6_000))
  expect(mails(/new video/)).toHaveLength(1)
  await setClock('2027-10-31T07:00:01Z')
  await untilMailed(/new video/, 2)

  for (const to of ['2027-10-31T20:00:00Z', '2027-11-01T10:00:00Z', '2027-11-01T23:00:00Z']) {
    await setClock(to)
    await new Promise(resolve => setTimeout(resolve, 8_000))
  }
  await untilMailed(/is paused/, 1)
  const { channelStates } = await client.schedules.detail({ params: { id: followed.id } })
  expect(channelStates.map(({ health }) => health)).toEqual(['ok', 'ok', 'paused_private'])
  await publish(kitchen, '2027-11-01T23:30:00Z')
  await setClock('2027-11-02T07:00:01Z')
  await untilMailed(/new video/, 3)
  expect(mails(/is paused/)).toHaveLength(1)

  const { data } = await client.schedules.runs({ params: { id: followed.id } })
  const delivered = data.filter(({ outcome }) => outcome === 'new')
  expect(delivered.map(({ dueAt, mail }) => ({ dueAt, mail }))).toEqual([
    { dueAt: '2027-11-02T07:00:00.000Z', mail: 'sent' },
    { dueAt: '2027-10-31T07:00:00.000Z', mail: 'sent' },
    { dueAt: '2027-10-30T06:00:00.000Z', mail: 'sent' },
  ])
}, 600_000)
