import type { Device } from '../device/DeviceContext.tsx'
import { pushDevice } from '../device/push.ts'
import { createStorage } from '../device/storage.ts'
import { createTheme } from '../device/theme.ts'
import { wallet } from '../device/wallet.ts'

/** The device context of the gallery. */
export function galleryDevice(): Device {
  const storage = createStorage(() => localStorage)
  const theme = createTheme(storage, matchMedia('(prefers-color-scheme: dark)'), document)
  const facts = { productName: 'Recaps', signInProviders: '', demoLogin: '', hasAnalytics: false }
  return { storage, theme, push: pushDevice(storage), wallet, ...facts }
}
