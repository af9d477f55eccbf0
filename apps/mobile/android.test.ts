import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Element } from '@xmldom/xmldom'
import { describe, expect, it, test } from 'vitest'
import { androidAttribute, committedFiles, elementsByTag, has, plugins, read, root, xml } from './test/files.ts'

const main = 'android/app/src/main'
const manifest = xml(read(`${main}/AndroidManifest.xml`))
const [application] = elementsByTag(manifest, 'application')
const [activity] = elementsByTag(manifest, 'activity')
const gradle = read('android/app/build.gradle')

/** The plugins' manifests, which Gradle merges with ours. Those of Java libraries are not available here. */
const pluginManifests = plugins()
  .map(({ folder }) => path.join(folder, 'android/src/main/AndroidManifest.xml'))
  .filter(file => existsSync(file))
  .map(file => xml(readFileSync(file, 'utf8')))

const isRemoved = (element: Element) => element.getAttribute('tools:node') === 'remove'
const names = (elements: Element[]) => elements.map(element => androidAttribute(element, 'name')!)

/** The same list as packages/domain/src/app-links.ts, which the server publishes for Apple. */
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

describe('Android app', () => {
  test('the Android app and its plugins request exactly the expected permissions', () => {
    const removed = names(elementsByTag(manifest, 'uses-permission').filter(isRemoved))
    const requested = [manifest, ...pluginManifests]
      .flatMap(one => elementsByTag(one, 'uses-permission'))
      .filter(element => !isRemoved(element))
    expect(new Set(names(requested).filter(name => !removed.includes(name)))).toEqual(
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
    expect(pluginManifests.length).toBeGreaterThan(10)
  })

  it('the Android app removes the advertising id permissions of its libraries', () => {
    const removed = names(elementsByTag(manifest, 'uses-permission').filter(isRemoved))
    expect(removed).toEqual(
      expect.arrayContaining([
        'com.google.android.gms.permission.AD_ID',
        'android.permission.ACCESS_ADSERVICES_AD_ID',
        'android.permission.ACCESS_ADSERVICES_ATTRIBUTION',
      ]),
    )
  })

  test('the Android app opens exactly the app link paths, as verified links', () => {
    const [filter] = elementsByTag(activity!, 'intent-filter').filter(
      one => androidAttribute(one, 'autoVerify') === 'true',
    )
    expect(categoriesAndActions(filter!)).toEqual(['VIEW', 'DEFAULT', 'BROWSABLE'])
    const data = dataOf(filter!)
    expect(data.filter(([attribute]) => attribute === 'scheme' || attribute === 'host')).toEqual([
      ['scheme', 'https'],
      ['host', placeholder('recapsHost')],
    ])
    const opened = data.flatMap(([attribute, value]) =>
      attribute === 'path'
        ? [value]
        : attribute === 'pathPrefix'
          ? [`${value}*`]
          : attribute.startsWith('path')
            ? ['?']
            : [],
    )
    expect(opened.toSorted()).toEqual(appLinkPaths.toSorted())
  })

  // Can be removed once this list is imported above instead of the copy.
  const shared = path.join(root, 'packages/domain/src/app-links.ts')
  test.runIf(existsSync(shared))('the Android app opens the same paths as the iOS app', async () => {
    const { appLinkPaths: serverPaths } = (await import(shared)) as { appLinkPaths: readonly string[] }
    expect(appLinkPaths.toSorted()).toEqual([...serverPaths].toSorted())
  })

  test('the Android app’s URL scheme opens only the auth callback', () => {
    const own = elementsByTag(activity!, 'intent-filter').filter(one =>
      dataOf(one).some(([, value]) => value === placeholder('recapsScheme')),
    )
    expect(own).toHaveLength(1)
    expect(categoriesAndActions(own[0]!)).toEqual(['VIEW', 'DEFAULT', 'BROWSABLE'])
    expect(Object.fromEntries(dataOf(own[0]!))).toEqual({
      scheme: placeholder('recapsScheme'),
      host: 'auth',
      path: '/callback',
    })
  })

  test('the Android app is a share target for plain text and links', () => {
    const [send] = elementsByTag(activity!, 'intent-filter').filter(one => categoriesAndActions(one).includes('SEND'))
    expect(categoriesAndActions(send!)).toEqual(['SEND', 'DEFAULT'])
    expect(dataOf(send!)).toEqual([['mimeType', 'text/plain']])
    expect(elementsByTag(activity!, 'intent-filter')).toHaveLength(4)
  })

  test('the Android app exports only its single activity', () => {
    expect(androidAttribute(activity!, 'launchMode')).toBe('singleTask')
    const parts = ['activity', 'service', 'receiver', 'provider'].flatMap(kind => elementsByTag(manifest, kind))
    const exported = parts.filter(part => !isRemoved(part) && androidAttribute(part, 'exported') === 'true')
    expect(names(exported)).toEqual(['.MainActivity'])
    const pluginParts = pluginManifests.flatMap(one =>
      ['activity', 'service', 'receiver', 'provider'].flatMap(kind => elementsByTag(one, kind)),
    )
    const exportedByPlugins = pluginParts
      .filter(part => androidAttribute(part, 'exported') === 'true')
      .map(part => fullName(androidAttribute(part, 'name')!))
    expect(exportedByPlugins.filter(name => !names(parts).includes(name))).toEqual([])
  })

  test('a foreground service keeps Android playback going with the screen locked, and media buttons cannot start it', () => {
    const [service] = elementsByTag(manifest, 'service')
    expect(androidAttribute(service!, 'name')).toBe('com.capgo.mediasession.MediaSessionService')
    expect(service!.getAttribute('tools:replace')).toBe('android:exported')
    const pluginService = pluginManifests
      .flatMap(one => elementsByTag(one, 'service'))
      .find(one => /MediaSession/.test(androidAttribute(one, 'name')!))
    expect(androidAttribute(pluginService!, 'foregroundServiceType')).toBe('mediaPlayback')
    const receivers = elementsByTag(manifest, 'receiver')
    expect(receivers.map(one => [androidAttribute(one, 'name'), isRemoved(one)])).toEqual([
      ['androidx.media.session.MediaButtonReceiver', true],
      ['.PlaybackButtonReceiver', false],
    ])
    expect(read(`${main}/java/app/recaps/PlaybackButtonReceiver.java`)).toContain('peekService')
  })

  test('the Android app drops files shared by other apps, because the share plugin trusts their names', () => {
    const code = read(`${main}/java/app/recaps/MainActivity.java`)
    expect(code).toContain('intent.removeExtra(Intent.EXTRA_STREAM)')
    expect(code).toMatch(/dropFiles\(getIntent\(\)\);\s+super\.onCreate/)
    expect(code).toMatch(/void onNewIntent\(Intent intent\) \{\s+dropFiles\(intent\);\s+super\.onNewIntent\(intent\);/)
  })

  test('the Android app passes Google’s consent result to the sign-in plugin, which would wait for it forever', () => {
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

  test('the Android app sends the page the event it listens for when a headset is unplugged', () => {
    const code = read(`${main}/java/app/recaps/MainActivity.java`)
    const [, event] = /triggerWindowJSEvent\("(\w+)"\)/.exec(code) ?? []
    expect(code).toContain('new IntentFilter(AudioManager.ACTION_AUDIO_BECOMING_NOISY)')
    expect(code).toMatch(/onDestroy\(\) \{\s+unregisterReceiver\(soundGoesAloud\)/)
    expect(read('../web/src/device/phone/media-session.ts')).toContain(`addEventListener('${event}'`)
  })

  test('the Android app excludes all its data from backups and device transfers', () => {
    expect(androidAttribute(application!, 'allowBackup')).toBe('false')
    expect(androidAttribute(application!, 'fullBackupContent')).toBe('false')
    const rules = xml(read(`${main}/res/xml/data_extraction_rules.xml`))
    for (const transport of ['cloud-backup', 'device-transfer']) {
      const excluded = elementsByTag(elementsByTag(rules, transport)[0]!, 'exclude').map(one =>
        one.getAttribute('domain'),
      )
      expect(excluded).toEqual(expect.arrayContaining(['root', 'file', 'database', 'sharedpref', 'external']))
      expect(elementsByTag(elementsByTag(rules, transport)[0]!, 'include')).toEqual([])
    }
  })

  test('the Android app allows no cleartext traffic', () => {
    expect(androidAttribute(application!, 'usesCleartextTraffic')).toBe('false')
    const [base] = elementsByTag(xml(read(`${main}/res/xml/network_security_config.xml`)), 'base-config')
    expect(base!.getAttribute('cleartextTrafficPermitted')).toBe('false')
  })

  test('Android push notifications have their own channel and icon, and Firebase does not start by itself', () => {
    const meta = Object.fromEntries(
      elementsByTag(application!, 'meta-data').map(one => [
        androidAttribute(one, 'name'),
        androidAttribute(one, 'value') ?? androidAttribute(one, 'resource'),
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

  test('the Android app does not reopen its launch link when recreated or opened from recent apps', () => {
    const code = read(`${main}/java/app/recaps/MainActivity.java`)
    const [before] = code.split('super.onCreate(savedInstanceState)')
    expect(before).toContain(
      'isBack = savedInstanceState != null || (getIntent().getFlags() & Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY) != 0;',
    )
    expect(before).toContain('if (isBack) setIntent(new Intent(Intent.ACTION_MAIN))')
  })

  test('the Android app supports Android 7 and later and targets Android 16', () => {
    const versions = read('android/variables.gradle')
    expect(versions).toMatch(/minSdkVersion = 24\b/)
    expect(versions).toMatch(/compileSdkVersion = 36\b/)
    expect(versions).toMatch(/targetSdkVersion = 36\b/)
    // If the web view is too old, a page explains it instead of an empty screen.
    const config = JSON.parse(read('capacitor.config.json')) as { android: object; server: object }
    expect(config.android).toEqual({ minWebViewVersion: 111 })
    expect(config.server).toMatchObject({ errorPath: 'outdated.html' })
  })

  test('the Android app takes its name, versions, host and scheme only from app.properties', () => {
    expect(gradle).toContain("applicationId = facts.getProperty('applicationId')")
    expect(gradle).toContain("versionCode = facts.getProperty('versionCode').toInteger()")
    expect(gradle).toContain("versionName = facts.getProperty('versionName')")
    expect(gradle).toContain("resValue 'string', 'app_name', facts.getProperty('appName')")
    expect(gradle).toContain("[recapsHost: facts.getProperty('host'), recapsScheme: facts.getProperty('scheme')]")
    expect(read(`${main}/res/values/strings.xml`)).not.toContain('name="app_name"')
    // Only the Java namespace, which no store sees.
    expect(gradle.match(/"app\.recaps"/g)).toHaveLength(1)
  })

  test('the Android release build is minified and signed with a key that is not committed', () => {
    expect(gradle).toMatch(/release \{\s+minifyEnabled = true/)
    expect(gradle).toContain("rootProject.file('keystore.properties')")
    expect(gradle).not.toMatch(/storePassword = ['"]/)
    expect(read('android/app/proguard-rules.pro')).toContain('me.leolin.shortcutbadger.Badger')
  })

  test('the Android app can be built without google-services.json', () => {
    expect(gradle).toMatch(
      /if \(file\('google-services\.json'\)\.exists\(\)\) \{\s+apply plugin: 'com\.google\.gms\.google-services'/,
    )
  })

  test('the Android project references only existing resources', () => {
    const defined = new Set(
      committedFiles().flatMap(name => {
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
    const referenced = committedFiles()
      .filter(name => name.startsWith(main) && name.endsWith('.xml'))
      .flatMap(name => [...read(name).matchAll(/"@(\w+\/[\w.]+)"|>@(\w+\/[\w.]+)</g)].map(([, a, b]) => (a ?? b)!))
      .map(name => name.replaceAll('.', '_'))
    expect(referenced.length).toBeGreaterThan(20)
    expect([...new Set(referenced)].filter(name => !defined.has(name))).toEqual([])
  })

  it('the Android project has well-formed XML files and no leftovers of the Capacitor template', () => {
    for (const name of committedFiles().filter(one => one.startsWith('android/') && one.endsWith('.xml')))
      expect(() => xml(read(name)), name).not.toThrow()
    expect(committedFiles().filter(name => /Example|activity_main|splash\.png/.test(name))).toEqual([])
    expect(has('android/app/src/test')).toBe(false)
  })
})

/** The manifest's placeholder for a value that build.gradle reads from app.properties. */
const placeholder = (name: string): string => ['$', '{', name, '}'].join('')

const fullName = (name: string): string => (name.startsWith('.') ? `com.capgo.mediasession${name}` : name)

const categoriesAndActions = (filter: Element): string[] =>
  [...elementsByTag(filter, 'action'), ...elementsByTag(filter, 'category')].map(
    one => androidAttribute(one, 'name')!.split('.').at(-1)!,
  )

const dataOf = (filter: Element): [string, string][] =>
  elementsByTag(filter, 'data').flatMap(data =>
    [...data.attributes].map(({ name, value }): [string, string] => [name.replace('android:', ''), value]),
  )
