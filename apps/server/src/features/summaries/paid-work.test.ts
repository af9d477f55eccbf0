import { createClient, type Summary } from '@recaps/contract'
import { cancelRefundsPerMonth } from '@recaps/domain/quota'
import { startFakeLlm } from '@recaps/fake-llm'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { ledgerFindings } from '../../../test/audit.ts'
import { channelToFollow } from '../../../test/followed-channels.ts'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { startSmtp } from '../../../test/smtp.ts'
import { password, type TestServer, type TestUser, useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { eventually, readableSummary, refusal, untilState, youtube } from '../../../test/wait-for.ts'

const german = 'ziAaYVprhWQ'

/** A talk of an hour and a half, for which a model needs many calls. */
const longTalk = (subject: string): Uint8Array => {
  const sentences = Array.from(
    { length: 1200 },
    (_, i) =>
      `The ${subject} number ${i} was measured in ${1900 + (i % 90)} by a group of ${i + 3} people in one town.`,
  )
  return new TextEncoder().encode(sentences.join(' '))
}

const uploadTalk = async ({ client }: TestUser, subject: string): Promise<Summary> =>
  await client.summaries.upload({ query: { name: `${subject}.txt` }, body: longTalk(subject) })

const used = async ({ client }: TestUser): Promise<number> => (await client.summaries.list()).month.used

/** Waits until the first model call, while the text is still being written. */
const untilSpending = ({ client }: TestUser, id: number): Promise<unknown> =>
  eventually(
    () => client.summaries.detail({ params: { id } }),
    ({ state, refundable }) => state === 'working' && !refundable,
  )

const usageOf = async ({ client }: TestUser) =>
  (await client.summaries.usage()).data.map(({ state, reason }) => [state, reason])

describe('refunds for summaries by a language model', async () => {
  const model = await startFakeLlm({ latency: { firstTokenMs: 300, tokensPerSecond: 5_000 } })
  afterAll(() => model.close())
  const test = await useServer({
    ports: { speech: silentSpeech },
    env: { LLM_URL: `${model.url}/v1`, LLM_MODEL: 'stand-in', LLM_PARALLEL: '2' },
  })
  afterEach(async () => expect(await ledgerFindings(test.server.services.database.db)).toEqual([]))
  const callsFor = (subject: string) =>
    model.calls.filter(({ body }) => JSON.stringify(body).includes(`The ${subject}`))

  it.each([
    ['harbour', talks[0]!],
    ['windmill', talks[4]!],
    ['lighthouse', talks[5]!],
  ])(
    'stops model calls immediately and charges the quota when a summary is cancelled while it is written: %s [threat 31]',
    async (subject, next) => {
      const user = await test.newUser()
      const { id } = await uploadTalk(user, subject)
      await untilSpending(user, id)
      const cancelled = await user.client.summaries.cancel({ params: { id } })
      expect(cancelled).toMatchObject({ state: 'cancelled', refundable: false })
      const before = callsFor(subject).length
      expect(await used(user)).toBe(1)
      expect(await usageOf(user)).toEqual([['committed', 'cancelled']])
      // Calls in progress are aborted. No further calls are made while another text is written.
      await readableSummary((await test.newUser()).client, next)
      expect(callsFor(subject)).toHaveLength(before)
      expect(callsFor(subject).filter(({ endedAt }) => endedAt === undefined)).toEqual([])
    },
  )

  it('refunds the quota when a summary is cancelled before the first model call, and shows that beforehand', async () => {
    const user = await test.newUser()
    test.fake.fault(`timedtext|${talks[1]!}|*`, { kind: 'delay', ms: 3_000, times: 1 })
    const { id, refundable } = await user.client.summaries.request({ body: { urlOrId: talks[1]!, type: youtube } })
    expect(refundable).toBe(true)
    expect((await user.client.summaries.cancel({ params: { id } })).refundable).toBe(false)
    expect(await used(user)).toBe(0)
    expect(await usageOf(user)).toEqual([['released', 'cancelled']])
  })

  it('charges a summary that is deleted while the model writes it, like a cancellation', async () => {
    const user = await test.newUser()
    const { id } = await uploadTalk(user, 'vineyard')
    await untilSpending(user, id)
    await user.client.summaries.delete({ params: { id } })
    expect(await used(user)).toBe(1)
    expect(await usageOf(user)).toEqual([['committed', 'deleted']])
  })

  it('refunds the quota when the model fails', async () => {
    const user = await test.newUser()
    const removeFault = model.fault({ kind: 'status', status: 401 })
    const { id } = await user.client.summaries.request({ body: { urlOrId: german, type: youtube } })
    await untilState(user.client, id, 'failed')
    removeFault()
    expect(await used(user)).toBe(0)
  })

  it('limits the number of refunds for cancelled summaries per month [threat 31]', async () => {
    const user = await test.newUser()
    test.fake.fault(`timedtext|${talks[2]!}|*`, { kind: 'delay', ms: 5_000 })
    const { id } = await user.client.summaries.request({ body: { urlOrId: talks[2]!, type: youtube } })
    const params = { id }
    for (let cancelled = 1; cancelled <= cancelRefundsPerMonth; cancelled++) {
      await user.client.summaries.cancel({ params })
      expect(await used(user)).toBe(0)
      const { refundable } = await user.client.summaries.retry({ params })
      expect(refundable).toBe(cancelled < cancelRefundsPerMonth)
    }
    await user.client.summaries.cancel({ params })
    expect(await used(user)).toBe(1)
    // The limit starts over in the next month.
    test.clock.advance(31 * 24 * 3600_000)
    const { token } = await test.anonymous.auth.login({ body: { email: user.email, password } })
    const later = { ...user, client: createClient({ baseUrl: test.url, token: () => token }) }
    expect((await later.client.summaries.retry({ params })).refundable).toBe(true)
    await later.client.summaries.cancel({ params })
    expect(await used(later)).toBe(0)
  })
})

describe('confirmed addresses on a server with mail and a paid model', async () => {
  const [model, smtp] = [await startFakeLlm(), await startSmtp()]
  afterAll(() => Promise.all([model.close(), smtp.close()]))
  const test: TestServer = await useServer({
    ports: { speech: silentSpeech },
    env: { LLM_URL: `${model.url}/v1`, LLM_MODEL: 'stand-in', MAIL_URL: smtp.url, MAIL_FROM: 'recaps@example.com' },
  })

  const confirm = async ({ id }: { id: number }, at: Date | null) => {
    const { db } = test.server.services.database
    await db.updateTable('users').set({ email_verified_at: at }).where('id', '=', id).execute()
  }

  it('starts paid work only for users with a confirmed address [threat 31]', async () => {
    const [user, other] = [await test.newUser(), await test.newConfirmedUser()]
    const request = { body: { urlOrId: talks[0]!, type: youtube } }
    const otherSummary = await readableSummary(other.client, talks[0]!)
    const { shareToken } = await other.client.summaries.change({
      params: { id: otherSummary.id },
      body: { shared: true },
    })
    const calls = model.calls.length
    const addressError = { status: 403, code: 'confirm_address' }
    expect(await refusal(user.client.summaries.request(request))).toMatchObject(addressError)
    expect(await refusal(uploadTalk(user, 'windmill'))).toMatchObject(addressError)
    // Reading shared summaries costs nothing and is allowed.
    expect((await user.client.summaries.shared({ params: { token: shareToken! } })).summary).toBe(otherSummary.summary)
    expect(await used(user)).toBe(0)
    expect(model.calls.length).toBe(calls)

    await confirm(user, test.clock.now())
    await readableSummary(user.client, talks[3]!)
    expect(model.calls.length).toBeGreaterThan(calls)
  })

  it('starts no new paid work for users whose address is no longer confirmed', async () => {
    const { client, ...user } = await test.newConfirmedUser()
    const { id } = await readableSummary(client, talks[1]!)
    await untilState(client, id, 'ready')
    await confirm(user, null)
    const params = { id }
    const addressError = { status: 403, code: 'confirm_address' }
    expect(await refusal(client.summaries.ask({ params, body: { question: 'Who?' } }))).toMatchObject(addressError)
    expect(await refusal(client.summaries.change({ params, body: { voice: 'slt' } }))).toMatchObject(addressError)
    // Existing summaries stay readable.
    expect((await client.summaries.detail({ params })).summary.length).toBeGreaterThan(300)
    const channelList = [channelToFollow('UCP073R0_x88lMRBc-i9Z1Qg')]
    const schedule = await client.schedules.create({ body: { channelList } })
    await client.schedules.run({ params: { id: schedule.id } })
    const runs = await eventually(
      async () => (await client.schedules.runs({ params: { id: schedule.id } })).data,
      ([run]) => run?.state === 'ended',
    )
    expect(runs[0]).toMatchObject({ outcome: 'not_confirmed', summarised: 0 })
  })
})
