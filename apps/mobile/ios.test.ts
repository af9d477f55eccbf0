import { describe, expect, it, test } from 'vitest'
import { all, committed, has, json, plist, read, xml } from './test/files.ts'
import { bare, configurations, everyId, objectsOf, root, targets } from './test/xcode-project.ts'

const info = plist('ios/App/App/Info.plist')
const shareInfo = plist('ios/App/ShareExtension/Info.plist')
const [app, share] = targets()

describe('the iOS app', () => {
  test('has its name, its numbers and its addresses from App.xcconfig alone', () => {
    const project = read('ios/App/App.xcodeproj/project.pbxproj')
    expect(project).not.toMatch(/MARKETING_VERSION|CURRENT_PROJECT_VERSION/)
    const ids = [...project.matchAll(/PRODUCT_BUNDLE_IDENTIFIER = (.*);/g)].map(([, id]) => id)
    expect(new Set(ids)).toEqual(new Set(['"$(RECAPS_BUNDLE_ID)"', '"$(RECAPS_BUNDLE_ID).share"']))
    expect(read('ios/debug.xcconfig')).toContain('#include "App.xcconfig"')
    for (const { configurations: own } of [
      { configurations: configurations(root().buildConfigurationList) },
      app!,
      share!,
    ])
      expect(own.map(({ name, base }) => [name, base])).toEqual([
        ['Debug', '../debug.xcconfig'],
        ['Release', '../App.xcconfig'],
      ])
    for (const one of [info, shareInfo])
      expect(one).toMatchObject({
        CFBundleDisplayName: '$(RECAPS_NAME)',
        CFBundleIdentifier: '$(PRODUCT_BUNDLE_IDENTIFIER)',
        CFBundleShortVersionString: '$(MARKETING_VERSION)',
        CFBundleVersion: '$(CURRENT_PROJECT_VERSION)',
      })
  })

  test('runs on iOS 16.4 and later, as the web app does, on phones and tablets, in every direction', () => {
    const every = [configurations(root().buildConfigurationList), app!.configurations, share!.configurations].flat()
    expect(every.map(({ settings }) => Number(settings.IPHONEOS_DEPLOYMENT_TARGET))).toEqual(Array(6).fill(16.4))
    for (const { settings } of [...app!.configurations, ...share!.configurations])
      expect(bare(settings.TARGETED_DEVICE_FAMILY)).toBe('1,2')
    expect(info.UISupportedInterfaceOrientations).toHaveLength(3)
    expect(info['UISupportedInterfaceOrientations~ipad']).toHaveLength(4)
    expect(read('ios/App/CapApp-SPM/Package.swift')).toContain('platforms: [.iOS(.v16)]')
  })

  test('plays with the screen locked and with the silent switch, and is woken for nothing else', () => {
    expect(info.UIBackgroundModes).toEqual(['audio'])
    const code = read('ios/App/App/AppDelegate.swift')
    expect(code).toContain('setCategory(.playback, mode: .spokenAudio)')
    expect(code).not.toContain('setActive')
    for (const hook of ['didRegisterForRemoteNotificationsWithDeviceToken', 'didFailToRegister'])
      expect(code).toContain(hook)
    // Our messages are shown by the system; one that wakes the app in silence is never sent.
    expect(code).not.toContain('didReceiveRemoteNotification')
  })

  test('forgets at each start who came in by Apple, which the sign-in plug-in keeps beyond their log-out', () => {
    const kept = /USER_INFO_KEY = ("\w+")/.exec(
      read('../../node_modules/@capgo/capacitor-social-login/ios/Sources/SocialLoginPlugin/AppleProvider.swift'),
    )![1]
    expect(read('ios/App/App/AppDelegate.swift')).toContain(`UserDefaults.standard.removeObject(forKey: ${kept})`)
  })

  test('is opened by its own scheme and by Google’s sign-in', () => {
    const types = info.CFBundleURLTypes as { CFBundleURLSchemes: string[] }[]
    expect(types.flatMap(type => type.CFBundleURLSchemes)).toEqual(['$(RECAPS_SCHEME)', '$(RECAPS_GOOGLE_SCHEME)'])
    const scene = read('ios/App/App/SceneDelegate.swift')
    expect(scene.match(/SceneDelegateProxy\.shared\.scene/g)).toHaveLength(3)
    // One web view: the storyboard brings it.
    expect(scene).not.toContain('CAPBridgeViewController(')
    expect(
      all(xml(read('ios/App/App/Base.lproj/Main.storyboard')), 'viewController')[0]!.getAttribute('customClass'),
    ).toBe('CAPBridgeViewController')
    expect(JSON.stringify(info.UIApplicationSceneManifest)).toContain('"UISceneStoryboardFile":"Main"')
  })

  test('opens what a push message tells of that has started it: its scene is told, and the plug-ins are not there yet', () => {
    const scene = read('ios/App/App/SceneDelegate.swift')
    expect(scene).toContain('connectionOptions.notificationResponse')
    // By these names Capacitor and the plug-in know it.
    const capacitor = '../../node_modules/@capacitor/ios/Capacitor/Capacitor'
    const proxy = read(`${capacitor}/CAPSceneDelegateProxy.swift`)
    for (const name of ['.capacitorViewDidAppear', 'willConnectTo session'])
      expect([proxy.includes(name), scene.includes(name)]).toEqual([true, true])
    expect(scene).toContain('bridge?.notificationRouter.pushNotificationHandler?.didReceive(response: response)')
    expect(read(`${capacitor}/CAPBridgeProtocol.swift`)).toContain('var notificationRouter: NotificationRouter { get }')
    expect(read(`${capacitor}/NotificationRouter.swift`)).toContain('public weak var pushNotificationHandler')
    expect(read(`${capacitor}/NotificationHandlerProtocol.swift`)).toContain(
      'didReceive(response: UNNotificationResponse)',
    )
    // Once Capacitor tells the plug-ins by itself, this falls away.
    expect(proxy).not.toContain('notificationResponse')
    const plugin = '../../node_modules/@capacitor-firebase/messaging/ios/Plugin/'
    expect(read(`${plugin}FirebaseMessaging.swift`)).toContain('notificationRouter.pushNotificationHandler = self')
    expect(read(`${plugin}FirebaseMessagingPlugin.swift`)).toContain(
      'notifyListeners(notificationActionPerformedEvent, data: result, retainUntilConsumed: true)',
    )
  })

  test('may open links to the service, sign in with Apple, take push messages and share with its extension', () => {
    expect(plist('ios/App/App/App.entitlements')).toEqual({
      'aps-environment': 'development',
      'com.apple.developer.applesignin': ['Default'],
      'com.apple.developer.associated-domains': ['applinks:$(RECAPS_HOST)', 'webcredentials:$(RECAPS_HOST)'],
      'com.apple.security.application-groups': ['$(RECAPS_APP_GROUP)'],
    })
    expect(plist('ios/App/ShareExtension/ShareExtension.entitlements')).toEqual({
      'com.apple.security.application-groups': ['$(RECAPS_APP_GROUP)'],
    })
    for (const [target, file] of [
      [app!, 'App/App.entitlements'],
      [share!, 'ShareExtension/ShareExtension.entitlements'],
    ] as const)
      expect(target.configurations.map(({ settings }) => settings.CODE_SIGN_ENTITLEMENTS)).toEqual([file, file])
  })

  test('asks for camera and microphone when a picture or a recording is made, to add a picture that is saved, and for nothing else', () => {
    const asked = Object.entries(info).filter(([key]) => /UsageDescription$/.test(key))
    expect(asked.map(([key]) => key)).toEqual([
      'NSCameraUsageDescription',
      'NSMicrophoneUsageDescription',
      // Without it iOS ends an app in which somebody saves a picture.
      'NSPhotoLibraryAddUsageDescription',
    ])
    for (const [, why] of asked) expect(why).toMatch(/^The \w+ .{30,}\.$/)
  })

  test('encrypts by nothing but what the system has, and registers at Firebase only when somebody wants it', () => {
    expect(info.ITSAppUsesNonExemptEncryption).toBe(false)
    expect(info.FirebaseMessagingAutoInitEnabled).toBe(false)
    expect(info.NSAppTransportSecurity).toBeUndefined()
    expect(info.UIViewControllerBasedStatusBarAppearance).toBe(true)
    expect(info.UIRequiredDeviceCapabilities).toEqual(['arm64'])
  })

  test('takes Firebase’s file with it where there is one, and is built without it too', () => {
    const script = app!.phases.find(({ kind }) => kind === 'PBXShellScriptBuildPhase')
    expect(script?.name).toBe('Settings of Firebase, where there are any')
    const { shellScript } = Object.values(objectsOf('PBXShellScriptBuildPhase'))[0]!
    expect(bare(shellScript)).toContain('if [ -f "$settings" ]')
    const phases = app!.phases.flatMap(({ files }) => files)
    expect(phases).not.toContain('GoogleService-Info.plist')
  })
})

