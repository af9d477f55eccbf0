import { createHash } from 'node:crypto'
import type { RouteDefinition } from '@recaps/contract/route'
import { newBrowser } from './browser.ts'
import { browserKeys } from './browser-keys.ts'
import { tokenFromMail, waitForMails } from './mailbox.ts'
import { appleApps, googleApps, hasSignIns } from './sign-in-server.ts'
import { password, type TestServer, type TestUser } from './start-server.ts'
import { readableSummary } from './wait-for.ts'

/** The parts of a valid request besides its path. Used by tests that try every call of the contract. */
export interface ValidRequest {
  /** Creates the object that the call is about, and returns its id or key. Creates a new one each time, because some calls delete it. */
  subject?(user: TestUser, test: TestServer): Promise<string | number>
  query?: string
  body?(user: TestUser, subject: string | number | undefined): object
  /** The call succeeds even for unknown ids, because a 404 would log the caller out. */
  acceptsUnknownIds?: true
  /** The path holds a secret key instead of an id: anyone who has it may use it. */
  isByKey?: true
}

export const callName = ({ method, path }: Pick<RouteDefinition, 'method' | 'path'>): string => `${method} ${path}`

const summary = async ({ client }: TestUser) => (await readableSummary(client, 'Sli7FA6EbqI')).id
const deletedSummary = async (user: TestUser) => {
  const id = await summary(user)
  await user.client.summaries.delete({ params: { id } })
  return id
}
const shareToken = async (user: TestUser) => {
  const id = await summary(user)
  const { shareToken: created } = await user.client.summaries.change({ params: { id }, body: { shared: true } })
  return created!
}

/** A channel with a row in the popular list. */
const popularChannel = async (_: TestUser, { server, newConfirmedUser }: TestServer) => {
  const users = await Promise.all([newConfirmedUser(), newConfirmedUser(), newConfirmedUser()])
  for (const { client } of users) {
    const { id } = await readableSummary(client, 'Sli7FA6EbqI')
    await client.summaries.view({ params: { id }, body: {} })
  }
  await server.services.summaries.updatePopular()
  const { data } = await users[0]!.client.summaries.mostViewed({ query: { timeframe: 'day' } })
  return data[0]!.videoInfo.channelId!
}

const channel = (id: string) => ({
  id,
  title: 'Plain Bench',
  description: 'Talks about things at home',
  thumbnails: { default: '', medium: '', high: '' },
})
const channelList = [channel('UCP073R0_x88lMRBc-i9Z1Qg')]
const schedule = async ({ client }: TestUser) => (await client.schedules.create({ body: { channelList } })).id

const deletedSchedule = async (user: TestUser) => {
  const id = await schedule(user)
  await user.client.schedules.delete({ params: { id } })
  return id
}

const notice = async ({ id, client }: TestUser, { server }: TestServer) => {
  const { database, notifications } = server.services
  const added = { kind: 'digest', title: 'Your digest is here', body: '', path: '/tabs/history' } as const
  await database.db
    .transaction()
    .execute(trx => notifications.addNotice(trx, id, { ...added, key: crypto.randomUUID() }))
  return (await client.notices.list()).data[0]!.id
}

const keys = browserKeys()

/** The push subscription of a browser that does not exist, for calls that only check its format. */
const subscription = ({ id }: TestUser) =>
  JSON.stringify({
    endpoint: `https://push.example.net/${id}`,
    keys,
  })
const registeredDevice = async (user: TestUser) => {
  await user.client.notifications.registerToken({ body: { token: subscription(user), platform: 'web' } })
  return 0
}

const buyBasic = ({ client }: TestUser) =>
  client.subscriptions.create({ body: { subscriptionId: 'basic', paymentMethodId: 'pm_card_visa', isTrial: false } })
const purchase = async (user: TestUser) => (await buyBasic(user)).subscription.id
const paidSubscription = async (user: TestUser) => (await buyBasic(user)).subscription.stripeSubscriptionId!

const mailedToken = (subject: RegExp) => async (user: TestUser, test: TestServer) =>
  tokenFromMail((await waitForMails(test.dataDir, user.email, subject)).at(-1)!)
