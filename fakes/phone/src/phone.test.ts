import { JSDOM } from 'jsdom'
import { describe, expect, it } from 'vitest'
import { openPhone, type Phone } from './phone.ts'
import { type Platform, readPluginHeaders } from './plugin-headers.ts'
import type { SignInRequest } from './social-login.ts'

interface Page {
  Capacitor: {
    getPlatform(): string
    nativePromise(plugin: string, method: string, options?: object): Promise<unknown>
    nativeCallback(plugin: string, method: string, options: object, callback: (data: unknown) => void): string
    fromNative(answer: object): void
  }
  androidBridge?: { onmessage(event: { data: string }): void }
}

/** A page on the phone, with Capacitor's bridge script. */
function pageOn(phone: Phone): Page {
  const page = new JSDOM('', { runScripts: 'outside-only' }).window as unknown as Page & {
    toPhone(text: string): void
    eval(script: string): void
  }
  page.toPhone = text =>
    phone.handleMessage(text, answer => {
      if (page.androidBridge) page.androidBridge.onmessage({ data: JSON.stringify(answer) })
      else page.Capacitor.fromNative(JSON.parse(JSON.stringify(answer)) as object)
    })
  page.eval(phone.script())
  return page
}

describe.each<Platform>(['android', 'ios'])('fake phone (%s)', platform => {
  it('answers plugin calls of a page and stores preferences', async () => {
    const phone = openPhone(platform)
    const { Capacitor } = pageOn(phone)
    expect(Capacitor.getPlatform()).toBe(platform)
    await Capacitor.nativePromise('Preferences', 'set', { key: 'theme', value: 'dark' })
    expect(await Capacitor.nativePromise('Preferences', 'get', { key: 'theme' })).toEqual({ value: 'dark' })
    expect(phone.calls.map(({ plugin, method }) => `${plugin}.${method}`)).toEqual([
      'Preferences.set',
      'Preferences.get',
    ])
  })

  it('rejects unknown plugins and unknown methods as unimplemented', async () => {
    const { Capacitor } = pageOn(openPhone(platform))
    for (const [plugin, method] of [
      ['Preferences', 'fetch'],
      ['Telepathy', 'read'],
    ] as const)
      await expect(Capacitor.nativePromise(plugin, method)).rejects.toMatchObject({ code: 'UNIMPLEMENTED' })
  })

  it('sends events to listeners, and retained events to the first listener', () => {
    const phone = openPhone(platform)
    const { Capacitor } = pageOn(phone)
    const received: unknown[] = []
    const listen = (plugin: string, eventName: string) =>
      Capacitor.nativeCallback(plugin, 'addListener', { eventName }, data => received.push(data))
    phone.setNetwork(false)
    phone.share({ text: 'first' })
    listen('Network', 'networkStatusChange')
    listen('CapacitorShareTarget', 'shareReceived')
    phone.share({ text: 'second' })
    phone.setNetwork(true)
    expect(received).toEqual([
      { title: '', texts: ['first'], files: [] },
      { title: '', texts: ['second'], files: [] },
      { connected: true, connectionType: 'wifi' },
    ])
  })

  it('finds all plugins of the mobile app with their methods', () => {
    const headers = readPluginHeaders(platform)
    for (const name of [
      'App',
      'SecureStorage',
      'FirebaseMessaging',
      'MediaSession',
      'Stripe',
      'NativePurchases',
      'SocialLogin',
    ])
      expect(headers.find(header => header.name === name)?.methods.length, name).toBeGreaterThan(5)
  })

  it('requests, reuses and cancels native sign-ins as the social login plugin does', async () => {
    const requests: SignInRequest[] = []
    let acceptsSignIn = true
    const phone = openPhone(platform, {
      async signIn(request) {
        requests.push(request)
        return acceptsSignIn ? { id: '7', idToken: `token-${requests.length}`, givenName: 'Ada' } : null
      },
    })
    const { Capacitor } = pageOn(phone)
    const social = (method: string, options: object) => Capacitor.nativePromise('SocialLogin', method, options)
    const login = (options: object) => social('login', { provider: 'google', options })
    await expect(login({ nonce: 'n' })).rejects.toThrow()
    await social('initialize', {
      google: { webClientId: 'web', iOSClientId: 'ios', iOSServerClientId: 'web' },
    })
    expect(await login({ nonce: 'n-1' })).toMatchObject({
      provider: 'google',
      result: { idToken: 'token-1', responseType: 'online', profile: { id: '7', givenName: 'Ada' } },
    })
    // iPhones return the stored token unless a prompt is forced.
    const second = (await login({ nonce: 'n-2' })) as { result: { idToken: string } }
    expect(second.result.idToken).toBe(platform === 'ios' ? 'token-1' : 'token-2')
    acceptsSignIn = false
    await expect(login({ nonce: 'n-3', forcePrompt: true })).rejects.toMatchObject({ code: 'USER_CANCELLED' })
    expect(requests.at(-1)).toEqual({ provider: 'google', audience: 'web', nonce: 'n-3' })
    expect(phone.signedIn.size).toBe(1)
    await social('logout', { provider: 'google' })
    expect(phone.signedIn.size).toBe(0)
    if (platform === 'android') await expect(social('initialize', { apple: {} })).rejects.toThrow(/clientId/)
  })

  it('opens pages in the system browser and sends browserFinished as each platform does', async () => {
    const phone = openPhone(platform)
    const { Capacitor } = pageOn(phone)
    let ends = 0
    Capacitor.nativeCallback('Browser', 'addListener', { eventName: 'browserFinished' }, () => ends++)
    const open = (url: string) => Capacitor.nativePromise('Browser', 'open', { url })
    await expect(open('javascript:alert(1)')).rejects.toThrow()
    await open('https://accounts.example/')
    // iPhones open only one page at a time.
    if (platform === 'ios') await expect(open('https://accounts.example/')).rejects.toThrow()
    await Capacitor.nativePromise('Browser', 'close')
    expect(phone.browser.url).toBeNull()
    expect(ends).toBe(platform === 'ios' ? 0 : 1)
    await open('https://accounts.example/')
    phone.closeBrowser()
    expect(ends).toBe(platform === 'ios' ? 1 : 2)
    const closing = Capacitor.nativePromise('Browser', 'close')
    if (platform === 'ios') await expect(closing).rejects.toThrow('No active window')
    else await closing
  })

  it('closes the system browser on Android when a link opens the app, and reopens it on the next close call', async () => {
    const phone = openPhone(platform)
    const { Capacitor } = pageOn(phone)
    const url = 'https://accounts.example/'
    await Capacitor.nativePromise('Browser', 'open', { url })
    phone.openLink('app.recaps://auth/callback')
    expect(phone.browser.url).toBe(platform === 'ios' ? url : null)
    await Capacitor.nativePromise('Browser', 'close')
    expect(phone.browser.url).toBe(platform === 'ios' ? null : url)
  })

  it('reports a launch link as launch URL and as event, and on Android a shared text twice', async () => {
    const phone = openPhone(platform)
    const { Capacitor } = pageOn(phone)
    const received: unknown[] = []
    phone.openLink('https://recaps.example/settings', { isCold: true })
    phone.share({ text: 'a text' }, { isCold: true })
    for (const [plugin, eventName] of [
      ['App', 'appUrlOpen'],
      ['CapacitorShareTarget', 'shareReceived'],
    ] as const)
      Capacitor.nativeCallback(plugin, 'addListener', { eventName }, data => received.push(data))
    const shared = { title: '', texts: ['a text'], files: [] }
    expect(await Capacitor.nativePromise('App', 'getLaunchUrl')).toEqual({ url: 'https://recaps.example/settings' })
    expect(received).toEqual([
      { url: 'https://recaps.example/settings' },
      ...(platform === 'android' ? [shared, shared] : [shared]),
    ])
  })

  it('loses the launch link and retained events when the app ends, but keeps preferences', async () => {
    const phone = openPhone(platform)
    const { Capacitor } = pageOn(phone)
    await Capacitor.nativePromise('Preferences', 'set', { key: 'theme', value: 'dark' })
    phone.openLink('https://recaps.example/settings', { isCold: true })
    phone.share({ text: 'lost' })
    phone.end()
    const received: unknown[] = []
    Capacitor.nativeCallback('CapacitorShareTarget', 'addListener', { eventName: 'shareReceived' }, data =>
      received.push(data),
    )
    expect(await Capacitor.nativePromise('App', 'getLaunchUrl')).toBeUndefined()
    expect([received, phone.preferences.get('theme')]).toEqual([[], 'dark'])
  })
})
