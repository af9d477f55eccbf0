import { notifications as contract } from '@recaps/contract/notifications'
import type { Limits } from '../../http/limits.ts'
import type { Router } from '../../http/router.ts'
import type { Devices } from './devices.ts'

export function bindDevices({ bind }: Router, devices: Devices, limits: Limits): void {
  bind(contract.vapidKey, async () => ({ key: devices.vapidKey }))
  bind(contract.registerToken, ({ body }, { session }) => devices.register(session, body.platform, body.token))
  bind(contract.subscribe, ({ body }, { session }) => devices.subscribe(session, body.token, body.topic))
  bind(contract.unsubscribe, ({ body }, { session }) => devices.unsubscribe(session, body.token, body.topic))
  bind(contract.removeToken, async ({ body }, { session }) => {
    await devices.remove(session, body.token)
    return undefined
  })
  bind(contract.test, async (_, { session }) => {
    await limits.take('push_test', String(session.userId))
    return await devices.test(session)
  })
}