describe('what other apps share', () => {
  test('is a link or a text, and one at a time', () => {
    expect(shareInfo.NSExtension).toEqual({
      NSExtensionAttributes: {
        NSExtensionActivationRule: {
          NSExtensionActivationSupportsText: true,
          NSExtensionActivationSupportsWebURLWithMaxCount: 1,
        },
      },
      NSExtensionPointIdentifier: 'com.apple.share-services',
      NSExtensionPrincipalClass: '$(PRODUCT_MODULE_NAME).ShareViewController',
    })
  })

  test('lies where the share target plug-in looks for it', () => {
    const { appGroupId } = (json('capacitor.config.json') as { plugins: Record<string, { appGroupId: string }> })
      .plugins.CapacitorShareTarget!
    expect(read('ios/App.xcconfig')).toContain(`RECAPS_APP_GROUP = ${appGroupId}\n`)
    expect(shareInfo.RecapsAppGroup).toBe('$(RECAPS_APP_GROUP)')
    const code = read('ios/App/ShareExtension/ShareViewController.swift')
    expect(code).toContain('forKey: "share-target-data"')
    expect(code).toContain('["title": title, "texts": texts, "files":')
    for (const [, key] of code.matchAll(/fact\("(\w+)"\)/g)) expect(shareInfo).toHaveProperty(key!)
  })

  test('comes by an extension that is built with the app and lies in it', () => {
    expect([app!.kind, share!.kind]).toEqual([
      'com.apple.product-type.application',
      'com.apple.product-type.app-extension',
    ])
    expect(app!.dependencies).toEqual([share!.id])
    const embedding = app!.phases.find(({ kind }) => kind === 'PBXCopyFilesBuildPhase')
    expect(embedding?.files).toEqual(['ShareExtension.appex'])
    expect(String(Object.values(objectsOf('PBXCopyFilesBuildPhase'))[0]!.dstSubfolderSpec)).toBe('13')
    expect(share!.phases.flatMap(({ files }) => files)).toEqual(['ShareViewController.swift', 'PrivacyInfo.xcprivacy'])
    for (const { settings } of share!.configurations)
      expect([settings.APPLICATION_EXTENSION_API_ONLY, settings.SKIP_INSTALL]).toEqual(['YES', 'YES'])
  })
})

