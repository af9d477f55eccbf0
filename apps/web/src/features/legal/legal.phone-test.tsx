// Before anything of the app is loaded.
import '../../test/phone/ios.ts'
import { thirdParties } from '@recaps/domain/third-parties'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { factsKey } from '../../device/phone/page-facts.ts'
import { storageKeys } from '../../device/storage.ts'
import { installation } from '../../test/installation.ts'
import { withMemoryServer } from '../../test/open-app.tsx'
import { held } from '../../test/phone/ios.ts'
import { openPhoneApp } from '../../test/phone/open-phone-app.tsx'
import { privacySections } from './privacy.ts'

withMemoryServer()

const bare = installation()
const full = installation(...thirdParties)
const told = (here: typeof full, part: string) => JSON.stringify(privacySections(here).find(({ id }) => id === part))

describe('in the app, the privacy policy', () => {
  test('tells what lies on the phone', async () => {
    await openPhoneApp(held, '/privacy')
    expect(await screen.findByRole('heading', { level: 2, name: 'What lies on your phone' })).toBeInTheDocument()
    expect(screen.queryByRole('heading', { name: /your browser/ })).toBeNull()
  })

  test('lists all that the app puts there, and where', () => {
    const [, names] = told(full, 'storage').split('"Their technical names"') as [string, string]
    for (const key of [...Object.values(storageKeys), factsKey, 'installed'])
      expect(names).toMatch(new RegExp(` ${key}[,.;]`))
    const others = ['signIn', 'recaps-files', 'handed-over', 'push token', 'opened-link', 'share-target-data']
    for (const name of [...others, 'capacitor.badge']) expect(names).toContain(name)
    for (const name of ['cookie', 'kept-sounds', 'reloaded']) expect(names).not.toContain(name)
    expect(told(full, 'storage')).toContain('in the keychain of an iPhone')
  })

  test('says what a log-out leaves', () => {
    for (const words of ['but for what stands under “What a log-out leaves”', '["What a log-out leaves",'])
      expect(told(bare, 'storage')).toContain(words)
  })

  test('names nobody who is not set up, and everybody who is', () => {
    for (const name of ['Stripe', 'Firebase', 'sign in by another service'])
      expect([name, told(bare, 'storage').includes(name), told(full, 'storage').includes(name)]).toEqual([
        name,
        false,
        true,
      ])
  })

  test('says of push messages what the services of phones see of them', () => {
    expect(told(bare, 'others')).toContain('The push service of your phone or browser')
    expect(told(bare, 'others')).toContain('asked for by this server and not by your phone')
  })
})
