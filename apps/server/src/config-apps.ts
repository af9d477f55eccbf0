import { phoneOrigins } from '@recaps/domain/app-links'
import type { Values } from './settings.ts'

/** The phone apps that open links to our pages. Undefined: links open in the browser. */
export interface PhoneAppsConfig {
  android: AndroidApp | undefined
  /** Apple's app ids: team id, dot, bundle id. */
  appleIds: readonly string[] | undefined
}

export interface AndroidApp {
  packageName: string
  /** SHA-256 fingerprints of its possible signing certificates: 64 lower-case hexadecimal digits. */
  certificates: readonly string[]
}

export function readPhoneApps(values: Values): PhoneAppsConfig {
  const { ANDROID_CERTIFICATES: certificates, APPLE_TEAM_ID: team } = values
  const packageName = androidPackage(values)
  return {
    android: packageName && certificates.length > 0 ? { packageName, certificates } : undefined,
    appleIds: team === undefined ? undefined : appleBundleIds(values).map(id => `${team}.${id}`),
  }
}

export function readAllowedOrigins(values: Values): readonly string[] {
  const hasApp = androidPackage(values) !== undefined || appleBundleIds(values).length > 0
  return [...new Set([...values.ALLOWED_ORIGINS, ...(hasApp ? phoneOrigins : [])])]
}

export interface AppleConfig {
  issuer: string
  clientIds: readonly string[]
  servicesId: string | undefined
  /** Key for Sign in with Apple (PKCS #8 from the .p8 file), used to revoke sign-ins when accounts are deleted. */
  key: { teamId: string; keyId: string; key: string } | undefined
}

export function readApple(values: Values): AppleConfig {
  const { APPLE_TEAM_ID: teamId, APPLE_SIGN_IN_KEY_ID: keyId, APPLE_SIGN_IN_KEY: key } = values
  return {
    issuer: values.APPLE_ISSUER,
    clientIds: values.APPLE_CLIENT_ID,
    servicesId: values.APPLE_SERVICES_ID,
    key: teamId && keyId && key ? { teamId, keyId, key } : undefined,
  }
}

/** Returns a reason for each combination of settings that is invalid. */
export function validatePhoneApps(values: Values): string[] {
  return [
    values.ANDROID_CERTIFICATES.length > 0 && !androidPackage(values)
      ? 'ANDROID_CERTIFICATES requires ANDROID_PACKAGE or PLAY_PACKAGE'
      : '',
    values.GOOGLE_APP_CLIENT_IDS.length > 0 && readAllowedOrigins(values).length === 0
      ? 'GOOGLE_APP_CLIENT_IDS is for phone apps, but no app may call this server; set ANDROID_PACKAGE, PLAY_PACKAGE, APPLE_CLIENT_ID or APP_STORE_BUNDLE_ID'
      : '',
    Boolean(values.APPLE_SIGN_IN_KEY) !== Boolean(values.APPLE_SIGN_IN_KEY_ID)
      ? 'APPLE_SIGN_IN_KEY and APPLE_SIGN_IN_KEY_ID must be set together'
      : '',
    values.APPLE_SIGN_IN_KEY && !values.APPLE_TEAM_ID ? 'APPLE_SIGN_IN_KEY requires APPLE_TEAM_ID' : '',
    values.APPLE_TEAM_ID && appleBundleIds(values).length === 0 && !values.APPLE_SIGN_IN_KEY
      ? 'APPLE_TEAM_ID requires APPLE_CLIENT_ID, APP_STORE_BUNDLE_ID or APPLE_SIGN_IN_KEY'
      : '',
  ].filter(Boolean)
}

const androidPackage = ({ ANDROID_PACKAGE, PLAY_PACKAGE }: Values): string | undefined =>
  ANDROID_PACKAGE ?? PLAY_PACKAGE

const appleBundleIds = ({ APPLE_CLIENT_ID, APP_STORE_BUNDLE_ID }: Values): string[] => [
  ...new Set([...APPLE_CLIENT_ID, ...(APP_STORE_BUNDLE_ID ? [APP_STORE_BUNDLE_ID] : [])]),
]
