import type { Settings } from '@recaps/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../api/ConnectionContext.tsx'
import { toProblem } from '../../api/problem.ts'
import { useDevice } from '../../device/DeviceContext.tsx'
import type { PushObstacle } from '../../device/push.ts'
import { useToast } from '../../ui/Toast.tsx'
import { useChangeSettings } from '../auth/settings.ts'
import { texts } from './texts.ts'

/** What a device can be notified about. Product news is not sent yet. */
export type PushTopic = Exclude<keyof Settings['push'], 'product'>

export type DevicePush = { state: PushObstacle } | { state: 'on'; token: string; topics: string[] }

export const pushKey = ['push-here'] as const

/**
 * Whether this device gets push notifications, and for which topics. Fetching this registers the device's current push token
 * with the server, because it may have changed.
 */
export function useDevicePush() {
  const { push } = useDevice()
  const client = useClient()
  return useQuery({
    queryKey: pushKey,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<DevicePush> => {
      const token = await push.token()
      if (token === null) return { state: push.obstacle() }
      const { topics } = await client.notifications.registerToken({ body: { token, platform: push.platform } })
      return { state: 'on', token, topics }
    },
  })
}

/** Asks for permission and registers this device. Shows a toast if the user dismisses the prompt or registration fails. */
export function useEnablePush() {
  const { push } = useDevice()
  const client = useClient()
  const cache = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: async (): Promise<DevicePush> => {
      const token = await push.enable(async () => (await client.notifications.vapidKey()).key)
      if (token === null) return { state: push.obstacle() }
      try {
        const { topics } = await client.notifications.registerToken({ body: { token, platform: push.platform } })
        return { state: 'on', token, topics }
      } catch (error) {
        // Not on before the server has registered it too, so undo the subscription.
        await push.disable()
        throw error
      }
    },
    onSuccess(here) {
      cache.setQueryData(pushKey, here)
      if (here.state === 'off') toast({ text: texts.notAllowed, tone: 'danger' })
    },
    onError(error) {
      // Browsers throw a DOMException if their push service is missing or unreachable.
      toast({ text: error instanceof DOMException ? texts.noService : toProblem(error).sentence, tone: 'danger' })
    },
  })
}

export function useDisablePush() {
  const { push } = useDevice()
  const client = useClient()
  const cache = useQueryClient()
  return useMutation({
    async mutationFn(token: string) {
      await push.disable()
      await client.notifications.removeToken({ body: { token } })
    },
    // Without a subscription this device gets no notifications, even if the server could not be reached.
    onSettled: () => cache.setQueryData(pushKey, { state: push.obstacle() }),
  })
}

/** Turns a topic on or off on this device. Turning it on also turns it on for the account if it was off there. */
export function usePushTopic(here: DevicePush & { state: 'on' }, settings: Settings) {
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
      toast({ text: toProblem(error).sentence, tone: 'danger' })
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
    onError: error => toast({ text: toProblem(error).sentence, tone: 'danger' }),
  })
}
