export interface PushBrowser {
  permission: NotificationPermission
  /** The user's answer to the permission prompt. */
  answer: NotificationPermission
  /** Error that the push service returns instead of subscribing. */
  failure: DOMException | null
  subscription: { endpoint: string; key: string } | null
  promptCount: number
}

/** Fakes the browser's push APIs, which jsdom lacks. */
export function installPush(overrides: Partial<PushBrowser> = {}): PushBrowser {
  const browser: PushBrowser = {
    permission: 'default',
    answer: 'granted',
    failure: null,
    subscription: null,
    promptCount: 0,
    ...overrides,
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
  let subscriptionCount = 0
  const registration = Object.assign(new EventTarget(), {
    waiting: null,
    installing: null,
    update: async () => {},
    pushManager: {
      getSubscription: async () => subscription(),
      async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
        if (browser.failure) throw browser.failure
        const key = new TextDecoder().decode(applicationServerKey)
        browser.subscription = { endpoint: `https://push.example/${++subscriptionCount}`, key }
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
  define(window, 'isSecureContext', true)
  define(window, 'PushManager', class {})
  define(window, 'Notification', {
    get permission() {
      return browser.permission
    },
    async requestPermission() {
      browser.promptCount++
      browser.permission = browser.answer
      return browser.answer
    },
  })
  define(navigator, 'serviceWorker', container)
  return browser
}

export function removePush() {
  for (const name of ['isSecureContext', 'PushManager', 'Notification']) Reflect.deleteProperty(window, name)
  Reflect.deleteProperty(navigator, 'serviceWorker')
}

const define = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { configurable: true, value })
