import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, test } from 'vitest'
import { projectFiles, writeProjects } from '../../scripts/mobile-projects.ts'
import { phoneAppFacts, readPhoneApp } from '../web/build/phone-app.ts'
import { json, read, settings } from './test/files.ts'

const app = readPhoneApp()

describe('app.json', () => {
  test('the Android and iOS projects match what `npm run mobile:sync` writes', () => {
    for (const [name, text] of Object.entries(projectFiles(app))) expect([name, read(name)]).toEqual([name, text])
  })

  test('app.json gives Android and iOS the same id, name, version, host and scheme', () => {
    const [android, ios] = [settings(read('android/app.properties')), settings(read('ios/App.xcconfig'))]
    const { appId, appName } = json('capacitor.config.json') as Record<string, string>
    expect([android.applicationId, ios.RECAPS_BUNDLE_ID, appId]).toEqual([app.id, app.id, app.id])
    expect([android.appName, ios.RECAPS_NAME, appName]).toEqual([app.name, app.name, app.name])
    expect([android.versionName, ios.MARKETING_VERSION]).toEqual([app.version, app.version])
    expect([android.versionCode, ios.CURRENT_PROJECT_VERSION]).toEqual([`${app.build}`, `${app.build}`])
    expect([android.host, ios.RECAPS_HOST]).toEqual(Array(2).fill(new URL(app.server).hostname))
    expect([android.scheme, ios.RECAPS_SCHEME]).toEqual([app.scheme, app.scheme])
  })

  test('app.json provides the facts in the app’s page', () => {
    expect(phoneAppFacts(app)).toMatchObject({ server: app.server, scheme: app.scheme, 'product-name': app.name })
  })

  it('the iOS project uses the reversed Google client id as URL scheme, and Apple Pay only with a merchant id', () => {
    const files = projectFiles({
      ...app,
      google: { webClientId: '', iosClientId: '12-ab.apps.googleusercontent.com' },
      pay: { appleMerchantId: 'merchant.com.example', country: 'DE' },
    })
    expect(settings(files['ios/App.xcconfig']!).RECAPS_GOOGLE_SCHEME).toBe('com.googleusercontent.apps.12-ab')
    expect(files['ios/App/App/App.entitlements']).toContain('<string>merchant.com.example</string>')
    expect(projectFiles(app)['ios/App/App/App.entitlements']).not.toContain('in-app-payments')
  })
})

describe('validation of app.json', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recaps-mobile-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const valid = json('app.json') as Record<string, unknown>
  const errorFor = (change: object, version = '1.2.3'): string => {
    writeFileSync(path.join(folder, 'app.json'), JSON.stringify({ ...valid, ...change }))
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ version }))
    try {
      readPhoneApp(folder)
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }

  test.each([
    ['no problem', {}, ''],
    ['a name with an XML special character', { name: 'A & B' }, /name must be letters and digits/],
    ['a long name', { name: 'x'.repeat(31) }, /name must have at most 30 characters/],
    ['an id with capitals', { id: 'Com.Example' }, /id must be your own app id such as/],
    ['an id with a single part', { id: 'recaps' }, /id must be/],
    ['build 0', { build: 0 }, /build must be 1 or more/],
    ['a build number above Google’s limit', { build: 2_100_000_001 }, /build must be 2100000000 or less/],
    ['a server without https', { server: 'http://recaps.example' }, /server must be an https origin/],
    ['a server with a path', { server: 'https://recaps.example/app' }, /server must be an https origin/],
    ['a scheme with a colon', { scheme: 'recaps:' }, /scheme must be/],
    [
      'an invalid client id',
      { google: { webClientId: 'abc', iosClientId: '' } },
      /google\.webClientId must be a client id/,
    ],
    [
      'an invalid merchant id',
      { pay: { appleMerchantId: 'com.example', country: 'US' } },
      /must start with merchant\./,
    ],
    ['an unknown setting', { colour: 'red' }, /colour/],
  ])('app.json with %s gets the expected error message', (_, change, expected) => {
    const message = errorFor(change)
    if (expected === '') return expect(message).toBe('')
    expect(message).toMatch(expected)
    expect(message.split('\n')).toHaveLength(1)
  })

  it('several problems in app.json and package.json are reported on one line each', () => {
    const lines = errorFor({ build: 1.5, id: 'x' }, '1.0.0-rc.1').split('\n')
    expect(lines).toHaveLength(3)
    expect(lines[2]).toBe('apps/mobile/package.json: version must be three numbers such as 1.2.3, not 1.0.0-rc.1')
  })

  it('an app.json that is not valid JSON is reported', () => {
    writeFileSync(path.join(folder, 'app.json'), '{')
    expect(() => readPhoneApp(folder)).toThrow(/app\.json is not valid JSON/)
  })

  it('an invalid app.json prevents any project file from being written', () => {
    const projects = mkdtempSync(path.join(folder, 'projects-'))
    expect(() => writeProjects({ ...app, server: 'no address' }, projects)).toThrow()
    expect(readdirSync(projects)).toEqual([])
    writeProjects(app, projects)
    expect(readFileSync(path.join(projects, 'android/app.properties'), 'utf8')).toContain(app.id)
  })
})

describe('Capacitor settings', () => {
  const config = json('capacitor.config.json') as {
    loggingBehavior: string
    server: { androidScheme: string; allowNavigation: string[] }
    plugins: Record<string, Record<string, unknown>>
  }

  it('Capacitor neither logs nor allows web debugging in release builds', () => {
    expect(config.loggingBehavior).toBe('debug')
    expect(read('capacitor.config.json')).not.toContain('webContentsDebuggingEnabled')
  })

  it('Capacitor loads the page from the phone and opens all other sites in the browser', () => {
    expect(config.server).toEqual({ androidScheme: 'https', allowNavigation: [], errorPath: 'outdated.html' })
  })

  it('the splash screen stays until the app hides it, for ten seconds at most', () => {
    expect(config.plugins.SplashScreen).toMatchObject({ launchAutoHide: true, launchShowDuration: 10_000 })
  })

  it('the sign-in plugin is built without Facebook and Twitter', () => {
    expect(config.plugins.SocialLogin?.providers).toEqual({
      google: true,
      apple: true,
      facebook: false,
      twitter: false,
    })
    expect(
      settings(read('android/gradle.properties').replaceAll('socialLogin.facebook.include', 'facebook')).facebook,
    ).toBe('false')
  })

  it('the page is shown edge to edge and shrinks for the keyboard', () => {
    expect(config.plugins.SystemBars).toMatchObject({ insetsHandling: 'native', initialViewportFitValueHint: 'cover' })
    expect(config.plugins.Keyboard).toEqual({ resize: 'native' })
  })
})
