export interface PushBrowser {
  permission: NotificationPermission
  /** What the user answers when the browser asks. */
  answer: NotificationPermission
  /** What the browser's push service says instead of subscribing. */
  failure: DOMException | null
  subscription: { endpoint: string; key: string } | null
  asked: number
}

/** A browser that can show push messages, which jsdom cannot. */
export function installPush(wishes: Partial<PushBrowser> = {}): PushBrowser {
  const browser: PushBrowser = {
    permission: 'default',
    answer: 'granted',
    failure: null,
    subscription: null,
    asked: 0,
    ...wishes,
  }
  const subscription = () =>
    browser.subscription && {
      options: { applicationServerKey: new TextEncoder().encode(browser.subscription.key).buffer },
      toJSON: () => ({ endpoint: browser.subscription?.endpoint }),
      async unsubscribe() {
        browser.subscription = null
        return true
      },
    }
  let subscribed = 0
  const registration = Object.assign(new EventTarget(), {
    waiting: null,
    installing: null,
    update: async () => {},
    pushManager: {
      getSubscription: async () => subscription(),
      async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
        if (browser.failure) throw browser.failure
        const key = new TextDecoder().decode(applicationServerKey)
        browser.subscription = { endpoint: `https://push.example/${++subscribed}`, key }
        return subscription()
      },
    },
    getNotifications: async () => [],
  })
  const container = Object.assign(new EventTarget(), {
    register: async () => registration,
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
    startMessages() {},
  })
  lay(window, 'isSecureContext', true)
  lay(window, 'PushManager', class {})
  lay(window, 'Notification', {
    get permission() {
      return browser.permission
    },
    async requestPermission() {
      browser.asked++
      browser.permission = browser.answer
      return browser.answer
    },
  })
  lay(navigator, 'serviceWorker', container)
  return browser
}

export function removePush() {
  for (const name of ['isSecureContext', 'PushManager', 'Notification']) Reflect.deleteProperty(window, name)
  Reflect.deleteProperty(navigator, 'serviceWorker')
}

const lay = (on: object, name: string, value: unknown) => Object.defineProperty(on, name, { configurable: true, value })
