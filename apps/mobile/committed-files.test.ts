import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { mobile } from '../web/build/phone-app.ts'
import { committedFiles, read } from './test/files.ts'

const texts = committedFiles().filter(name => !/\.(png|jar)$/.test(name))

describe('committed files of the phone apps', () => {
  it('no signing keys, credentials or team ids of the phone apps are committed', () => {
    const secretFile =
      /google-services\.json|GoogleService-Info|keystore|\.jks$|\.p12$|\.p8$|\.mobileprovision$|signing\.xcconfig/
    expect(committedFiles().filter(name => secretFile.test(name))).toEqual([])
    const secretText =
      /-----BEGIN|AIza[\w-]{30}|storePassword *[=:] *(?!keystore\.)\S{4}|DEVELOPMENT_TEAM = [A-Z\d]{10}/
    expect(texts.filter(name => !name.endsWith('.test.ts') && secretText.test(read(name)))).toEqual([])
  })

  it('git ignores the phone apps’ key and account files', () => {
    const privateFiles = [
      'android/keystore.properties',
      'android/upload.jks',
      'android/upload.keystore',
      'android/app/google-services.json',
      'ios/signing.xcconfig',
      'ios/App/App/GoogleService-Info.plist',
    ]
    const ignored = execFileSync('git', ['check-ignore', ...privateFiles], { cwd: mobile, encoding: 'utf8' })
    expect(ignored.trim().split('\n')).toEqual(privateFiles)
  })

  it('no committed file of the phone apps contains a local path', () => {
    const path = /(?<![\w.:/])\/(?:home|Users|root|tmp|var|opt|work)\/|[A-Z]:\\\\/
    expect(texts.filter(name => !/\.test\.ts$|gradlew/.test(name) && path.test(read(name)))).toEqual([])
  })

  it('no build output of the phone apps is committed', () => {
    const buildOutput =
      /\/(public|build|DerivedData|\.gradle|xcuserdata|capacitor-cordova-\w+-plugins)\/|capacitor\.plugins\.json/
    expect(committedFiles().filter(name => buildOutput.test(name) || name.startsWith('www/'))).toEqual([])
  })
})
