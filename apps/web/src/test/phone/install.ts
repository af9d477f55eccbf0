import { openPhone, type Phone, type PhoneEnvironment, type Platform } from '@recaps/fake-phone'

export interface InstalledPhone {
  phone: Phone
  /** Fake external services behind the phone's native dialogs. Tests change them. */
  environment: Partial<PhoneEnvironment>
}

/**
 * Installs the fake phone's native bridge in this window, as a phone does before a page's first script. Call before importing
 * any code of the app, which detects the platform on import (`ios.ts`, `android.ts`).
 */
export function installPhone(platform: Platform): InstalledPhone {
  const environment: Partial<PhoneEnvironment> = {}
  const phone = openPhone(platform, environment)
  const page = window as unknown as {
    toPhone(text: string): void
    androidBridge?: { onmessage(event: { data: string }): void }
    Capacitor: { fromNative(answer: object): void }
  }
  page.toPhone = text =>
    phone.handleMessage(text, answer => {
      const sent = JSON.stringify(answer)
      if (platform === 'android') page.androidBridge!.onmessage({ data: sent })
      else page.Capacitor.fromNative(JSON.parse(sent) as object)
    })
  // biome-ignore lint/security/noGlobalEval: a phone runs this script in the page before everything else.
  window.eval(phone.script())
  const server = document.createElement('meta')
  Object.assign(server, { name: 'server', content: location.origin })
  const scheme = Object.assign(document.createElement('meta'), { name: 'scheme', content: 'app.recaps' })
  const country = Object.assign(document.createElement('meta'), { name: 'pay-country', content: 'US' })
  document.head.append(server, scheme, country)
  return { phone, environment }
}
