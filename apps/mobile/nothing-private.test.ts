import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { mobile } from '../web/build/phone-app.ts'
import { committed, read } from './test/files.ts'

const texts = committed().filter(name => !/\.(png|jar)$/.test(name))

describe('what is committed of the phone apps', () => {
  it('holds nobody’s keys and nobody’s accounts', () => {
    const secret =
      /google-services\.json|GoogleService-Info|keystore|\.jks$|\.p12$|\.p8$|\.mobileprovision$|signing\.xcconfig/
    expect(committed().filter(name => secret.test(name))).toEqual([])
    const holding = /-----BEGIN|AIza[\w-]{30}|storePassword *[=:] *(?!keystore\.)\S{4}|DEVELOPMENT_TEAM = [A-Z\d]{10}/
    expect(texts.filter(name => !name.endsWith('.test.ts') && holding.test(read(name)))).toEqual([])
  })

  it('leaves them out also when they are there', () => {
    const private_ = [
      'android/keystore.properties',
      'android/upload.jks',
      'android/upload.keystore',
      'android/app/google-services.json',
      'ios/signing.xcconfig',
      'ios/App/App/GoogleService-Info.plist',
    ]
    const ignored = execFileSync('git', ['check-ignore', ...private_], { cwd: mobile, encoding: 'utf8' })
    expect(ignored.trim().split('\n')).toEqual(private_)
  })

  it('names no folder of anybody’s machine', () => {
    const path = /(?<![\w.:/])\/(?:home|Users|root|tmp|var|opt|work)\/|[A-Z]:\\\\/
    expect(texts.filter(name => !/\.test\.ts$|gradlew/.test(name) && path.test(read(name)))).toEqual([])
  })

  it('has nothing in it that a build makes', () => {
    const made =
      /\/(public|build|DerivedData|\.gradle|xcuserdata|capacitor-cordova-\w+-plugins)\/|capacitor\.plugins\.json/
    expect(committed().filter(name => made.test(name) || name.startsWith('www/'))).toEqual([])
  })
})
