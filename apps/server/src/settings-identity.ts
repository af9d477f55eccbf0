import { z } from 'zod'
import { fingerprints, isClientId, issuer, list, p256Key, text } from './setting-forms.ts'
import type { Setting } from './settings-payments.ts'

/** Who vouches for people, and the apps on phones that they come from. */
export const signInSettings = {
  GOOGLE_CLIENT_ID: {
    schema: z.string().optional(),
    about: 'OAuth client of Google sign-in. Its return address there is PUBLIC_URL with /google behind it.',
  },
  GOOGLE_CLIENT_SECRET: {
    schema: z.string().optional(),
    about: 'Secret of that client. Without the pair there is no Google sign-in in browsers.',
    secret: true,
  },
  GOOGLE_APP_CLIENT_IDS: {
    schema: list.refine(
      all => all.every(isClientId),
      'must be ids of OAuth clients such as 1234-abcd.apps.googleusercontent.com, separated by commas',
    ),
    default: '',
    about:
      'Ids of the phone apps’ own OAuth clients, separated by commas: Google’s identity tokens for them are taken, beside those for GOOGLE_CLIENT_ID, for which apps on Android ask.',
  },
  GOOGLE_ISSUER: {
    schema: issuer,
    default: 'https://accounts.google.com',
    about: 'Who issues Google’s identity tokens.',
  },
  APPLE_CLIENT_ID: {
    schema: list.refine(
      all => all.every(isClientId),
      'must be ids of apps such as com.example.recaps, separated by commas',
    ),
    default: '',
    about: 'Ids of the phone apps whose Apple identity tokens are taken, separated by commas.',
  },
  APPLE_SERVICES_ID: {
    schema: z.string().refine(isClientId, 'must be an id such as com.example.recaps.web').optional(),
    about:
      'Services ID of Apple sign-in in browsers. Its return address there is PUBLIC_URL with /apple behind it. Absent: phones only.',
  },
  APPLE_SIGN_IN_KEY_ID: {
    schema: text.regex(/^[A-Z\d]{10}$/, 'must be the id of a key such as 2X9R4HXF34').optional(),
    about: 'Id of a key for Sign in with Apple, of the team that APPLE_TEAM_ID names.',
  },
  APPLE_SIGN_IN_KEY: {
    schema: p256Key.optional(),
    about:
      'That key, as the .p8 file holds it. With it a sign-in by Apple is ended at Apple too when its account is deleted, as the App Store asks of apps. Absent: the last mail says how its user ends it.',
    secret: true,
  },
  APPLE_ISSUER: {
    schema: issuer,
    default: 'https://appleid.apple.com',
    about: 'Who issues Apple’s identity tokens.',
  },
  APP_SCHEME: {
    // With a dot, as RFC 8252 asks of the schemes of apps: no scheme that browsers or systems know has one.
    schema: z
      .string()
      .regex(/^[a-z][a-z\d-]*(\.[a-z\d-]+)+$/, 'must be a scheme of an app’s own, such as com.example.recaps'),
    default: 'app.recaps',
    about: 'Scheme of the addresses by which a sign-in comes back to the phone app.',
  },
  ANDROID_PACKAGE: {
    schema: text.refine(isClientId, 'must be the name of an app such as com.example.recaps').optional(),
    about: 'Package name of the Android app. Default: PLAY_PACKAGE.',
  },
  ANDROID_CERTIFICATES: {
    schema: fingerprints,
    default: '',
    about:
      'SHA-256 fingerprints of the certificates that the Android app may be signed by, separated by commas: the one of Play’s signing key, and those of builds of your own. With them links to PUBLIC_URL open in the app, and passwords may be filled in there. Absent: links open in the browser.',
  },
  APPLE_TEAM_ID: {
    schema: text.regex(/^[A-Z\d]{10}$/, 'must be the id of a team such as 9JA89QQLNQ').optional(),
    about:
      'Team of the iOS app at Apple. With it links to PUBLIC_URL open in the apps that APPLE_CLIENT_ID and APP_STORE_BUNDLE_ID name, and passwords may be filled in there. Absent: links open in the browser.',
  },
} as const satisfies Record<string, Setting>
