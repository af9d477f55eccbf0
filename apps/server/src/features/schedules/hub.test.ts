import { generatedChannelId } from '@recaps/fake-youtube'
import { describe, expect, it } from 'vitest'
import { fetchChannelRow, follow, pollLater, pollNow } from '../../../test/followed-channels.ts'
import { type TestServer, useServer, usualDatabases } from '../../../test/start-server.ts'
import { statusWithoutReading } from '../../../test/unread-body.ts'
import { eventually } from '../../../test/wait-for.ts'
import { originForHub } from './hub-address.ts'

const hourMs = 3600_000
const dayMs = 24 * hourMs
const publicUrl = 'https://recaps.example.com'

const titlesOf = async (test: TestServer, id: string) => {
  const rows = await test.server.services.database.db
    .selectFrom('channel_videos')
    .select('title')
    .where('channel_id', '=', id)
    .orderBy('published_at', 'desc')
    .execute()
  return rows.map(({ title }) => title)
}

const subscribeRequests = ({ fake }: TestServer, id: string) =>
  fake.requests.filter(key => key === `hub|subscribe|${id}`).length

let numbers = 9_000

/** A followed channel, after its first poll. */
async function followed(test: TestServer): Promise<string> {
  const id = generatedChannelId(++numbers)
  await follow(await test.newUser(), id)
  await pollNow(test)
  return id
}

/** A followed channel with an active hub subscription. */
async function subscribed(test: TestServer): Promise<string> {
  const id = await followed(test)
  await test.server.services.channelHub.renewDue()
  await eventually(
    () => fetchChannelRow(test, id),
    row => row.hub_until !== null,
  )
  // The server writes its row before it answers the hub, which only then registers the subscription.
  await eventually(
    async () => test.fake.hub.subscriptions,
    subscriptions => subscriptions.some(({ channelId }) => channelId === id),
  )
  return id
}

