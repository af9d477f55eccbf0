import type { Values } from './settings.ts'

/** The apps that links to our pages open in; each undefined where they open in the browser. */
export interface PhoneAppsConfig {
  android: AndroidApp | undefined
  /** As Apple names apps: team, dot, bundle id. */
  appleIds: readonly string[] | undefined
}

export interface AndroidApp {
  packageName: string
  /** SHA-256 of each certificate that it may be signed by: 64 hexadecimal digits. */
  certificates: readonly string[]
}

export function phoneAppsOf(values: Values): PhoneAppsConfig {
  const { ANDROID_CERTIFICATES: certificates, APPLE_TEAM_ID: team } = values
  const packageName = packageOf(values)
  return {
    android: packageName && certificates.length > 0 ? { packageName, certificates } : undefined,
    appleIds: team === undefined ? undefined : bundleIdsOf(values).map(id => `${team}.${id}`),
  }
}

/** Where the pages of the apps come from, which is the phone itself: Capacitor's own, on iOS and on Android. */
export const phoneOrigins = ['capacitor://localhost', 'https://localhost'] as const

export function originsOf(values: Values): readonly string[] {
  const hasApp = packageOf(values) !== undefined || bundleIdsOf(values).length > 0
  return [...new Set([...values.ALLOWED_ORIGINS, ...(hasApp ? phoneOrigins : [])])]
}

/** What of these settings makes no sense together. */
export function nonsenseOfPhoneApps(values: Values): string[] {
  return [
    values.ANDROID_CERTIFICATES.length > 0 && !packageOf(values)
      ? 'ANDROID_CERTIFICATES are of the app that ANDROID_PACKAGE or PLAY_PACKAGE names; set one of them'
      : '',
    values.APPLE_TEAM_ID && bundleIdsOf(values).length === 0
      ? 'APPLE_TEAM_ID is the team of the apps that APPLE_CLIENT_ID or APP_STORE_BUNDLE_ID names; set one of them'
      : '',
  ].filter(Boolean)
}

const packageOf = ({ ANDROID_PACKAGE, PLAY_PACKAGE }: Values): string | undefined => ANDROID_PACKAGE ?? PLAY_PACKAGE

const bundleIdsOf = ({ APPLE_CLIENT_ID, APP_STORE_BUNDLE_ID }: Values): string[] => [
  ...new Set([...APPLE_CLIENT_ID, ...(APP_STORE_BUNDLE_ID ? [APP_STORE_BUNDLE_ID] : [])]),
]
