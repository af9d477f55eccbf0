import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Element } from '@xmldom/xmldom'
import { describe, expect, it, test } from 'vitest'
import { all, android, committed, has, plugins, read, root, xml } from './test/files.ts'

const main = 'android/app/src/main'
const manifest = xml(read(`${main}/AndroidManifest.xml`))
const [application] = all(manifest, 'application')
const [activity] = all(manifest, 'activity')
const gradle = read('android/app/build.gradle')

/** What merging them makes of the plug-ins' manifests and ours; those of libraries are not here to be read. */
const ofPlugins = plugins()
  .map(({ folder }) => path.join(folder, 'android/src/main/AndroidManifest.xml'))
  .filter(file => existsSync(file))
  .map(file => xml(readFileSync(file, 'utf8')))

const isRemoved = (element: Element) => element.getAttribute('tools:node') === 'remove'
const names = (elements: Element[]) => elements.map(element => android(element, 'name')!)

/** The same list as packages/domain/src/app-links.ts, from which the server tells Apple. */
const appLinkPaths = [
  '/history-detail/*',
  '/tabs/dashboard',
  '/tabs/summarize',
  '/tabs/history',
  '/tabs/popular',
  '/account',
  '/settings',
  '/subscriptions',
  '/reset-password',
  '/verify-email',
]

