import path from 'node:path'
import { createClient } from '@recaps/contract'
import { expect, it } from 'vitest'
import { accounts, prepareAccounts } from '../../../scripts/demo-accounts.ts'
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
const open = () => prepareAccounts({ url, isKnown, isFakeStripe: true, mails })
const charges = () => stripe.ledger.filter(({ kind }) => kind === 'charge').length

it('the demo buys Pro once for one of its accounts and leaves the other on Free', async () => {
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

it('the demo buys Pro again when its Stripe fake has lost the subscription', async () => {
  stripe.state.subscriptions.clear()
  stripe.state.customers.clear()
  const checked = Promise.withResolvers<void>()
  const opened = prepareAccounts({
    url,
    isKnown(id) {
      checked.resolve()
      return isKnown(id)
    },
    isFakeStripe: true,
    mails,
  })
  // The scheduler does this at each start, here after the demo has checked its subscription.
  await Promise.race([checked.promise, opened])
  await server.services.billing.reconcile()
  expect(await opened).toEqual({ pro: 'Pro', free: 'Free' })
  expect(charges()).toBe(2)
})

it('the demo charges nothing when it is connected to another Stripe than its fake', async () => {
  stripe.state.subscriptions.clear()
  await server.services.billing.reconcile()
  const opened = await prepareAccounts({ url, isKnown: () => false, isFakeStripe: false, mails })
  expect(opened.pro).toBe('Free')
  expect(charges()).toBe(2)
})

it('the demo does not change an account whose password was changed', async () => {
  const { email, password } = accounts.free
  const { token } = await test.anonymous.auth.login({ body: { email, password } })
  const { users } = createClient({ baseUrl: url, token: () => token })
  await users.changePassword({ body: { currentPassword: password, newPassword: 'quite another one' } })
  expect((await prepareAccounts({ url, isKnown: () => true, isFakeStripe: true, mails })).free).toBe(
    '(password was changed)',
  )
})
