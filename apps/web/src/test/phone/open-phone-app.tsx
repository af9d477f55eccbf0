import { loadStorage } from '../../device/phone/open-storage.ts'
import { StorePurchaseReporter } from '../../features/subscriptions/phone/StorePurchaseReporter.tsx'
import { openApp } from '../open-app.tsx'
import { sampleToken } from '../server/world.ts'
import type { InstalledPhone } from './install.ts'

/** Opens the app on a fake phone, logged in and connected to the memory server. */
export async function openPhoneApp(
  { phone }: InstalledPhone,
  path: string,
  options: Parameters<typeof openApp>[1] = {},
) {
  phone.preferences.set('installed', 'true')
  phone.secure.set('capacitor-storage_authToken', sampleToken)
  await loadStorage()
  return openApp(path, { beside: <StorePurchaseReporter />, ...options })
}
