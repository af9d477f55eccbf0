import path from 'node:path'
import { createClient } from '@recaps/contract'
import { expect, it } from 'vitest'
import { accounts, openAccounts } from '../../../scripts/demo-accounts.ts'
import { outboxMail } from '../src/adapters/mail/outbox.ts'
import { usePaymentServer } from './payment-server.ts'

const test = await usePaymentServer({ env: { DEMO: 'on' } })
const { url, stripe, server } = test
const isKnown = (id: string) => stripe.state.subscriptions.has(id)
const mails = outboxMail({
  folder: path.join(test.dataDir, 'outbox'),
  from: { name: '', address: '' },
  clock: test.clock,
})
const open = () => openAccounts({ url, isKnown, isPlayMoney: true, mails })
const charges = () => stripe.ledger.filter(({ kind }) => kind === 'charge').length

it('the demo buys Pro for its own account, once, and leaves the other on Free', async () => {
  expect(await open()).toEqual({ pro: 'Pro', free: 'Free' })
  expect(await open()).toEqual({ pro: 'Pro', free: 'Free' })
  expect(charges()).toBe(1)
})

it('the demo confirms the addresses of its accounts, so that they count for the popular list', async () => {
  for (const { email, password } of Object.values(accounts)) {
    const { user } = await test.anonymous.auth.login({ body: { email, password } })
    expect(user.emailVerified).toBe(true)
  }
})

it('the demo buys Pro anew when its stand-in of Stripe has forgotten it', async () => {
  stripe.state.subscriptions.clear()
  stripe.state.customers.clear()
  const asked = Promise.withResolvers<void>()
  const opened = openAccounts({
    url,
    isKnown(id) {
      asked.resolve()
      return isKnown(id)
    },
    isPlayMoney: true,
    mails,
  })
  // As the scheduler does at each start, and later than the demo asks.
  await Promise.race([asked.promise, opened])
  await server.services.billing.reconcile()
  expect(await opened).toEqual({ pro: 'Pro', free: 'Free' })
  expect(charges()).toBe(2)
})

it('the demo charges nobody where it was led to another Stripe', async () => {
  stripe.state.subscriptions.clear()
  await server.services.billing.reconcile()
  const opened = await openAccounts({ url, isKnown: () => false, isPlayMoney: false, mails })
  expect(opened.pro).toBe('Free')
  expect(charges()).toBe(2)
})

it('the demo leaves an account alone whose password was changed', async () => {
  const { email, password } = accounts.free
  const { token } = await test.anonymous.auth.login({ body: { email, password } })
  const { users } = createClient({ baseUrl: url, token: () => token })
  await users.changePassword({ body: { currentPassword: password, newPassword: 'quite another one' } })
  expect((await openAccounts({ url, isKnown: () => true, isPlayMoney: true, mails })).free).toBe(
    'has another password now',
  )
})
