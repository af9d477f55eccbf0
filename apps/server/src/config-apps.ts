import { phoneOrigins } from '@recaps/domain/app-links'
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

export function originsOf(values: Values): readonly string[] {
  const hasApp = packageOf(values) !== undefined || bundleIdsOf(values).length > 0
  return [...new Set([...values.ALLOWED_ORIGINS, ...(hasApp ? phoneOrigins : [])])]
}

export interface AppleConfig {
  issuer: string
  clientIds: readonly string[]
  servicesId: string | undefined
  /** A key for Sign in with Apple (PKCS #8, as the .p8 file holds it): by it sign-ins are ended there. */
  key: { teamId: string; keyId: string; key: string } | undefined
}

export function appleOf(values: Values): AppleConfig {
  const { APPLE_TEAM_ID: teamId, APPLE_SIGN_IN_KEY_ID: keyId, APPLE_SIGN_IN_KEY: key } = values
  return {
    issuer: values.APPLE_ISSUER,
    clientIds: values.APPLE_CLIENT_ID,
    servicesId: values.APPLE_SERVICES_ID,
    key: teamId && keyId && key ? { teamId, keyId, key } : undefined,
  }
}

/** What of these settings makes no sense together. */
export function nonsenseOfPhoneApps(values: Values): string[] {
  return [
    values.ANDROID_CERTIFICATES.length > 0 && !packageOf(values)
      ? 'ANDROID_CERTIFICATES are of the app that ANDROID_PACKAGE or PLAY_PACKAGE names; set one of them'
      : '',
    values.GOOGLE_APP_CLIENT_IDS.length > 0 && originsOf(values).length === 0
      ? 'GOOGLE_APP_CLIENT_IDS are of apps, and no app may call this server; name one by ANDROID_PACKAGE, PLAY_PACKAGE, APPLE_CLIENT_ID or APP_STORE_BUNDLE_ID'
      : '',
    Boolean(values.APPLE_SIGN_IN_KEY) !== Boolean(values.APPLE_SIGN_IN_KEY_ID)
      ? 'APPLE_SIGN_IN_KEY and APPLE_SIGN_IN_KEY_ID belong together; set both or none'
      : '',
    values.APPLE_SIGN_IN_KEY && !values.APPLE_TEAM_ID
      ? 'APPLE_SIGN_IN_KEY is a key of the team that APPLE_TEAM_ID names; set it too'
      : '',
    values.APPLE_TEAM_ID && bundleIdsOf(values).length === 0 && !values.APPLE_SIGN_IN_KEY
      ? 'APPLE_TEAM_ID is the team of the apps that APPLE_CLIENT_ID or APP_STORE_BUNDLE_ID names; set one of them'
      : '',
  ].filter(Boolean)
}

const packageOf = ({ ANDROID_PACKAGE, PLAY_PACKAGE }: Values): string | undefined => ANDROID_PACKAGE ?? PLAY_PACKAGE

const bundleIdsOf = ({ APPLE_CLIENT_ID, APP_STORE_BUNDLE_ID }: Values): string[] => [
  ...new Set([...APPLE_CLIENT_ID, ...(APP_STORE_BUNDLE_ID ? [APP_STORE_BUNDLE_ID] : [])]),
]
