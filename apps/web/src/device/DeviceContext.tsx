import { createContext, useContext, useSyncExternalStore } from 'react'
import type { PushDevice } from './push.ts'
import type { DeviceStorage } from './storage.ts'
import type { Theme, ThemeChoice, ThemeStore } from './theme.ts'
import type { Wallet } from './wallet.ts'

/** The browser or the phone behind one face. */
export interface Device {
  storage: DeviceStorage
  theme: ThemeStore
  push: PushDevice
  wallet: Wallet
  /** What this installation calls itself. */
  productName: string
  /** The providers that can be signed in with, between spaces; at the build, what the server puts them in place of. */
  signIns: string
  /** The account that everybody may try, its password behind a space; '' where there is none; at the build as above. */
  demoLogin: string
  /** Whether there is somebody here who counts visits; then its user is asked. */
  isCounted: boolean
}

export const DeviceContext = createContext<Device | null>(null)

export function useDevice(): Device {
  const device = useContext(DeviceContext)
  if (!device) throw new Error('No device above this component')
  return device
}

export const useProductName = (): string => useDevice().productName

export function useTheme(): [Theme, () => void] {
  const { theme } = useDevice()
  return [useSyncExternalStore(theme.subscribe, theme.current, theme.current), theme.toggle]
}

export function useThemeChoice(): [ThemeChoice, (choice: ThemeChoice) => void] {
  const { theme } = useDevice()
  return [useSyncExternalStore(theme.subscribe, theme.choice, theme.choice), theme.choose]
}
