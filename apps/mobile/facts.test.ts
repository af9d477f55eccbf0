import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, test } from 'vitest'
import { projectFiles, writeProjects } from '../../scripts/mobile-projects.ts'
import { factsOf, readPhoneApp } from '../web/build/phone-app.ts'
import { json, read, settings } from './test/files.ts'

const app = readPhoneApp()

describe('the facts of app.json', () => {
  test('stand in the projects as `npm run mobile:sync` writes them', () => {
    for (const [name, text] of Object.entries(projectFiles(app))) expect([name, read(name)]).toEqual([name, text])
  })

  test('are the same on Android and on iOS', () => {
    const [android, ios] = [settings(read('android/app.properties')), settings(read('ios/App.xcconfig'))]
    const { appId, appName } = json('capacitor.config.json') as Record<string, string>
    expect([android.applicationId, ios.RECAPS_BUNDLE_ID, appId]).toEqual([app.id, app.id, app.id])
    expect([android.appName, ios.RECAPS_NAME, appName]).toEqual([app.name, app.name, app.name])
    expect([android.versionName, ios.MARKETING_VERSION]).toEqual([app.version, app.version])
    expect([android.versionCode, ios.CURRENT_PROJECT_VERSION]).toEqual([`${app.build}`, `${app.build}`])
    expect([android.host, ios.RECAPS_HOST]).toEqual(Array(2).fill(new URL(app.server).hostname))
    expect([android.scheme, ios.RECAPS_SCHEME]).toEqual([app.scheme, app.scheme])
  })

  test('reach the page as well', () => {
    expect(factsOf(app)).toMatchObject({ server: app.server, scheme: app.scheme, 'product-name': app.name })
  })

  it('bring Google’s sign-in back to the client id turned round, and name Apple Pay only where there is a merchant', () => {
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

describe('what is wrong in app.json is said', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'recaps-mobile-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const good = json('app.json') as Record<string, unknown>
  const complaint = (change: object, version = '1.2.3'): string => {
    writeFileSync(path.join(folder, 'app.json'), JSON.stringify({ ...good, ...change }))
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ version }))
    try {
      readPhoneApp(folder)
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }

  test.each([
    ['nothing', {}, ''],
    ['a name with a mark of XML', { name: 'A & B' }, /name must be letters and digits/],
    ['a long name', { name: 'x'.repeat(31) }, /name must have 30 characters at most/],
    ['an id with capitals', { id: 'Com.Example' }, /id must be a name of your own such as/],
    ['an id of one part', { id: 'recaps' }, /id must be/],
    ['no build', { build: 0 }, /build must be 1 or more/],
    ['a build that Google refuses', { build: 2_100_000_001 }, /build must be 2100000000 or less/],
    ['a server without https', { server: 'http://recaps.example' }, /server must be an https origin/],
    ['a server with a path', { server: 'https://recaps.example/app' }, /server must be an https origin/],
    ['a scheme with a colon', { scheme: 'recaps:' }, /scheme must be/],
    [
      'a strange client id',
      { google: { webClientId: 'abc', iosClientId: '' } },
      /google\.webClientId must be a client id/,
    ],
    ['a strange merchant', { pay: { appleMerchantId: 'com.example', country: 'US' } }, /must begin with merchant\./],
    ['a word too many', { colour: 'red' }, /colour/],
  ])('%s', (_, change, expected) => {
    const said = complaint(change)
    if (expected === '') return expect(said).toBe('')
    expect(said).toMatch(expected)
    expect(said.split('\n')).toHaveLength(1)
  })

  it('in one sentence for each of several, the version among them', () => {
    const said = complaint({ build: 1.5, id: 'x' }, '1.0.0-rc.1').split('\n')
    expect(said).toHaveLength(3)
    expect(said[2]).toBe('apps/mobile/package.json: version must be three numbers such as 1.2.3, and is 1.0.0-rc.1')
  })

  it('also when it is no JSON at all', () => {
    writeFileSync(path.join(folder, 'app.json'), '{')
    expect(() => readPhoneApp(folder)).toThrow(/app\.json is no JSON/)
  })

  it('before anything is written', () => {
    const place = mkdtempSync(path.join(folder, 'projects-'))
    expect(() => writeProjects({ ...app, server: 'no address' }, place)).toThrow()
    expect(readdirSync(place)).toEqual([])
    writeProjects(app, place)
    expect(readFileSync(path.join(place, 'android/app.properties'), 'utf8')).toContain(app.id)
  })
})

describe('the settings of Capacitor', () => {
  const config = json('capacitor.config.json') as {
    loggingBehavior: string
    server: { androidScheme: string; allowNavigation: string[] }
    plugins: Record<string, Record<string, unknown>>
  }

  it('write nothing into the log of a phone once the app is released, and let nobody look into the page', () => {
    expect(config.loggingBehavior).toBe('debug')
    expect(read('capacitor.config.json')).not.toContain('webContentsDebuggingEnabled')
  })

  it('load the page from the phone, and open everything else in the browser', () => {
    expect(config.server).toEqual({ androidScheme: 'https', allowNavigation: [], errorPath: 'outdated.html' })
  })

  it('show the opening picture until the app takes it away, and never longer than ten seconds', () => {
    expect(config.plugins.SplashScreen).toMatchObject({ launchAutoHide: true, launchShowDuration: 10_000 })
  })

  it('leave Facebook and Twitter out of the app', () => {
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

  it('let the page stand edge to edge, and shrink it for the keyboard', () => {
    expect(config.plugins.SystemBars).toMatchObject({ insetsHandling: 'native', initialViewportFitValueHint: 'cover' })
    expect(config.plugins.Keyboard).toEqual({ resize: 'native' })
  })
})
