import { z } from 'zod'
import { fingerprints, isClientId, list, p256Key, text, trustedUrl } from './setting-schemas.ts'
import type { Setting } from './settings-payments.ts'

/** Sign-in with Google and Apple, and the phone apps. */
export const signInSettings = {
  GOOGLE_CLIENT_ID: {
    schema: z.string().optional(),
    about: 'OAuth client for Google sign-in. Its redirect URI is PUBLIC_URL followed by /google.',
  },
  GOOGLE_CLIENT_SECRET: {
    schema: z.string().optional(),
    about: 'Secret of that client. Without both settings there is no Google sign-in in browsers.',
    secret: true,
  },
  GOOGLE_APP_CLIENT_IDS: {
    schema: list.refine(
      all => all.every(isClientId),
      'must be comma-separated OAuth client ids such as 1234-abcd.apps.googleusercontent.com',
    ),
    default: '',
    about:
      'OAuth client ids of the phone apps, separated by commas. Google identity tokens issued for them are accepted, in addition to those for GOOGLE_CLIENT_ID, which the Android app requests.',
  },
  GOOGLE_ISSUER: {
    schema: trustedUrl,
    default: 'https://accounts.google.com',
    about: 'Issuer of Google’s identity tokens.',
  },
  APPLE_CLIENT_ID: {
    schema: list.refine(all => all.every(isClientId), 'must be comma-separated app ids such as com.example.recaps'),
    default: '',
    about: 'Ids of the phone apps whose Apple identity tokens are accepted, separated by commas.',
  },
  APPLE_SERVICES_ID: {
    schema: z.string().refine(isClientId, 'must be an id such as com.example.recaps.web').optional(),
    about:
      'Services ID for Apple sign-in in browsers. Its return URL is PUBLIC_URL followed by /apple. Default: Apple sign-in only on phones.',
  },
  APPLE_SIGN_IN_KEY_ID: {
    schema: text.regex(/^[A-Z\d]{10}$/, 'must be a key id such as 2X9R4HXF34').optional(),
    about: 'Id of a key for Sign in with Apple, of the team APPLE_TEAM_ID.',
  },
  APPLE_SIGN_IN_KEY: {
    schema: p256Key.optional(),
    about:
      'That key: the content of the .p8 file. With it, deleting an account also revokes its sign-in at Apple, as the App Store requires. Without it, the last mail tells users how to revoke it themselves.',
    secret: true,
  },
  APPLE_ISSUER: {
    schema: trustedUrl,
    default: 'https://appleid.apple.com',
    about: 'Issuer of Apple’s identity tokens.',
  },
  APP_SCHEME: {
    // RFC 8252 requires a dot in the schemes of apps, so that they never clash with schemes of browsers and systems.
    schema: z
      .string()
      .regex(/^[a-z][a-z\d-]*(\.[a-z\d-]+)+$/, 'must be a URL scheme with a dot, such as com.example.recaps'),
    default: 'app.recaps',
    about: 'URL scheme that returns users to the phone app after signing in.',
  },
  ANDROID_PACKAGE: {
    schema: text.refine(isClientId, 'must be a package name such as com.example.recaps').optional(),
    about: 'Package name of the Android app. Default: PLAY_PACKAGE.',
  },
  ANDROID_CERTIFICATES: {
    schema: fingerprints,
    default: '',
    about:
      'SHA-256 fingerprints of the signing certificates of the Android app, separated by commas: of Play’s signing key and of your own builds. With them, links to PUBLIC_URL open in the app and it can fill in saved passwords. Default: links open in the browser.',
  },
  APPLE_TEAM_ID: {
    schema: text.regex(/^[A-Z\d]{10}$/, 'must be a team id such as 9JA89QQLNQ').optional(),
    about:
      'Apple team of the iOS app. With it, links to PUBLIC_URL open in the apps APPLE_CLIENT_ID and APP_STORE_BUNDLE_ID, and they can fill in saved passwords. Default: links open in the browser.',
  },
} as const satisfies Record<string, Setting>