const resetToken = async (user: TestUser, test: TestServer) => {
  await user.client.auth.requestPasswordReset({ body: { email: user.email } })
  return await mailedToken(/password/i)(user, test)
}
/** The PKCE verifier of a phone app, the same for all tests. */
const verifier = 'v'.repeat(43)
const oneTimeCode = async (_: TestUser, test: TestServer) => {
  if (!hasSignIns(test)) throw new Error('This server has no sign-ins')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const browser = newBrowser()
  const page = await browser.open(`${test.site}/api/auth/google?challenge=${challenge}`)
  const person = test.google.addPerson({ email: `${crypto.randomUUID()}@example.org` })
  const { url } = await browser.choose(page, { person: person.id })
  return new URL(url).searchParams.get('token')!
}
const identityToken = (provider: 'google' | 'apple', audience: string) => async (_: TestUser, test: TestServer) => {
  if (!hasSignIns(test)) throw new Error('This server has no sign-ins')
  const person = test[provider].addPerson({ email: `${crypto.randomUUID()}@example.org` })
  const raw = crypto.randomUUID()
  const nonce = createHash('sha256').update(raw).digest('hex')
  return `${raw} ${await test[provider].identityToken({ person, audience, nonce })}`
}
const identityTokenBody = (_: TestUser, subject: string | number | undefined) => {
  const [nonce, identityToken] = String(subject).split(' ')
  return { identityToken, nonce }
}
const otherSession = async ({ client, email }: TestUser, test: TestServer) => {
  await test.anonymous.auth.login({ body: { email, password } })
  const { data } = await client.users.sessions()
  return data.find(({ isCurrent }) => !isCurrent)!.id
}

