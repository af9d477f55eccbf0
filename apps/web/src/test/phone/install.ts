import { type Outside, openPhone, type Phone, type Platform } from '@recaps/fake-phone'

export interface InstalledPhone {
  phone: Phone
  /** What stands behind the phone's own windows; tests write into it. */
  outside: Partial<Outside>
}

/**
 * Puts the stand-in of a phone's native side under this window, as a phone does before the first script of a page. Call before
 * anything of the app is loaded: what it finds then it goes by (`ios.ts`, `android.ts`).
 */
export function installPhone(platform: Platform): InstalledPhone {
  const outside: Partial<Outside> = {}
  const phone = openPhone(platform, outside)
  const page = window as unknown as {
    toPhone(text: string): void
    androidBridge?: { onmessage(event: { data: string }): void }
    Capacitor: { fromNative(answer: object): void }
  }
  page.toPhone = text =>
    phone.hear(text, answer => {
      const sent = JSON.stringify(answer)
      if (platform === 'android') page.androidBridge!.onmessage({ data: sent })
      else page.Capacitor.fromNative(JSON.parse(sent) as object)
    })
  // biome-ignore lint/security/noGlobalEval: as a phone runs it, in the page and before anything else.
  window.eval(phone.script())
  const server = document.createElement('meta')
  Object.assign(server, { name: 'server', content: location.origin })
  const scheme = Object.assign(document.createElement('meta'), { name: 'scheme', content: 'app.recaps' })
  const country = Object.assign(document.createElement('meta'), { name: 'pay-country', content: 'US' })
  document.head.append(server, scheme, country)
  return { phone, outside }
}