describe('the privacy manifest', () => {
  const manifest = plist('ios/App/App/PrivacyInfo.xcprivacy')

  it('follows nobody, and says what is kept and for what', () => {
    expect(manifest.NSPrivacyTracking).toBe(false)
    expect(manifest.NSPrivacyTrackingDomains).toEqual([])
    const kept = manifest.NSPrivacyCollectedDataTypes as Record<string, unknown>[]
    expect(kept.map(one => String(one.NSPrivacyCollectedDataType).replace('NSPrivacyCollectedDataType', ''))).toEqual([
      'AudioData',
      'CustomerSupport',
      'DeviceID',
      'EmailAddress',
      'Name',
      'OtherDataTypes',
      'OtherUserContent',
      'PhotosorVideos',
      'ProductInteraction',
      'PurchaseHistory',
      'UserID',
    ])
    for (const one of kept)
      expect(one).toMatchObject({ NSPrivacyCollectedDataTypeTracking: false, NSPrivacyCollectedDataTypeLinked: true })
  })

  it('gives the reasons for what it asks of the system, of the app, its plug-ins and its extension', () => {
    const reasons = (one: Record<string, unknown>) =>
      Object.fromEntries(
        (one.NSPrivacyAccessedAPITypes as Record<string, string | string[]>[]).map(api => [
          String(api.NSPrivacyAccessedAPIType).replace('NSPrivacyAccessedAPICategory', ''),
          api.NSPrivacyAccessedAPITypeReasons,
        ]),
      )
    expect(reasons(manifest)).toEqual({ FileTimestamp: ['C617.1'], UserDefaults: ['1C8F.1', 'CA92.1'] })
    expect(reasons(plist('ios/App/ShareExtension/PrivacyInfo.xcprivacy'))).toEqual({ UserDefaults: ['1C8F.1'] })
  })

  it('is part of the app and of its extension', () => {
    for (const target of [app!, share!])
      expect(target.phases.find(({ kind }) => kind === 'PBXResourcesBuildPhase')?.files).toContain(
        'PrivacyInfo.xcprivacy',
      )
  })
})

describe('the Xcode project', () => {
  it('names no object that is not in it', () => {
    const known = everyId()
    const named = [...read('ios/App/App.xcodeproj/project.pbxproj').matchAll(/\b[0-9A-F]{24}\b/g)].map(([id]) => id)
    expect(named.filter(id => !known.has(id))).toEqual([])
    expect([...known].filter(id => named.filter(one => one === id).length < 2)).toEqual([])
  })

  it('names no file that is not there, but for what `npm run mobile:sync` and Xcode make', () => {
    const made = ['capacitor.config.json', 'config.xml', 'public', 'App.app', 'ShareExtension.appex']
    const wanted = Object.values(objectsOf('PBXFileReference'))
      .map(({ path }) => bare(path))
      .filter(path => !made.includes(path))
    expect(wanted.length).toBeGreaterThan(10)
    const missing = wanted.filter(
      path => !['ios/App/App', 'ios/App', 'ios/App/ShareExtension'].some(folder => has(`${folder}/${path}`)),
    )
    expect(missing).toEqual([])
  })

  it('is well-formed in every plist, storyboard and catalogue', () => {
    const files = committed().filter(name => name.startsWith('ios/'))
    for (const name of files.filter(one => /\.(plist|xcprivacy|entitlements)$/.test(one)))
      expect(() => plist(name), name).not.toThrow()
    for (const name of files.filter(one => /\.storyboard$/.test(one))) expect(() => xml(read(name)), name).not.toThrow()
    for (const name of files.filter(one => /Contents\.json$/.test(one))) expect(() => json(name), name).not.toThrow()
  })
})