/** Valid requests for every call with an id in its path or a body. A test fails if one is missing. */
export const validRequests: Record<string, ValidRequest> = {
  'POST /api/auth/login': { body: ({ email }) => ({ email, password }) },
  'POST /api/auth/register': { body: ({ email }) => ({ email: `two-${email}`, password }) },
  'POST /api/auth/request-password-reset': { body: ({ email }) => ({ email }) },
  'POST /api/auth/reset-password': {
    subject: resetToken,
    body: (_, token) => ({ token, newPassword: 'another correct horse' }),
  },
  'POST /api/auth/verify-email': { subject: mailedToken(/confirm|verify/i), body: (_, token) => ({ token }) },
  'POST /api/auth/exchange': { subject: oneTimeCode, body: (_, token) => ({ token, verifier }) },
  'POST /api/auth/google': { subject: identityToken('google', googleApps[0]!), body: identityTokenBody },
  'POST /api/auth/apple': {
    subject: identityToken('apple', appleApps[0]!),
    body: (user, subject) => ({ ...identityTokenBody(user, subject), firstName: 'Grace' }),
  },
  'PUT /api/users/profile': { body: () => ({ firstName: 'Grace', lastName: 'Hopper' }) },
  'PUT /api/users/password': {
    body: () => ({ currentPassword: password, newPassword: 'another correct horse' }),
  },
  'PUT /api/users/settings': { body: () => ({ timeZone: 'Asia/Tokyo' }) },
  'POST /api/users/profile-picture-upload-url': { body: () => ({ fileType: 'image/png' }) },
  'POST /api/users/profile-picture/upload-url': { body: () => ({ fileType: 'image/png' }) },
  'PUT /api/users/profile-picture': { body: () => ({ profilePicture: null }) },
  'DELETE /api/users/account': { body: () => ({ password }) },
  'DELETE /api/users/sessions/{id}': { subject: otherSession, acceptsUnknownIds: true },
  'POST /api/subscriptions/create-stripe-payment-intent': {
    body: () => ({ subscriptionId: 'basic', currency: 'usd' }),
  },
  'POST /api/subscriptions/create': {
    body: () => ({ subscriptionId: 'basic', paymentMethodId: 'pm_card_visa', isTrial: false }),
  },
  'POST /api/subscriptions/purchase': {
    subject: paidSubscription,
    body: (_, stripeSubscriptionId) => ({
      ...{ subscriptionId: 'basic', paymentMethod: 'card', transactionId: 'pi_1', stripeSubscriptionId },
      ...{ isTrial: false, currency: 'usd' },
    }),
  },
  'POST /api/subscriptions/cancel': { subject: purchase, body: (_, id) => ({ userSubscriptionId: id }) },
  'POST /api/subscriptions/resume': { subject: purchase, body: (_, id) => ({ userSubscriptionId: id }) },
  'POST /api/subscriptions/preview-change': { subject: purchase, body: () => ({ subscriptionId: 'pro' }) },
  'POST /api/subscriptions/change': { subject: purchase, body: () => ({ subscriptionId: 'pro' }) },
  'POST /api/notifications/register-token': {
    body: user => ({ token: subscription(user), platform: 'web' }),
  },
  'POST /api/notifications/subscribe': {
    subject: registeredDevice,
    body: user => ({ token: subscription(user), topic: 'product' }),
  },
  'POST /api/notifications/unsubscribe': {
    subject: registeredDevice,
    body: user => ({ token: subscription(user), topic: 'ready' }),
  },
  'POST /api/notifications/remove-token': { body: user => ({ token: subscription(user) }) },
  'POST /api/analytics/events': { body: () => ({ page: '/history-detail', step: 'summary listened' }) },
  'POST /api/notices/read': { body: () => ({}) },
  'DELETE /api/notices/{id}': { subject: notice },
  'POST /api/notices/delete-read': { body: () => ({}) },
  'POST /api/notices/restore': { subject: notice, body: (_, id) => ({ ids: [id] }) },
  'POST /api/summaries': { body: () => ({ urlOrId: 'kdDFSBxHX2o', type: 'youtube' }) },
  'POST /api/summaries/preview': { body: () => ({ urlOrId: 'kdDFSBxHX2o' }) },
  'GET /api/summaries/s/{token}': { subject: shareToken, isByKey: true },
  'POST /api/summaries/s/{token}/view': { subject: shareToken, isByKey: true },
  'GET /api/summaries/{id}': { subject: summary },
  'PATCH /api/summaries/{id}': { subject: summary, body: () => ({ readPosition: 2, listenedMs: 3 }) },
  'DELETE /api/summaries/{id}': { subject: summary },
  'POST /api/summaries/{id}/restore': { subject: deletedSummary },
  'POST /api/summaries/{id}/cancel': { subject: summary },
  'POST /api/summaries/{id}/retry': { subject: summary },
  'GET /api/summaries/{id}/transcript': { subject: summary },
  'POST /api/summaries/{id}/ask': { subject: summary, body: () => ({ question: 'What is it about?' }) },
  'GET /api/summaries/{id}/export': { subject: summary, query: '?format=md' },
  'POST /api/summaries/{id}/view': { subject: summary, body: () => ({ type: 'youtube' }) },
  'PUT /api/summaries/most-viewed/hidden-channels/{channelId}': { subject: popularChannel, isByKey: true },
  'DELETE /api/summaries/most-viewed/hidden-channels/{channelId}': { subject: popularChannel, isByKey: true },
  'POST /api/schedules': { body: () => ({ channelList, frequency: 'weekly' }) },
  'POST /api/schedules/preview': { body: () => ({ frequency: 'weekly' }) },
  'POST /api/schedules/channels': { body: () => ({ channelIds: [channelList[0]!.id] }) },
  'POST /api/schedules/import': { body: () => ({ text: '@plainbench' }) },
  'GET /api/schedules/{id}': { subject: schedule },
  'PUT /api/schedules/{id}': { subject: schedule, body: () => ({ frequency: 'daily' }) },
  'DELETE /api/schedules/{id}': { subject: schedule },
  'POST /api/schedules/{id}/restore': { subject: deletedSchedule },
  'POST /api/schedules/{id}/run': { subject: schedule },
  'POST /api/schedules/{id}/pause': { subject: schedule },
  'POST /api/schedules/{id}/resume': { subject: schedule },
  'POST /api/schedules/{id}/skip': { subject: schedule },
  'GET /api/schedules/{id}/runs': { subject: schedule },
  'POST /api/feedback': { body: ({ email }) => ({ subject: 'An idea', message: 'Louder.', email }) },
}
