import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { mobile, type PhoneApp } from '../apps/web/build/phone-app.ts'

const origin = 'Written by `npm run mobile:sync` from apps/mobile/app.json and package.json: change it there.'

/** Project files generated from `app.json` and the version, by their path in `apps/mobile`. */
export const projectFiles = (app: PhoneApp): Record<string, string> => ({
  'capacitor.config.json': `${JSON.stringify(capacitorConfig(app), null, 2)}\n`,
  'android/app.properties': lines([
    `# ${origin}`,
    `applicationId=${app.id}`,
    `appName=${app.name}`,
    `versionName=${app.version}`,
    `versionCode=${app.build}`,
    `host=${hostName(app)}`,
    `scheme=${app.scheme}`,
  ]),
  'ios/App.xcconfig': lines([
    `// ${origin}`,
    `RECAPS_BUNDLE_ID = ${app.id}`,
    `RECAPS_APP_GROUP = ${appGroup(app)}`,
    `RECAPS_NAME = ${app.name}`,
    `RECAPS_HOST = ${hostName(app)}`,
    `RECAPS_SCHEME = ${app.scheme}`,
    `RECAPS_GOOGLE_SCHEME = ${googleScheme(app)}`,
    `MARKETING_VERSION = ${app.version}`,
    `CURRENT_PROJECT_VERSION = ${app.build}`,
    '',
    '// The signing team is set in a file that is not committed: see docs/mobile.md.',
    '#include? "signing.xcconfig"',
  ]),
  'ios/App/App/App.entitlements': plist([
    ...entry('aps-environment', '<string>development</string>'),
    ...entry('com.apple.developer.applesignin', '<array>', '\t<string>Default</string>', '</array>'),
    ...entry(
      'com.apple.developer.associated-domains',
      '<array>',
      '\t<string>applinks:$(RECAPS_HOST)</string>',
      '\t<string>webcredentials:$(RECAPS_HOST)</string>',
      '</array>',
    ),
    ...(app.pay.appleMerchantId
      ? entry(
          'com.apple.developer.in-app-payments',
          '<array>',
          `\t<string>${app.pay.appleMerchantId}</string>`,
          '</array>',
        )
      : []),
    ...entry('com.apple.security.application-groups', '<array>', '\t<string>$(RECAPS_APP_GROUP)</string>', '</array>'),
  ]),
})

export function writeProjects(app: PhoneApp, folder = mobile): void {
  for (const [name, text] of Object.entries(projectFiles(app))) {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

const capacitorConfig = (app: PhoneApp) => ({
  appId: app.id,
  appName: app.name,
  webDir: 'www',
  // Only debug builds write to the phone's log.
  loggingBehavior: 'debug',
  // Chrome 111, as the web app requires. Older web views show `errorPath` below.
  android: { minWebViewVersion: 111 },
  ios: {
    // The page itself avoids notch and home indicator, with env(safe-area-inset-*).
    contentInset: 'never',
    // A long press on a link would show and share its internal URL.
    allowsLinkPreview: false,
  },
  server: {
    androidScheme: 'https',
    // All other pages open in the phone's browser.
    allowNavigation: [],
    errorPath: 'outdated.html',
  },
  plugins: {
    // The app hides it after its first paint; if that never happens, it hides after ten seconds.
    SplashScreen: { launchAutoHide: true, launchShowDuration: 10_000, launchFadeOutDuration: 200 },
    // Edge to edge, with viewport-fit=cover in the page. Older web views get a margin instead.
    SystemBars: { insetsHandling: 'native', initialViewportFitValueHint: 'cover', style: 'DEFAULT' },
    Keyboard: { resize: 'native' },
    FirebaseMessaging: { presentationOptions: ['alert', 'badge', 'sound'] },
    // Providers that are false are excluded from the app together with their libraries.
    SocialLogin: { providers: { google: true, apple: true, facebook: false, twitter: false }, logLevel: 1 },
    CapacitorShareTarget: { appGroupId: appGroup(app) },
  },
})

const hostName = ({ server }: PhoneApp): string => new URL(server).hostname

/** The iOS app group through which the share extension passes data to the app. */
const appGroup = ({ id }: PhoneApp): string => `group.${id}`

/** Google's sign-in returns to the reversed client id. Without one, an unused scheme. */
const googleScheme = ({ google, scheme }: PhoneApp): string =>
  google.iosClientId ? google.iosClientId.split('.').toReversed().join('.') : `${scheme}.google`

const lines = (texts: string[]): string => `${texts.join('\n')}\n`

const entry = (key: string, ...value: string[]): string[] => [`<key>${key}</key>`, ...value]

const plist = (entries: string[]): string =>
  lines([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    `<!-- ${origin} -->`,
    '<plist version="1.0">',
    '<dict>',
    ...entries.map(text => `\t${text}`),
    '</dict>',
    '</plist>',
  ])
