import { createContext, useContext, useSyncExternalStore } from 'react'
import type { PushDevice } from './push.ts'
import type { DeviceStorage } from './storage.ts'
import type { Theme, ThemeChoice, ThemeStore } from './theme.ts'
import type { Wallet } from './wallet.ts'

/** Capabilities of the browser or the phone. */
export interface Device {
  storage: DeviceStorage
  theme: ThemeStore
  push: PushDevice
  wallet: Wallet
  /** Product name of this installation. */
  productName: string
  /** Sign-in providers, separated by spaces. During the build: the placeholder that the server replaces. */
  signInProviders: string
  /** Email and password of the demo account, separated by a space, or ''. During the build: a placeholder. */
  demoLogin: string
  /** Whether this installation counts visits, if the user agrees. */
  hasAnalytics: boolean
}

export const DeviceContext = createContext<Device | null>(null)

export function useDevice(): Device {
  const device = useContext(DeviceContext)
  if (!device) throw new Error('useDevice must be used inside DeviceContext')
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
