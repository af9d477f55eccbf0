import { Capacitor } from '@capacitor/core'
import { opensInApp } from '@recaps/domain/app-links'
import type * as browsers from '../push.ts'
import type { NoPush, PushDevice } from '../push.ts'
import { type DeviceStorage, leniently } from '../storage.ts'
import { open, toldTwiceMs } from './opened.ts'
import { App, beside, Messaging, Network } from './plugins.ts'

export type { NoPush, PushDevice }

/** A message that comes while the app is open. */
export interface Arrival {
  /** Null on an iPhone, which shows it by itself. */
  title: string | null
  path: string | null
}

const isIos = Capacitor.getPlatform() === 'ios'

let permission: string | undefined
/** Without the file of a project at Firebase in the build, or Google's services on the phone, nothing there answers. */
let isUnsupported = false
/** Under what Firebase reaches this phone, as the app was last told when it asked. */
let token: string | undefined
let onChange = () => {}
let onArrival = (_: Arrival) => {}

/** Calls back when the phone has another address or its user another mind about push messages. Returns what ends it. */
export function onPushChange(act: () => void): () => void {
  onChange = act
  return () => {
    onChange = () => {}
  }
}

/** Calls back with what comes while the app is open. Returns what ends it. */
export function onPushArrival(act: (arrival: Arrival) => void): () => void {
  onArrival = act
  return () => {
    onArrival = () => {}
  }
}

/** Call once, as the app starts: what a tap told of is opened, and whether push messages are refused is known at once. */
export async function listenToPushes(): Promise<void> {
  const listening = [
    Messaging.addListener('notificationActionPerformed', ({ actionId, notification: { id, data } }) => {
      const path = pathIn(data)
      if (actionId === 'tap' && path && !isToldAgain(id)) open(path)
    }),
    Messaging.addListener('notificationReceived', ({ notification: { title = '', data } }) => {
      onArrival({ title: isIos ? null : title, path: pathIn(data) })
    }),
    // Told at each start of an iPhone's app too, and when a token was made that nobody has asked for.
    Messaging.addListener('tokenReceived', ({ token: now }) => {
      if (token !== undefined && token !== now) onChange()
    }),
    // Before it Firebase has no token to give, and nobody is told of one that comes.
    Messaging.addListener('apnsTokenReceived', () => {
      if (token === undefined) onChange()
    }),
    // They may have been in the system's settings.
    App.addListener('resume', () => beside(lookAtPermission())),
  ]
  for (const one of listening) beside(one)
  await lookAtPermission()
}

let tapped: { id: string | undefined; at: number } = { id: undefined, at: 0 }

/** What has started an iPhone's app is told by its scene (SceneDelegate.swift), and by the system where that comes in time. */
function isToldAgain(id: string | undefined): boolean {
  const before = tapped
  tapped = { id, at: performance.now() }
  return id !== undefined && id === before.id && tapped.at - before.at < toldTwiceMs
}

/** Another app may send what looks like a message: it leads where links lead, and no further. */
function pathIn(data: unknown): string | null {
  const path = (data as { path?: unknown } | undefined)?.path
  return typeof path === 'string' && opensInApp(path) ? path : null
}

async function lookAtPermission(): Promise<void> {
  const { receive } = await Messaging.checkPermissions()
  const isNews = permission !== undefined && permission !== receive
  permission = receive
  if (isNews) onChange()
}

/**
 * Push messages by Firebase, on both kinds of phones: the server knows no other service for them. What is asked of Firebase goes
 * one after the other.
 */
export function pushDevice(storage: DeviceStorage): PushDevice {
  const isWanted = () => leniently(() => storage.get('push') === 'on', false)
  let done: Promise<unknown> = Promise.resolve()
  const then = <T>(act: () => Promise<T>): Promise<T> => {
    const mine = done.then(act)
    done = mine.catch(() => {})
    return mine
  }
  const takeBack = () => then(() => (isWanted() ? Promise.resolve() : forgetToken()))
  // A log-out without a network has left one.
  void takeBack()
  addEventListener('online', () => void takeBack())

  return {
    platform: isIos ? 'ios' : 'android',
    obstacle: () => (isUnsupported ? 'unsupported' : permission === 'denied' ? 'blocked' : 'off'),
    token: () =>
      then(async () => {
        if (!isWanted() || (await Messaging.checkPermissions()).receive !== 'granted') return null
        return await askToken()
      }),
    allow: () =>
      then(async () => {
        // What somebody before has left: messages to them would come here.
        if (ending === undefined) await forgetLeft()
        // Before the question, which would be for nothing where there is none.
        const asked = await askToken()
        if (asked === null) return null
        permission = (await Messaging.requestPermissions()).receive
        if (permission !== 'granted') {
          await forgetToken()
          return null
        }
        leniently(() => storage.set('push', 'on'), undefined)
        return asked
      }),
    forget: () =>
      then(async () => {
        leniently(() => storage.remove('push'), undefined)
        await forgetToken()
      }),
  }
}

/**
 * Stands in the page's own storage, which a log-out does not clear: `out` for as long as a token may be out, `ending` where
 * Android was asked to take it back, whose plug-in says it is done as soon as it has begun. That is asked for once more when
 * the app is started the next time.
 */
const mark = 'push token'
/** A token that Android is taking back, and gives out until it has. */
let ending: string | undefined
const endingMs = 10_000
const lookMs = 500

/** Null where there is nobody to ask. */
async function askToken(): Promise<string | null> {
  try {
    localStorage.setItem(mark, 'out')
    for (let waitedMs = 0; ; waitedMs += lookMs) {
      const now = (await Messaging.getToken()).token
      if (now !== ending) {
        ending = undefined
        token = now
        return now
      }
      if (waitedMs >= endingMs) {
        // The next try asks for it anew.
        ending = undefined
        throw new Error('The token before is still being taken back')
      }
      await new Promise(resolve => setTimeout(resolve, lookMs))
    }
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string }
    isUnsupported = code === 'UNAVAILABLE' || /FirebaseApp is not initialized|MISSING_INSTANCEID/.test(message ?? '')
    if (!isUnsupported) throw new DOMException(message, 'NetworkError')
    localStorage.removeItem(mark)
    return null
  }
}

/** Android is asked for the name of what is out before that is taken back, so that it is known again. */
async function forgetLeft(): Promise<void> {
  if (!isIos && token === undefined && localStorage.getItem(mark) !== null) await askToken()
  await forgetToken()
}

/** Takes back what is out, and away what is shown. Without a network it stays marked. Never throws. */
async function forgetToken(): Promise<void> {
  const before = localStorage.getItem(mark)
  if (before === null) return
  const gone = token
  token = undefined
  try {
    await Messaging.removeAllDeliveredNotifications()
    // Android's plug-in does not say whether it came to anything.
    if (!(await Network.getStatus()).connected) return
    await Messaging.deleteToken()
    if (!isIos) ending = gone ?? ending
    if (isIos || (before === 'ending' && gone === undefined)) localStorage.removeItem(mark)
    else localStorage.setItem(mark, 'ending')
  } catch (error) {
    console.error('The push token could not be taken back:', error)
  }
}

pushDevice satisfies typeof browsers.pushDevice
