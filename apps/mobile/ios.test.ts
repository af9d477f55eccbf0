import { describe, expect, it, test } from 'vitest'
import { committedFiles, elementsByTag, has, json, plist, read, xml } from './test/files.ts'
import { allIds, configurations, objectsOf, projectObject, targets, unquoted } from './test/xcode-project.ts'

const info = plist('ios/App/App/Info.plist')
const shareInfo = plist('ios/App/ShareExtension/Info.plist')
const [app, share] = targets()

describe('iOS app', () => {
  test('the iOS app takes its name, ids and versions only from App.xcconfig', () => {
    const project = read('ios/App/App.xcodeproj/project.pbxproj')
    expect(project).not.toMatch(/MARKETING_VERSION|CURRENT_PROJECT_VERSION/)
    const ids = [...project.matchAll(/PRODUCT_BUNDLE_IDENTIFIER = (.*);/g)].map(([, id]) => id)
    expect(new Set(ids)).toEqual(new Set(['"$(RECAPS_BUNDLE_ID)"', '"$(RECAPS_BUNDLE_ID).share"']))
    expect(read('ios/debug.xcconfig')).toContain('#include "App.xcconfig"')
    for (const { configurations: own } of [
      { configurations: configurations(projectObject().buildConfigurationList) },
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

  test('the iOS app supports iOS 16.4 and later, like the web app, on phones and tablets in all orientations', () => {
    const every = [
      configurations(projectObject().buildConfigurationList),
      app!.configurations,
      share!.configurations,
    ].flat()
    expect(every.map(({ settings }) => Number(settings.IPHONEOS_DEPLOYMENT_TARGET))).toEqual(Array(6).fill(16.4))
    for (const { settings } of [...app!.configurations, ...share!.configurations])
      expect(unquoted(settings.TARGETED_DEVICE_FAMILY)).toBe('1,2')
    expect(info.UISupportedInterfaceOrientations).toHaveLength(3)
    expect(info['UISupportedInterfaceOrientations~ipad']).toHaveLength(4)
    expect(read('ios/App/CapApp-SPM/Package.swift')).toContain('platforms: [.iOS(.v16)]')
  })

  test('the iOS app plays audio with the screen locked or silent mode on, and has no other background mode', () => {
    expect(info.UIBackgroundModes).toEqual(['audio'])
    const code = read('ios/App/App/AppDelegate.swift')
    expect(code).toContain('setCategory(.playback, mode: .spokenAudio)')
    expect(code).not.toContain('setActive')
    for (const hook of ['didRegisterForRemoteNotificationsWithDeviceToken', 'didFailToRegister'])
      expect(code).toContain(hook)
    // Our push notifications are shown by iOS; silent ones that wake the app are never sent.
    expect(code).not.toContain('didReceiveRemoteNotification')
  })

  test('the iOS app deletes the Apple user info that the sign-in plugin stores beyond a logout', () => {
    const key = /USER_INFO_KEY = ("\w+")/.exec(
      read('../../node_modules/@capgo/capacitor-social-login/ios/Sources/SocialLoginPlugin/AppleProvider.swift'),
    )![1]
    expect(read('ios/App/App/AppDelegate.swift')).toContain(`UserDefaults.standard.removeObject(forKey: ${key})`)
  })

  test('the iOS app handles its own URL scheme and that of Google sign-in', () => {
    const types = info.CFBundleURLTypes as { CFBundleURLSchemes: string[] }[]
    expect(types.flatMap(type => type.CFBundleURLSchemes)).toEqual(['$(RECAPS_SCHEME)', '$(RECAPS_GOOGLE_SCHEME)'])
    const scene = read('ios/App/App/SceneDelegate.swift')
    expect(scene.match(/SceneDelegateProxy\.shared\.scene/g)).toHaveLength(3)
    // Only one web view: the storyboard creates it.
    expect(scene).not.toContain('CAPBridgeViewController(')
    expect(
      elementsByTag(xml(read('ios/App/App/Base.lproj/Main.storyboard')), 'viewController')[0]!.getAttribute(
        'customClass',
      ),
    ).toBe('CAPBridgeViewController')
    expect(JSON.stringify(info.UIApplicationSceneManifest)).toContain('"UISceneStoryboardFile":"Main"')
  })

  test('the iOS scene delegate passes on a push notification that started the app, once the plugins are loaded', () => {
    const scene = read('ios/App/App/SceneDelegate.swift')
    expect(scene).toContain('connectionOptions.notificationResponse')
    // These names must match Capacitor's and the plugin's code.
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
    // When Capacitor does this itself, our code can be removed.
    expect(proxy).not.toContain('notificationResponse')
    const plugin = '../../node_modules/@capacitor-firebase/messaging/ios/Plugin/'
    expect(read(`${plugin}FirebaseMessaging.swift`)).toContain('notificationRouter.pushNotificationHandler = self')
    expect(read(`${plugin}FirebaseMessagingPlugin.swift`)).toContain(
      'notifyListeners(notificationActionPerformedEvent, data: result, retainUntilConsumed: true)',
    )
  })

  test('the iOS app has entitlements for app links, Sign in with Apple, push and its app group only', () => {
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

  test('the iOS app requests only camera, microphone and adding photos, each with a reason', () => {
    const descriptions = Object.entries(info).filter(([key]) => /UsageDescription$/.test(key))
    expect(descriptions.map(([key]) => key)).toEqual([
      'NSCameraUsageDescription',
      'NSMicrophoneUsageDescription',
      // Without it, iOS kills the app when the user saves a picture.
      'NSPhotoLibraryAddUsageDescription',
    ])
    for (const [, reason] of descriptions) expect(reason).toMatch(/^The \w+ .{30,}\.$/)
  })

  test('the iOS app declares only exempt encryption, and Firebase does not start by itself', () => {
    expect(info.ITSAppUsesNonExemptEncryption).toBe(false)
    expect(info.FirebaseMessagingAutoInitEnabled).toBe(false)
    expect(info.NSAppTransportSecurity).toBeUndefined()
    expect(info.UIViewControllerBasedStatusBarAppearance).toBe(true)
    expect(info.UIRequiredDeviceCapabilities).toEqual(['arm64'])
  })

  test('the iOS build copies Firebase’s file if present and works without it', () => {
    const script = app!.phases.find(({ kind }) => kind === 'PBXShellScriptBuildPhase')
    expect(script?.name).toBe('Firebase settings, if present')
    const { shellScript } = Object.values(objectsOf('PBXShellScriptBuildPhase'))[0]!
    expect(unquoted(shellScript)).toContain('if [ -f "$settings" ]')
    const phases = app!.phases.flatMap(({ files }) => files)
    expect(phases).not.toContain('GoogleService-Info.plist')
  })
})

describe('iOS share extension', () => {
  test('the iOS share extension accepts one link or text', () => {
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

  test('the iOS share extension stores shared texts where the share target plugin reads them', () => {
    const { appGroupId } = (json('capacitor.config.json') as { plugins: Record<string, { appGroupId: string }> })
      .plugins.CapacitorShareTarget!
    expect(read('ios/App.xcconfig')).toContain(`RECAPS_APP_GROUP = ${appGroupId}\n`)
    expect(shareInfo.RecapsAppGroup).toBe('$(RECAPS_APP_GROUP)')
    const code = read('ios/App/ShareExtension/ShareViewController.swift')
    expect(code).toContain('forKey: "share-target-data"')
    expect(code).toContain('["title": title, "texts": texts, "files":')
    for (const [, key] of code.matchAll(/fact\("(\w+)"\)/g)) expect(shareInfo).toHaveProperty(key!)
  })

  test('the iOS share extension is built with the app and embedded in it', () => {
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

describe('iOS privacy manifest', () => {
  const manifest = plist('ios/App/App/PrivacyInfo.xcprivacy')

  it('the iOS privacy manifest declares no tracking and lists all collected data types', () => {
    expect(manifest.NSPrivacyTracking).toBe(false)
    expect(manifest.NSPrivacyTrackingDomains).toEqual([])
    const dataTypes = manifest.NSPrivacyCollectedDataTypes as Record<string, unknown>[]
    expect(
      dataTypes.map(one => String(one.NSPrivacyCollectedDataType).replace('NSPrivacyCollectedDataType', '')),
    ).toEqual([
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
    for (const one of dataTypes)
      expect(one).toMatchObject({ NSPrivacyCollectedDataTypeTracking: false, NSPrivacyCollectedDataTypeLinked: true })
  })

  it('the iOS privacy manifests give reasons for the system APIs used by app, plugins and extension', () => {
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

  it('the iOS privacy manifest is a resource of the app and of its extension', () => {
    for (const target of [app!, share!])
      expect(target.phases.find(({ kind }) => kind === 'PBXResourcesBuildPhase')?.files).toContain(
        'PrivacyInfo.xcprivacy',
      )
  })
})

describe('Xcode project', () => {
  it('the Xcode project references only its own objects, and each of them is used', () => {
    const known = allIds()
    const referenced = [...read('ios/App/App.xcodeproj/project.pbxproj').matchAll(/\b[0-9A-F]{24}\b/g)].map(
      ([id]) => id,
    )
    expect(referenced.filter(id => !known.has(id))).toEqual([])
    expect([...known].filter(id => referenced.filter(one => one === id).length < 2)).toEqual([])
  })

  it('the Xcode project references only existing files, except those generated by `npm run mobile:sync` or Xcode', () => {
    const generated = ['capacitor.config.json', 'config.xml', 'public', 'App.app', 'ShareExtension.appex']
    const paths = Object.values(objectsOf('PBXFileReference'))
      .map(({ path }) => unquoted(path))
      .filter(path => !generated.includes(path))
    expect(paths.length).toBeGreaterThan(10)
    const missing = paths.filter(
      path => !['ios/App/App', 'ios/App', 'ios/App/ShareExtension'].some(folder => has(`${folder}/${path}`)),
    )
    expect(missing).toEqual([])
  })

  it('the Xcode project has well-formed plists, storyboards and asset catalogs', () => {
    const files = committedFiles().filter(name => name.startsWith('ios/'))
    for (const name of files.filter(one => /\.(plist|xcprivacy|entitlements)$/.test(one)))
      expect(() => plist(name), name).not.toThrow()
    for (const name of files.filter(one => /\.storyboard$/.test(one))) expect(() => xml(read(name)), name).not.toThrow()
    for (const name of files.filter(one => /Contents\.json$/.test(one))) expect(() => json(name), name).not.toThrow()
  })
})
