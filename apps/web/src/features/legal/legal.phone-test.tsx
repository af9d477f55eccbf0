// Must be imported before any module of the app.
import '../../test/phone/ios.ts'
import { thirdParties } from '@recaps/domain/third-parties'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { factsKey } from '../../device/phone/page-facts.ts'
import { storageKeys } from '../../device/storage.ts'
import { installation } from '../../test/installation.ts'
import { withMemoryServer } from '../../test/open-app.tsx'
import { installedPhone } from '../../test/phone/ios.ts'
import { openPhoneApp } from '../../test/phone/open-phone-app.tsx'
import { privacySections } from './privacy.ts'

withMemoryServer()

const bare = installation()
const full = installation(...thirdParties)
const sectionText = (here: typeof full, sectionId: string) =>
  JSON.stringify(privacySections(here).find(({ id }) => id === sectionId))

describe('the privacy policy in the phone app', () => {
  test('the privacy policy in the phone app has a section about storage on the phone', async () => {
    await openPhoneApp(installedPhone, '/privacy')
    expect(await screen.findByRole('heading', { level: 2, name: 'What is stored on your phone' })).toBeInTheDocument()
    expect(screen.queryByRole('heading', { name: /your browser/ })).toBeNull()
  })

  test('the privacy policy in the phone app lists everything the app stores on the phone', () => {
    const [, names] = sectionText(full, 'storage').split('"Technical names"') as [string, string]
    for (const key of [...Object.values(storageKeys), factsKey, 'installed'])
      expect(names).toMatch(new RegExp(` ${key}[,.;]`))
    const others = ['signIn', 'recaps-files', 'handed-over', 'push token', 'opened-link', 'share-target-data']
    for (const name of [...others, 'capacitor.badge']) expect(names).toContain(name)
    for (const name of ['cookie', 'kept-sounds', 'reloaded']) expect(names).not.toContain(name)
    expect(sectionText(full, 'storage')).toContain('in the keychain of an iPhone')
  })

  test('the privacy policy in the phone app says what remains after logging out', () => {
    for (const text of [
      'except for what is listed under “What remains after you log out”',
      '["What remains after you log out",',
    ])
      expect(sectionText(bare, 'storage')).toContain(text)
  })

  test('the privacy policy in the phone app names exactly the third parties that are set up', () => {
    for (const name of ['Stripe', 'Firebase', 'sign in with another service'])
      expect([name, sectionText(bare, 'storage').includes(name), sectionText(full, 'storage').includes(name)]).toEqual([
        name,
        false,
        true,
      ])
  })

  test('the privacy policy in the phone app names the push service, and says that the server queries YouTube', () => {
    expect(sectionText(bare, 'others')).toContain('The push service of your phone or browser')
    expect(sectionText(bare, 'others')).toContain('requested by this server and not by your phone')
  })
})
