import type { Settings } from '@recaps/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../api/ConnectionContext.tsx'
import { problemOf } from '../../api/problem.ts'
import { useDevice } from '../../device/DeviceContext.tsx'
import type { NoPush } from '../../device/push.ts'
import { useToast } from '../../ui/Toast.tsx'
import { useChangeSettings } from '../auth/settings.ts'
import { texts } from './texts.ts'

/** Of what a device is told. News of the product are sent by nobody yet. */
export type PushTopic = Exclude<keyof Settings['push'], 'product'>

export type PushHere = { state: NoPush } | { state: 'on'; token: string; topics: string[] }

export const pushKey = ['push-here'] as const

/** Whether this device shows push messages, and of what. Looking tells the server the device's address, which may have changed. */
export function usePushHere() {
  const { push } = useDevice()
  const client = useClient()
  return useQuery({
    queryKey: pushKey,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<PushHere> => {
      const token = await push.token()
      if (token === null) return { state: push.obstacle() }
      const { topics } = await client.notifications.registerToken({ body: { token, platform: push.platform } })
      return { state: 'on', token, topics }
    },
  })
}

/** Asks for push messages on this device; what the browser or its user answers is said. */
export function useAllowPush() {
  const { push } = useDevice()
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: async (): Promise<PushHere> => {
      const token = await push.allow(async () => (await client.notifications.vapidKey()).key)
      if (token === null) return { state: push.obstacle() }
      try {
        const { topics } = await client.notifications.registerToken({ body: { token, platform: push.platform } })
        return { state: 'on', token, topics }
      } catch (error) {
        // The server will not have it: on is what both have said.
        await push.forget()
        throw error
      }
    },
    onSuccess(here) {
      cache.setQueryData(pushKey, here)
      if (here.state === 'off') toast({ text: texts.notAllowed, tone: 'danger' })
    },
    onError(error) {
      // A browser that has no push service, or cannot reach it, says so by one of its own errors.
      toast({ text: error instanceof DOMException ? texts.noService : problemOf(error).sentence, tone: 'danger' })
    },
  })
}

export function useForgetPush() {
  const { push } = useDevice()
  const client = useClient()
  const cache = useQueryClient()
  return useMutation({
    async mutationFn(token: string) {
      await push.forget()
      await client.notifications.removeToken({ body: { token } })
    },
    // Without a subscription nothing reaches this device, whether the server has heard of it or not.
    onSettled: () => cache.setQueryData(pushKey, { state: push.obstacle() }),
  })
}

/** Tells this device of a topic, or no more. An account that wants no such message anywhere wants it again then. */
export function useTopic(here: PushHere & { state: 'on' }, settings: Settings) {
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  const { mutate: changeSettings } = useChangeSettings()
  return useMutation({
    scope: { id: 'push-topics' },
    mutationFn: ({ topic, isOn }: { topic: PushTopic; isOn: boolean }) =>
      client.notifications[isOn ? 'subscribe' : 'unsubscribe']({ body: { token: here.token, topic } }),
    onMutate({ topic, isOn }) {
      if (isOn && !settings.push[topic]) changeSettings({ push: { [topic]: true } })
      const topics = here.topics.filter(known => known !== topic).concat(isOn ? topic : [])
      cache.setQueryData(pushKey, { ...here, topics })
    },
    onSuccess: ({ topics }) => cache.setQueryData(pushKey, { ...here, topics }),
    onError(error) {
      toast({ text: problemOf(error).sentence, tone: 'danger' })
      void cache.invalidateQueries({ queryKey: pushKey })
    },
  })
}

export function useTestPush() {
  const client = useClient()
  const toast = useToast()
  return useMutation({
    mutationFn: () => client.notifications.test(),
    onSuccess({ sent }) {
      toast(sent > 0 ? { text: texts.sent(sent), tone: 'success' } : { text: texts.notSent, tone: 'danger' })
    },
    onError: error => toast({ text: problemOf(error).sentence, tone: 'danger' }),
  })
}