for (const { kind, name, isAvailable } of usualDatabases)
  describe.skipIf(!isAvailable)(`the hub for upload notifications, ${name}`, async () => {
    const test = await useServer({ database: isAvailable ? kind : 'embedded', env: { PUBLIC_URL: publicUrl } })
    test.fake.hub.redirectCallbacksTo(test.url)
    /** Callback URL of a channel; with a guessed secret if it has no subscription. */
    const callbackOf = (id: string) =>
      subscriptionOf(id)?.callback ?? `${publicUrl}/hooks/youtube/${id}/${'A'.repeat(43)}`
    const subscriptionOf = (id: string) => test.fake.hub.subscriptions.find(({ channelId }) => channelId === id)!

    it('the server subscribes to a followed channel, confirms it to the hub, and stores a pushed video at once', async () => {
      const id = await subscribed(test)
      const { hub_until, hub_asked_at } = await fetchChannelRow(test, id)
      expect(hub_until!.getTime() - hub_asked_at!.getTime()).toBeGreaterThan(4.9 * dayMs)
      const [video] = await test.fake.publish({ channelId: id, title: 'Just out' })
      expect(test.fake.hub.answers.at(-1)).toEqual({ kind: 'deliver', channelId: id, status: 202 })
      expect((await titlesOf(test, id))[0]).toBe('Just out')
      expect((await fetchChannelRow(test, id)).hub_told_at).not.toBeNull()
      await test.fake.hub.send(callbackOf(id), subscriptionOf(id).secret, [{ ...video!, title: 'Renamed' }], {
        signature: 'sha256',
      })
      expect((await titlesOf(test, id))[0]).toBe('Renamed')
    })

    it('polling slows down once the hub has reported a video, and is hourly again after the hub missed one', async () => {
      const id = await subscribed(test)
      const pause = async () => {
        const { next_poll_at, polled_at } = await fetchChannelRow(test, id)
        return Math.round((next_poll_at!.getTime() - polled_at!.getTime()) / hourMs)
      }
      expect(await pause()).toBe(1)
      await test.fake.publish({ channelId: id })
      await pollLater(test, 1.2 * hourMs)
      expect(await pause()).toBe(4)
      const missedAt = new Date(test.clock.now().getTime() + hourMs)
      await test.fake.publish({ channelId: id, at: missedAt })
      await pollLater(test, 4.5 * hourMs)
      expect(await pause()).toBe(1)
    })

    it.each(['wrong', 'none'] as const)('a hub message is ignored (signature: %s)', async signature => {
      const id = await subscribed(test)
      const before = await titlesOf(test, id)
      const forged = { ...(await test.fake.publish({ channelId: generatedChannelId(1) }))[0]!, title: 'Forged' }
      const { secret } = subscriptionOf(id)
      expect(await test.fake.hub.send(callbackOf(id), secret, [forged], { signature })).toBe(202)
      expect(await titlesOf(test, id)).toEqual(before)
      expect((await fetchChannelRow(test, id)).hub_told_at).toBeNull()
    })

    it('a hub message is ignored if it is signed with another channel’s secret or its channel is not followed', async () => {
      const [one, other] = [await subscribed(test), await subscribed(test)]
      const [video] = await test.fake.publish({ channelId: generatedChannelId(1) })
      const { secret } = subscriptionOf(one)
      const stranger = generatedChannelId(77_777)
      expect(await test.fake.hub.send(callbackOf(other), secret, [video!])).toBe(202)
      for (const id of [stranger, 'UC', '%00', 'x'.repeat(500)])
        expect(await test.fake.hub.send(callbackOf(id), secret, [video!])).toBe(404)
      expect(await titlesOf(test, other)).not.toContain(video!.title)
    })

    it.each([
      ['an empty body', ''],
      ['HTML instead of a feed', '<html/>'],
      ['deeply nested XML', `<feed>${'<a>'.repeat(100_000)}`],
    ])('a signed hub message with %s is accepted and changes nothing', async (_, body) => {
      const id = await subscribed(test)
      const before = await titlesOf(test, id)
      expect(await test.fake.hub.send(callbackOf(id), subscriptionOf(id).secret, [], { body })).toBe(202)
      expect(await titlesOf(test, id)).toEqual(before)
    })

    it('a hub message of more than 1 MiB is rejected', async () => {
      const id = await subscribed(test)
      const body = Buffer.alloc(1024 * 1024 + 1, 32)
      expect(await test.fake.hub.send(callbackOf(id), 'secret', [], { body })).toBe(413)
    })

    it('hub messages from a network that sent too many unsigned ones are rejected unread', async () => {
      const id = await subscribed(test)
      const [flooded, quiet] = ['10.97.1', '10.97.2']
      const leaveTo = async (network: string, left: number) => {
        for (let n = 1_200; n > left; n--) await test.server.services.limits.take('hook', `${network}.0/24`)
      }
      await Promise.all([leaveTo(flooded, 0), leaveTo(quiet, 1)])
      const at = callbackOf(id).replace(publicUrl, test.url)
      const signal = AbortSignal.timeout(5_000)
      expect(await statusWithoutReading(at, { headers: { 'X-Forwarded-For': `${flooded}.7` }, signal })).toBe(429)
      const [video] = await test.fake.publish({ channelId: id })
      for (let n = 0; n < 3; n++) {
        const from = { 'X-Forwarded-For': `${quiet}.7` }
        expect(await test.fake.hub.send(callbackOf(id), subscriptionOf(id).secret, [video!], { headers: from })).toBe(
          202,
        )
      }
    })

    const verify = (id: string, more: Record<string, string> = {}) => {
      const params = {
        'hub.mode': 'subscribe',
        'hub.topic': `https://www.youtube.com/xml/feeds/videos.xml?channel_id=${id}`,
        'hub.challenge': 'abc<b>',
        'hub.lease_seconds': '3600',
        ...more,
      }
      return fetch(`${callbackOf(id).replace(publicUrl, test.url)}?${new URLSearchParams(params)}`)
    }

    it('a verification is answered with its challenge as plain text if the server requested it, and with 404 otherwise', async () => {
      const id = await subscribed(test)
      const answer = await verify(id)
      expect([answer.status, await answer.text()]).toEqual([200, 'abc<b>'])
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      // The topic URL in Google's documentation in other languages.
      const other = await verify(id, { 'hub.topic': `https://www.youtube.com/feeds/videos.xml?channel_id=${id}` })
      expect([other.status, await other.text()]).toEqual([200, 'abc<b>'])
      const wrong = [
        verify(id, { 'hub.topic': `https://www.youtube.com/xml/feeds/videos.xml?channel_id=${generatedChannelId(1)}` }),
        verify(id, { 'hub.mode': 'unsubscribe' }),
        verify(id, { 'hub.mode': 'denied' }),
        verify(generatedChannelId(88_888)),
        verify('unknown'),
      ]
      expect((await Promise.all(wrong)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
      test.clock.advance(1.1 * hourMs)
      expect((await verify(id)).status).toBe(404)
    })

    it('each channel’s callback URL contains its own secret, and other URLs get a 404', async () => {
      const [id, other] = [await subscribed(test), await subscribed(test)]
      const secretOf = (channelId: string) => callbackOf(channelId).split('/').at(-1)!
      expect(callbackOf(id)).toMatch(new RegExp(`^${publicUrl}/hooks/youtube/${id}/[\\w-]{43}$`))
      expect(secretOf(id)).not.toBe(secretOf(other))
      expect(callbackOf(id)).not.toContain(subscriptionOf(id).secret)
      const query = `?${new URL((await verify(id)).url).searchParams}`
      const [video] = await test.fake.publish({ channelId: id })
      const { secret } = subscriptionOf(id)
      for (const wrong of [secretOf(other), secretOf(id).slice(1), 'A'.repeat(43), secret, '%00']) {
        const at = `/hooks/youtube/${id}/${wrong}`
        expect([wrong, (await fetch(test.url + at + query)).status]).toEqual([wrong, 404])
        expect([wrong, await test.fake.hub.send(publicUrl + at, secret, [video!])]).toEqual([wrong, 404])
      }
      // Old subscriptions still send messages to the URL without a secret, but it verifies nothing.
      expect((await fetch(`${test.url}/hooks/youtube/${id}${query}`)).status).toBe(405)
      const signal = AbortSignal.timeout(5_000)
      const unread = `${test.url}/hooks/youtube/${id}/${'A'.repeat(43)}`
      expect(await statusWithoutReading(unread, { headers: {}, signal })).toBe(404)
    })

    it('an unsubscribe verification that the server did not request is rejected', async () => {
      const id = generatedChannelId(++numbers)
      const user = await test.newUser()
      const schedule = await follow(user, id)
      await pollNow(test)
      await test.server.services.channelHub.renewDue()
      await eventually(
        async () => subscriptionOf(id),
        subscription => subscription !== undefined,
      )
      test.clock.advance(1.1 * hourMs)
      await user.client.schedules.delete({ params: { id: schedule } })
      await pollLater(test, 1.2 * hourMs)
      expect((await fetchChannelRow(test, id)).next_poll_at).toBeNull()
      expect((await verify(id, { 'hub.mode': 'unsubscribe' })).status).toBe(404)
    })

    it('signed messages of subscriptions made before the URL had a secret are accepted', async () => {
      const id = await subscribed(test)
      const oldCallback = `${publicUrl}/hooks/youtube/${id}`
      const { secret } = subscriptionOf(id)
      const [video] = await test.fake.publish({ channelId: generatedChannelId(1), title: 'By the old address' })
      const upload = { ...video!, channelId: id }
      expect(await test.fake.hub.send(oldCallback, secret, [upload], { signature: 'wrong' })).toBe(404)
      expect(await titlesOf(test, id)).not.toContain('By the old address')
      expect(await test.fake.hub.send(oldCallback, secret, [upload])).toBe(202)
      expect(await titlesOf(test, id)).toContain('By the old address')
    })

    it('a lease is limited to 30 days even if the hub grants more', async () => {
      const id = await subscribed(test)
      expect((await verify(id, { 'hub.lease_seconds': '999999999' })).status).toBe(200)
      const { hub_until } = await fetchChannelRow(test, id)
      expect(hub_until!.getTime() - test.clock.now().getTime()).toBeLessThanOrEqual(30 * dayMs)
    })

    it('a subscription is renewed when a fifth of its lease is left, and retried at most hourly', async () => {
      const id = await subscribed(test)
      const { renewDue } = test.server.services.channelHub
      const before = subscribeRequests(test, id)
      test.clock.advance(3.9 * dayMs)
      await renewDue()
      expect(subscribeRequests(test, id)).toBe(before)
      test.clock.advance(0.2 * dayMs)
      const until = (await fetchChannelRow(test, id)).hub_until!
      await renewDue()
      expect(subscribeRequests(test, id)).toBe(before + 1)
      await eventually(
        () => fetchChannelRow(test, id),
        row => row.hub_until! > until,
      )
      const silent = await followed(test)
      test.fake.fault(`hub|subscribe|${silent}`, { kind: 'status', status: 500 })
      for (let round = 0; round < 4; round++) {
        await renewDue()
        test.clock.advance(0.4 * hourMs)
      }
      expect(subscribeRequests(test, silent)).toBe(2)
      test.fake.clearFaults()
    })

    it('the server unsubscribes from a channel that is no longer followed, and subscribes again when it is', async () => {
      const id = generatedChannelId(++numbers)
      const user = await test.newUser()
      const schedule = await follow(user, id)
      const { renewDue } = test.server.services.channelHub
      const change = (disabled: boolean) =>
        user.client.schedules.change({ params: { id: schedule }, body: { disabled } })
      await pollNow(test)
      await renewDue()
      await eventually(
        () => fetchChannelRow(test, id),
        row => row.hub_until !== null,
      )
      expect((await verify(id, { 'hub.mode': 'unsubscribe' })).status).toBe(404)
      await change(true)
      await pollLater(test, 1.2 * hourMs)
      const unsubscribeRequests = () => test.fake.requests.filter(key => key === `hub|unsubscribe|${id}`).length
      await Promise.all([renewDue(), renewDue()])
      // The server writes its row before its answer reaches the hub, which only then ends the subscription.
      await eventually(
        async () => [(await fetchChannelRow(test, id)).hub_until, subscriptionOf(id)],
        ([until, subscription]) => until === null && subscription === undefined,
      )
      expect(unsubscribeRequests()).toBe(1)
      test.clock.advance(1.2 * hourMs)
      await renewDue()
      expect(unsubscribeRequests()).toBe(1)
      await change(false)
      await pollNow(test)
      await renewDue()
      await eventually(
        async () => subscriptionOf(id),
        subscription => subscription !== undefined,
      )
    })

    it('a failed unsubscribe request is retried hourly until the lease ends', async () => {
      const id = generatedChannelId(++numbers)
      const user = await test.newUser()
      const schedule = await follow(user, id)
      await pollNow(test)
      const { renewDue } = test.server.services.channelHub
      await renewDue()
      await eventually(
        () => fetchChannelRow(test, id),
        row => row.hub_until !== null,
      )
      await user.client.schedules.delete({ params: { id: schedule } })
      await pollLater(test, 1.2 * hourMs)
      test.fake.fault(`hub|unsubscribe|${id}`, { kind: 'status', status: 500 })
      const unsubscribeRequests = () => test.fake.requests.filter(key => key === `hub|unsubscribe|${id}`).length
      for (let round = 0; round < 4; round++) {
        await renewDue()
        test.clock.advance(0.4 * hourMs)
      }
      expect(unsubscribeRequests()).toBe(2)
      test.clock.advance(5 * dayMs)
      await renewDue()
      expect(unsubscribeRequests()).toBe(2)
      test.fake.clearFaults()
    })

    it('parallel processes subscribe to a channel only once, and not to a channel that is gone', async () => {
      const ids = [await followed(test), await followed(test)]
      const { renewDue } = test.server.services.channelHub
      await test.server.services.database.db
        .updateTable('channels')
        .set({ health: 'paused_deleted' })
        .where('channel_id', '=', ids[1]!)
        .execute()
      await Promise.all([renewDue(), renewDue(), renewDue()])
      expect(ids.map(id => subscribeRequests(test, id))).toEqual([1, 0])
    })
  })

describe('a server without a public address', async () => {
  const test = await useServer()

  it('a server without a public address does not subscribe to the hub', async () => {
    const id = await followed(test)
    await test.server.services.channelHub.renewDue()
    expect(subscribeRequests(test, id)).toBe(0)
  })

  it.each([
    ['https://recaps.example.com', 'https://recaps.example.com'],
    ['https://recaps.example.com:8443', 'https://recaps.example.com:8443'],
    ['https://203.0.113.9', null],
    ['https://8.8.8.8', 'https://8.8.8.8'],
    ['http://recaps.example.com', null],
    ['https://localhost:3000', null],
    ['https://recaps', null],
    ['https://nas.local', null],
    ['https://recaps.home.arpa', null],
    ['https://192.168.1.20', null],
    ['https://[::1]', null],
    ['https://[fd00::1]', null],
    ['https://127.0.0.1', null],
  ])('the callback origin for PUBLIC_URL %s is %s', (address, origin) => {
    expect(originForHub(address)).toBe(origin)
  })
})
