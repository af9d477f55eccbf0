import { Capacitor } from '@capacitor/core'
import { opensInApp } from '@recaps/domain/app-links'
import type * as browsers from '../push.ts'
import type { PushDevice, PushObstacle } from '../push.ts'
import { type DeviceStorage, withFallback } from '../storage.ts'
import { duplicateEventMs, openPath } from './external-links.ts'
import { App, inBackground, Messaging, Network } from './plugins.ts'

export type { PushDevice, PushObstacle }

/** A push notification received while the app is open. */
export interface ReceivedPush {
  /** Null on iOS, which displays it by itself. */
  title: string | null
  path: string | null
}

const isIos = Capacitor.getPlatform() === 'ios'

let permission: string | undefined
/** Set if the build has no Firebase configuration or the phone has no Google services. */
let isUnsupported = false
/** The last Firebase token returned to the app. */
let token: string | undefined
let onChange = () => {}
let onArrival = (_: ReceivedPush) => {}

/** Calls back when the token or the permission changes. Returns an unsubscribe function. */
export function onPushChange(callback: () => void): () => void {
  onChange = callback
  return () => {
    onChange = () => {}
  }
}

/** Calls back with notifications received while the app is open. Returns an unsubscribe function. */
export function onPushReceived(callback: (arrival: ReceivedPush) => void): () => void {
  onArrival = callback
  return () => {
    onArrival = () => {}
  }
}

/** Call once at app start. Opens the page of a tapped notification, and reads the permission. */
export async function listenForPush(): Promise<void> {
  const listeners = [
    Messaging.addListener('notificationActionPerformed', ({ actionId, notification: { id, data } }) => {
      const path = pathIn(data)
      if (actionId === 'tap' && path && !isDuplicateTap(id)) openPath(path)
    }),
    Messaging.addListener('notificationReceived', ({ notification: { title = '', data } }) => {
      onArrival({ title: isIos ? null : title, path: pathIn(data) })
    }),
    // Also fired at every start on iOS, and for tokens that the app did not request.
    Messaging.addListener('tokenReceived', ({ token: now }) => {
      if (token !== undefined && token !== now) onChange()
    }),
    // Firebase has no token before this, and does not report when it gets one.
    Messaging.addListener('apnsTokenReceived', () => {
      if (token === undefined) onChange()
    }),
    // The user may have changed the permission in the system settings.
    App.addListener('resume', () => inBackground(checkPermission())),
  ]
  for (const added of listeners) inBackground(added)
  await checkPermission()
}

let tapped: { id: string | undefined; at: number } = { id: undefined, at: 0 }

/** A tap that starts the app is reported by SceneDelegate.swift and sometimes also by iOS. */
function isDuplicateTap(id: string | undefined): boolean {
  const before = tapped
  tapped = { id, at: performance.now() }
  return id !== undefined && id === before.id && tapped.at - before.at < duplicateEventMs
}

/** Another app can fake a push notification, so only pages that app links can open are allowed. */
function pathIn(data: unknown): string | null {
  const path = (data as { path?: unknown } | undefined)?.path
  return typeof path === 'string' && opensInApp(path) ? path : null
}

async function checkPermission(): Promise<void> {
  const { receive } = await Messaging.checkPermissions()
  const hasChanged = permission !== undefined && permission !== receive
  permission = receive
  if (hasChanged) onChange()
}

/** Push notifications through Firebase, on iOS and Android. Calls to Firebase run one at a time. */
export function pushDevice(storage: DeviceStorage): PushDevice {
  const isEnabled = () => withFallback(() => storage.get('push') === 'on', false)
  let lastCall: Promise<unknown> = Promise.resolve()
  const enqueue = <T>(call: () => Promise<T>): Promise<T> => {
    const result = lastCall.then(call)
    lastCall = result.catch(() => {})
    return result
  }
  const revokeLeftover = () => enqueue(() => (isEnabled() ? Promise.resolve() : revokeToken()))
  // A logout while offline could not revoke the token.
  void revokeLeftover()
  addEventListener('online', () => void revokeLeftover())

  return {
    platform: isIos ? 'ios' : 'android',
    obstacle: () => (isUnsupported ? 'unsupported' : permission === 'denied' ? 'blocked' : 'off'),
    token: () =>
      enqueue(async () => {
        if (!isEnabled() || (await Messaging.checkPermissions()).receive !== 'granted') return null
        return await requestToken()
      }),
    enable: () =>
      enqueue(async () => {
        // A previous user's token may still be active: this phone would receive their notifications.
        if (revoking === undefined) await revokePrevious()
        // Before the permission prompt, which is pointless if push is unsupported.
        const newToken = await requestToken()
        if (newToken === null) return null
        permission = (await Messaging.requestPermissions()).receive
        if (permission !== 'granted') {
          await revokeToken()
          return null
        }
        withFallback(() => storage.set('push', 'on'), undefined)
        return newToken
      }),
    disable: () =>
      enqueue(async () => {
        withFallback(() => storage.remove('push'), undefined)
        await revokeToken()
      }),
  }
}

/**
 * Key in the page's local storage, which a logout does not clear. `out`: a token may be active. `ending`: Android was asked to
 * revoke it, but its plugin resolves before that is done, so it is revoked again at the next app start.
 */
const tokenStateKey = 'push token'
/** A token that Android is revoking and still returns until it is done. */
let revoking: string | undefined
const revokeTimeoutMs = 10_000
const pollMs = 500

/** Gets a new token. Null if push is unsupported. */
async function requestToken(): Promise<string | null> {
  try {
    localStorage.setItem(tokenStateKey, 'out')
    for (let waitedMs = 0; ; waitedMs += pollMs) {
      const current = (await Messaging.getToken()).token
      if (current !== revoking) {
        revoking = undefined
        token = current
        return current
      }
      if (waitedMs >= revokeTimeoutMs) {
        // The next attempt accepts any token.
        revoking = undefined
        throw new Error('The previous token is still being revoked')
      }
      await new Promise(resolve => setTimeout(resolve, pollMs))
    }
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string }
    isUnsupported = code === 'UNAVAILABLE' || /FirebaseApp is not initialized|MISSING_INSTANCEID/.test(message ?? '')
    if (!isUnsupported) throw new DOMException(message, 'NetworkError')
    localStorage.removeItem(tokenStateKey)
    return null
  }
}

/** On Android, reads the active token before revoking it, to recognize it while it is being revoked. */
async function revokePrevious(): Promise<void> {
  if (!isIos && token === undefined && localStorage.getItem(tokenStateKey) !== null) await requestToken()
  await revokeToken()
}

/** Revokes the active token and removes displayed notifications. While offline, the token stays marked as active. Never throws. */
async function revokeToken(): Promise<void> {
  const before = localStorage.getItem(tokenStateKey)
  if (before === null) return
  const revoked = token
  token = undefined
  try {
    await Messaging.removeAllDeliveredNotifications()
    // Android's plugin does not report failures.
    if (!(await Network.getStatus()).connected) return
    await Messaging.deleteToken()
    if (!isIos) revoking = revoked ?? revoking
    if (isIos || (before === 'ending' && revoked === undefined)) localStorage.removeItem(tokenStateKey)
    else localStorage.setItem(tokenStateKey, 'ending')
  } catch (error) {
    console.error('Could not revoke the push token:', error)
  }
}

pushDevice satisfies typeof browsers.pushDevice
