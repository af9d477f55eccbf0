import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { mobile, type PhoneApp } from '../apps/web/build/phone-app.ts'

const origin = 'Written by `npm run mobile:sync` from apps/mobile/app.json and package.json: change it there.'

/** What the projects need of `app.json` and the version: whole files, by their place in `apps/mobile`. */
export const projectFiles = (app: PhoneApp): Record<string, string> => ({
  'capacitor.config.json': `${JSON.stringify(capacitorConfig(app), null, 2)}\n`,
  'android/app.properties': lines([
    `# ${origin}`,
    `applicationId=${app.id}`,
    `appName=${app.name}`,
    `versionName=${app.version}`,
    `versionCode=${app.build}`,
    `host=${hostOf(app)}`,
    `scheme=${app.scheme}`,
  ]),
  'ios/App.xcconfig': lines([
    `// ${origin}`,
    `RECAPS_BUNDLE_ID = ${app.id}`,
    `RECAPS_APP_GROUP = ${appGroupOf(app)}`,
    `RECAPS_NAME = ${app.name}`,
    `RECAPS_HOST = ${hostOf(app)}`,
    `RECAPS_SCHEME = ${app.scheme}`,
    `RECAPS_GOOGLE_SCHEME = ${googleSchemeOf(app)}`,
    `MARKETING_VERSION = ${app.version}`,
    `CURRENT_PROJECT_VERSION = ${app.build}`,
    '',
    '// Who signs it stands in a file that is not committed: see docs/mobile.md.',
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

/** Writes them, once all of them are known. */
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
  // A released app writes nothing into the phone's log; one that is being developed does.
  loggingBehavior: 'debug',
  // Of Chrome 111's age, as the web app asks of browsers; an older one is told so by the page below.
  android: { minWebViewVersion: 111 },
  ios: {
    // The page keeps clear of notch and home indicator by itself: env(safe-area-inset-*).
    contentInset: 'never',
    // A link that is held would be shown and shared by its address in the app.
    allowsLinkPreview: false,
  },
  server: {
    androidScheme: 'https',
    // Whatever is not the app itself opens in the phone's browser.
    allowNavigation: [],
    errorPath: 'outdated.html',
  },
  plugins: {
    // The app takes it away when its first page is drawn; where that never comes, it goes by itself.
    SplashScreen: { launchAutoHide: true, launchShowDuration: 10_000, launchFadeOutDuration: 200 },
    // Edge to edge, by the viewport-fit=cover of the page; older web views get a margin instead.
    SystemBars: { insetsHandling: 'native', initialViewportFitValueHint: 'cover', style: 'DEFAULT' },
    Keyboard: { resize: 'native' },
    FirebaseMessaging: { presentationOptions: ['alert', 'badge', 'sound'] },
    // What is false here is left out of the app, together with its library.
    SocialLogin: { providers: { google: true, apple: true, facebook: false, twitter: false }, logLevel: 1 },
    CapacitorShareTarget: { appGroupId: appGroupOf(app) },
  },
})

const hostOf = ({ server }: PhoneApp): string => new URL(server).hostname

/** By it the app and its share extension hand things over on iOS. */
const appGroupOf = ({ id }: PhoneApp): string => `group.${id}`

/** Google's sign-in comes back to the client id turned round; without one, to a scheme that nobody uses. */
const googleSchemeOf = ({ google, scheme }: PhoneApp): string =>
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