describe('the Android app', () => {
  test('asks for these permissions, with all of its plug-ins, and for no other', () => {
    const removed = names(all(manifest, 'uses-permission').filter(isRemoved))
    const asked = [manifest, ...ofPlugins]
      .flatMap(one => all(one, 'uses-permission'))
      .filter(element => !isRemoved(element))
    expect(new Set(names(asked).filter(name => !removed.includes(name)))).toEqual(
      new Set([
        'android.permission.INTERNET',
        'android.permission.ACCESS_NETWORK_STATE',
        'android.permission.VIBRATE',
        'android.permission.POST_NOTIFICATIONS',
        'android.permission.FOREGROUND_SERVICE',
        'android.permission.FOREGROUND_SERVICE_MEDIA_PLAYBACK',
        'com.android.vending.BILLING',
      ]),
    )
    expect(ofPlugins.length).toBeGreaterThan(10)
  })

  it('takes the number of advertising from every library that would ask for it', () => {
    const removed = names(all(manifest, 'uses-permission').filter(isRemoved))
    expect(removed).toEqual(
      expect.arrayContaining([
        'com.google.android.gms.permission.AD_ID',
        'android.permission.ACCESS_ADSERVICES_AD_ID',
        'android.permission.ACCESS_ADSERVICES_ATTRIBUTION',
      ]),
    )
  })

  test('opens exactly the pages of the app by links to the service, and is verified for them', () => {
    const [filter] = all(activity!, 'intent-filter').filter(one => android(one, 'autoVerify') === 'true')
    expect(categoriesAndActions(filter!)).toEqual(['VIEW', 'DEFAULT', 'BROWSABLE'])
    const data = dataOf(filter!)
    expect(data.filter(([what]) => what === 'scheme' || what === 'host')).toEqual([
      ['scheme', 'https'],
      ['host', fromFacts('recapsHost')],
    ])
    const opened = data.flatMap(([what, value]) =>
      what === 'path' ? [value] : what === 'pathPrefix' ? [`${value}*`] : what.startsWith('path') ? ['?'] : [],
    )
    expect(opened.toSorted()).toEqual(appLinkPaths.toSorted())
  })

  // The list of the server, from which Apple is told; this falls away once it is imported above in place of the one here.
  const shared = path.join(root, 'packages/domain/src/app-links.ts')
  test.runIf(existsSync(shared))('opens the same pages as the iOS app', async () => {
    const { appLinkPaths: ofServer } = (await import(shared)) as { appLinkPaths: readonly string[] }
    expect(appLinkPaths.toSorted()).toEqual([...ofServer].toSorted())
  })

  test('takes sign-ins back by its own scheme, and nothing else', () => {
    const own = all(activity!, 'intent-filter').filter(one =>
      dataOf(one).some(([, value]) => value === fromFacts('recapsScheme')),
    )
    expect(own).toHaveLength(1)
    expect(categoriesAndActions(own[0]!)).toEqual(['VIEW', 'DEFAULT', 'BROWSABLE'])
    expect(Object.fromEntries(dataOf(own[0]!))).toEqual({
      scheme: fromFacts('recapsScheme'),
      host: 'auth',
      path: '/callback',
    })
  })

  test('is offered where plain text or a link is shared', () => {
    const [send] = all(activity!, 'intent-filter').filter(one => categoriesAndActions(one).includes('SEND'))
    expect(categoriesAndActions(send!)).toEqual(['SEND', 'DEFAULT'])
    expect(dataOf(send!)).toEqual([['mimeType', 'text/plain']])
    expect(all(activity!, 'intent-filter')).toHaveLength(4)
  })

  test('is one window, and the only part of it that other apps can call', () => {
    expect(android(activity!, 'launchMode')).toBe('singleTask')
    const parts = ['activity', 'service', 'receiver', 'provider'].flatMap(kind => all(manifest, kind))
    const open = parts.filter(part => !isRemoved(part) && android(part, 'exported') === 'true')
    expect(names(open)).toEqual(['.MainActivity'])
    const ofThem = ofPlugins.flatMap(one =>
      ['activity', 'service', 'receiver', 'provider'].flatMap(kind => all(one, kind)),
    )
    const stillOpen = ofThem
      .filter(part => android(part, 'exported') === 'true')
      .map(part => fullName(android(part, 'name')!))
    expect(stillOpen.filter(name => !names(parts).includes(name))).toEqual([])
  })

  test('plays on with the screen locked by a service for sound, and wakes it by no button when it is gone', () => {
    const [service] = all(manifest, 'service')
    expect(android(service!, 'name')).toBe('com.capgo.mediasession.MediaSessionService')
    expect(service!.getAttribute('tools:replace')).toBe('android:exported')
    const theirs = ofPlugins.flatMap(one => all(one, 'service')).find(one => /MediaSession/.test(android(one, 'name')!))
    expect(android(theirs!, 'foregroundServiceType')).toBe('mediaPlayback')
    const receivers = all(manifest, 'receiver')
    expect(receivers.map(one => [android(one, 'name'), isRemoved(one)])).toEqual([
      ['androidx.media.session.MediaButtonReceiver', true],
      ['.PlaybackButtonReceiver', false],
    ])
    expect(read(`${main}/java/app/recaps/PlaybackButtonReceiver.java`)).toContain('peekService')
  })

  test('takes no files from other apps, whose names the share plug-in would believe', () => {
    const code = read(`${main}/java/app/recaps/MainActivity.java`)
    expect(code).toContain('intent.removeExtra(Intent.EXTRA_STREAM)')
    expect(code).toMatch(/dropFiles\(getIntent\(\)\);\s+super\.onCreate/)
    expect(code).toMatch(/void onNewIntent\(Intent intent\) \{\s+dropFiles\(intent\);\s+super\.onNewIntent\(intent\);/)
  })

  test('brings what somebody answers Google to the sign-in plug-in, which waits for it without an end', () => {
    const code = read(`${main}/java/app/recaps/MainActivity.java`)
    expect(code).toMatch(
      /void onActivityResult\([^)]*\) \{\s+super\.onActivityResult\(requestCode, resultCode, data\);/,
    )
    const names = ['REQUEST_AUTHORIZE_GOOGLE_MIN', 'REQUEST_AUTHORIZE_GOOGLE_MAX', 'handleGoogleLoginIntent']
    for (const name of names) expect(code).toContain(name)
    const plugin =
      '../../node_modules/@capgo/capacitor-social-login/android/src/main/java/ee/forgr/capacitor/social/login'
    const google = read(`${plugin}/GoogleProvider.java`)
    expect(google).toMatch(/public static final Integer REQUEST_AUTHORIZE_GOOGLE_MIN = \d+;/)
    expect(google).toContain('public static final Integer REQUEST_AUTHORIZE_GOOGLE_MAX =')
    expect(google).toContain('GoogleProvider.REQUEST_AUTHORIZE_GOOGLE_MIN + fututeIndex')
    const signIn = read(`${plugin}/SocialLoginPlugin.java`)
    expect(signIn).toContain('public void handleGoogleLoginIntent(int requestCode, Intent intent)')
    expect(signIn).toContain('@CapacitorPlugin(name = "SocialLogin")')
  })

  test('tells the page when a headset is pulled out, by the name that the page knows', () => {
    const code = read(`${main}/java/app/recaps/MainActivity.java`)
    const [, event] = /triggerWindowJSEvent\("(\w+)"\)/.exec(code) ?? []
    expect(code).toContain('new IntentFilter(AudioManager.ACTION_AUDIO_BECOMING_NOISY)')
    expect(code).toMatch(/onDestroy\(\) \{\s+unregisterReceiver\(soundGoesAloud\)/)
    expect(read('../web/src/device/phone/media-session.ts')).toContain(`addEventListener('${event}'`)
  })

  test('keeps everything on this phone: no backup, no transfer', () => {
    expect(android(application!, 'allowBackup')).toBe('false')
    expect(android(application!, 'fullBackupContent')).toBe('false')
    const rules = xml(read(`${main}/res/xml/data_extraction_rules.xml`))
    for (const way of ['cloud-backup', 'device-transfer']) {
      const left = all(all(rules, way)[0]!, 'exclude').map(one => one.getAttribute('domain'))
      expect(left).toEqual(expect.arrayContaining(['root', 'file', 'database', 'sharedpref', 'external']))
      expect(all(all(rules, way)[0]!, 'include')).toEqual([])
    }
  })

  test('speaks to nobody without encryption', () => {
    expect(android(application!, 'usesCleartextTraffic')).toBe('false')
    const [base] = all(xml(read(`${main}/res/xml/network_security_config.xml`)), 'base-config')
    expect(base!.getAttribute('cleartextTrafficPermitted')).toBe('false')
  })

  test('shows push messages in a channel of its own, with its own sign, and registers nowhere unasked', () => {
    const meta = Object.fromEntries(
      all(application!, 'meta-data').map(one => [
        android(one, 'name'),
        android(one, 'value') ?? android(one, 'resource'),
      ]),
    )
    expect(meta).toMatchObject({
      firebase_messaging_auto_init_enabled: 'false',
      firebase_analytics_collection_enabled: 'false',
      'com.google.firebase.messaging.default_notification_channel_id': '@string/news_channel_id',
      'com.google.firebase.messaging.default_notification_icon': '@drawable/ic_notification',
      'com.google.firebase.messaging.default_notification_color': '@color/primary',
      'com.google.android.gms.wallet.api.enabled': 'true',
    })
    const activityCode = read(`${main}/java/app/recaps/MainActivity.java`)
    expect(activityCode).toContain('createNotificationChannel')
    expect(activityCode).toContain('R.string.news_channel_id')
  })

  test('does not open once more what had started it, when it is made anew or taken up from the list of recent apps', () => {
    const code = read(`${main}/java/app/recaps/MainActivity.java`)
    const [before] = code.split('super.onCreate(savedInstanceState)')
    expect(before).toContain(
      'isBack = savedInstanceState != null || (getIntent().getFlags() & Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY) != 0;',
    )
    expect(before).toContain('if (isBack) setIntent(new Intent(Intent.ACTION_MAIN))')
  })

  test('runs on Android 7 and later, made for Android 16', () => {
    const versions = read('android/variables.gradle')
    expect(versions).toMatch(/minSdkVersion = 24\b/)
    expect(versions).toMatch(/compileSdkVersion = 36\b/)
    expect(versions).toMatch(/targetSdkVersion = 36\b/)
    // Where the web view is too old for the app, a page says so in place of an empty screen.
    const config = JSON.parse(read('capacitor.config.json')) as { android: object; server: object }
    expect(config.android).toEqual({ minWebViewVersion: 111 })
    expect(config.server).toMatchObject({ errorPath: 'outdated.html' })
  })

  test('takes its name, its number and its address from app.properties alone', () => {
    expect(gradle).toContain("applicationId = facts.getProperty('applicationId')")
    expect(gradle).toContain("versionCode = facts.getProperty('versionCode').toInteger()")
    expect(gradle).toContain("versionName = facts.getProperty('versionName')")
    expect(gradle).toContain("resValue 'string', 'app_name', facts.getProperty('appName')")
    expect(gradle).toContain("[recapsHost: facts.getProperty('host'), recapsScheme: facts.getProperty('scheme')]")
    expect(read(`${main}/res/values/strings.xml`)).not.toContain('name="app_name"')
    // The name of the code, which no store knows.
    expect(gradle.match(/"app\.recaps"/g)).toHaveLength(1)
  })

  test('is made small for the store, and signed by a key that is not here', () => {
    expect(gradle).toMatch(/release \{\s+minifyEnabled = true/)
    expect(gradle).toContain("rootProject.file('keystore.properties')")
    expect(gradle).not.toMatch(/storePassword = ['"]/)
    expect(read('android/app/proguard-rules.pro')).toContain('me.leolin.shortcutbadger.Badger')
  })

  test('is built without Firebase’s file, too', () => {
    expect(gradle).toMatch(
      /if \(file\('google-services\.json'\)\.exists\(\)\) \{\s+apply plugin: 'com\.google\.gms\.google-services'/,
    )
  })

  test('names no resource that is not there', () => {
    const defined = new Set(
      committed().flatMap(name => {
        const [, kind, file] = /res\/([a-z]+)[^/]*\/([^/]+)\.(?:png|xml)$/.exec(name) ?? []
        if (kind !== 'values') return kind ? [`${kind}/${file}`] : []
        return [...xml(read(name)).childNodes].flatMap(node =>
          'getAttribute' in node
            ? [`${(node as Element).tagName}/${(node as Element).getAttribute('name')!.replaceAll('.', '_')}`]
            : [],
        )
      }),
    )
    defined.add('string/app_name')
    const named = committed()
      .filter(name => name.startsWith(main) && name.endsWith('.xml'))
      .flatMap(name => [...read(name).matchAll(/"@(\w+\/[\w.]+)"|>@(\w+\/[\w.]+)</g)].map(([, a, b]) => (a ?? b)!))
      .map(name => name.replaceAll('.', '_'))
    expect(named.length).toBeGreaterThan(20)
    expect([...new Set(named)].filter(name => !defined.has(name))).toEqual([])
  })

  it('is well-formed in every file, and has none that only the template had', () => {
    for (const name of committed().filter(one => one.startsWith('android/') && one.endsWith('.xml')))
      expect(() => xml(read(name)), name).not.toThrow()
    expect(committed().filter(name => /Example|activity_main|splash\.png/.test(name))).toEqual([])
    expect(has('android/app/src/test')).toBe(false)
  })
})

/** As the manifest names what build.gradle takes from app.properties. */
const fromFacts = (name: string): string => ['$', '{', name, '}'].join('')

const fullName = (name: string): string => (name.startsWith('.') ? `com.capgo.mediasession${name}` : name)

const categoriesAndActions = (filter: Element): string[] =>
  [...all(filter, 'action'), ...all(filter, 'category')].map(one => android(one, 'name')!.split('.').at(-1)!)

const dataOf = (filter: Element): [string, string][] =>
  all(filter, 'data').flatMap(data =>
    [...data.attributes].map(({ name, value }): [string, string] => [name.replace('android:', ''), value]),
  )
