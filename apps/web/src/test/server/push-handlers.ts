import { defaultTopics, type Topic } from '@recaps/contract/notifications'
import { HandlerFailure, type Handlers } from './handler.ts'
import type { World } from './world.ts'

/** Memory handlers for push notifications. */
export function pushHandlers({ devices }: World): Handlers {
  const device = (token: string) => ({ body: { platform: 'web', topics: devices.get(token) } })
  const change = (body: unknown, changed: (topics: Topic[], topic: Topic) => Topic[]) => {
    const { token, topic } = body as { token: string; topic: Topic }
    const topics = devices.get(token)
    if (!topics) throw new HandlerFailure('not_found')
    devices.set(token, changed(topics, topic))
    return device(token)
  }
  return {
    'notifications.vapidKey': () => ({ body: { key: btoa('the key of this server') } }),
    'notifications.registerToken'({ body }) {
      const { token } = body as { token: string }
      devices.set(token, devices.get(token) ?? [...defaultTopics])
      return device(token)
    },
    'notifications.subscribe': ({ body }) => change(body, (topics, topic) => [...new Set([...topics, topic])]),
    'notifications.unsubscribe': ({ body }) => change(body, (topics, topic) => topics.filter(one => one !== topic)),
    'notifications.removeToken'({ body }) {
      devices.delete((body as { token: string }).token)
      return { status: 204 }
    },
    'notifications.test': () => ({ body: { sent: devices.size, failed: 0, gone: 0 } }),
  }
}
