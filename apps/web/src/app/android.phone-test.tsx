// Must come before any import of the app.
import '../test/phone/android.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { listenForExternalLinks } from '../device/phone/external-links.ts'
import { testAudio } from '../test/browser.ts'
import { path, withMemoryServer } from '../test/open-app.tsx'
import { installedPhone } from '../test/phone/android.ts'
import { openPhoneApp } from '../test/phone/open-phone-app.tsx'
import { sampleSummary } from '../test/server/samples.ts'
import { addSummaries, createWorld } from '../test/server/world.ts'
import { ExternalLinks } from './ExternalLinks.tsx'

withMemoryServer()
beforeAll(listenForExternalLinks)
const name = Object.assign(document.createElement('meta'), { name: 'product-name', content: 'Talk Notes' })
document.head.append(name)

test('audio on Android plays with CORS, and the media notification names the channel and the app', async () => {
  const world = addSummaries(createWorld(), [sampleSummary(1, Date.now(), { audioDurationMs: 684_000 })])
  const { user } = await openPhoneApp(installedPhone, '/tabs/history', { world })
  await user.click(await screen.findByRole('button', { name: /^Play Why bridges/ }))
  await waitFor(() => expect(testAudio.isOn()).toBe(true))
  expect(testAudio.element().crossOrigin).toBe('anonymous')
  await waitFor(() => expect(installedPhone.phone.media.notificationText).toMatch(/^\w.* - Talk Notes$/))
})

test('the Paste button is hidden on Android, whose web view blocks reading the clipboard', async () => {
  await openPhoneApp(installedPhone, '/tabs/summarize')
  expect(await screen.findByRole('textbox', { name: /link/i })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Paste' })).not.toBeInTheDocument()
})

test('an app link opened from the system browser navigates in the app and closes the browser page', async () => {
  await openPhoneApp(installedPhone, '/tabs/dashboard', { beside: <ExternalLinks /> })
  installedPhone.phone.browser.url = 'https://accounts.example/'
  installedPhone.phone.openLink(`${location.origin}/settings`)
  await waitFor(() => expect(path()).toBe('/settings'))
  expect(installedPhone.phone.browser.url).toBeNull()
})

test('the file picker on Android accepts caption files whose extension has no MIME type', async () => {
  await openPhoneApp(installedPhone, '/tabs/summarize')
  await screen.findByRole('textbox', { name: /link/i })
  const choose = document.querySelector<HTMLInputElement>('input[type="file"]')!
  expect(choose.accept).toMatch(/\.srv1.*application\/octet-stream/)
})
