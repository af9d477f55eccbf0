import { expect, it } from 'vitest'
import { createApiCaller, json } from '../../../test/calls.ts'
import { tokenFromMail, waitForMails } from '../../../test/mailbox.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { password, useServer } from '../../../test/start-server.ts'

const test = await useServer({ env: { TRUSTED_PROXIES: '1' }, ports: { speech: silentSpeech } })
const request = createApiCaller(test.url)

let networks = 0
/** An IP address in a network that no earlier request used. */
const elsewhere = () => {
  networks += 1
  return `198.${18 + (networks >> 8)}.${networks & 255}.9`
}
const post = (path: string, body: object, from = elsewhere()) =>
  request(path, json(body, { headers: { 'X-Forwarded-For': from } }))
const logIn = (email: string, secret: string, from?: string) =>
  post('/api/auth/login', { email, password: secret }, from)

it('answers a flood of log-ins from 250 networks with 503 and Retry-After instead of queueing all of them [threat 36]', async () => {
  const { email } = await test.newUser()
  const owner = elsewhere()
  const flood = Array.from({ length: 250 }, (_, n) => logIn(`nobody-${n}@example.com`, 'wrong password'))
  const own = Array.from({ length: 5 }, () => logIn(email, password, owner))
  const answers = await Promise.all([...flood, ...own])
  const busy = answers.filter(({ status }) => status === 503)
  expect(answers.filter(({ status }) => ![200, 401, 503].includes(status))).toEqual([])
  // At most 50 log-ins wait per parallel hash. The server answers the others without hashing.
  expect(busy.length).toBeGreaterThan(50)
  for (const { headers, json } of busy) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(json.code).toBe('unavailable')
  }
  // Log-ins answered with 503 do not count as attempts: five are allowed, and this is the sixth.
  expect((await logIn(email, password, owner)).status).toBe(200)
})

it('limits wrong passwords per account over all networks without locking its owner out', async () => {
  const home = elsewhere()
  const email = `owner-${Date.now()}@example.com`
  expect((await post('/api/auth/register', { email, password }, home)).status).toBe(200)
  const unknown = `unknown-${Date.now()}@example.com`
  for (const address of [email, unknown]) {
    const statuses: number[] = []
    for (let batch = 0; batch < 8; batch++)
      statuses.push(
        ...(await Promise.all(Array.from({ length: 13 }, () => logIn(address, 'guess')))).map(a => a.status),
      )
    expect(statuses.filter(status => status === 401)).toHaveLength(100)
    expect(statuses.filter(status => status === 429)).toHaveLength(4)
  }

  const refused = await logIn(email, password)
  expect([refused.status, refused.json.code]).toEqual([429, 'too_many_tries'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600)
  // The account-wide limit does not apply to networks that the owner has used before.
  expect((await logIn(email, password, home)).status).toBe(200)
  // A password reset adds its network to those.
  const hotel = elsewhere()
  await post('/api/auth/request-password-reset', { email }, hotel)
  const token = tokenFromMail((await waitForMails(test.dataDir, email, /new password/))[0]!)
  expect((await post('/api/auth/reset-password', { token, newPassword: 'seven green umbrellas' }, hotel)).status).toBe(
    204,
  )
  expect((await logIn(email, 'seven green umbrellas', hotel)).status).toBe(200)
  expect((await logIn(email, 'seven green umbrellas')).status).toBe(429)
}, 60_000)

it('does not count correct log-ins from new networks as wrong passwords', async () => {
  const { email } = await test.newUser()
  for (let n = 0; n < 105; n++) expect((await logIn(email, password)).status).toBe(200)
}, 60_000)
