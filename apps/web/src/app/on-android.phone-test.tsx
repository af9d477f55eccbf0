// Must come before any import of the app.
import '../test/phone/android.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { listenOutside } from '../device/phone/opened.ts'
import { sound } from '../test/browser.ts'
import { path, withMemoryServer } from '../test/open-app.tsx'
import { held } from '../test/phone/android.ts'
import { openPhoneApp } from '../test/phone/open-phone-app.tsx'
import { sampleSummary } from '../test/server/samples.ts'
import { addSummaries, createWorld } from '../test/server/world.ts'
import { Opened } from './Opened.tsx'

withMemoryServer()
beforeAll(listenOutside)
const name = Object.assign(document.createElement('meta'), { name: 'product-name', content: 'Talk Notes' })
document.head.append(name)

test('audio on Android plays with CORS, and the media notification names the channel and the app', async () => {
  const world = addSummaries(createWorld(), [sampleSummary(1, Date.now(), { audioDurationMs: 684_000 })])
  const { user } = await openPhoneApp(held, '/tabs/history', { world })
  await user.click(await screen.findByRole('button', { name: /^Play Why bridges/ }))
  await waitFor(() => expect(sound.isOn()).toBe(true))
  expect(sound.element().crossOrigin).toBe('anonymous')
  await waitFor(() => expect(held.phone.media.line).toMatch(/^\w.* - Talk Notes$/))
})

test('the Paste button is hidden on Android, whose web view blocks reading the clipboard', async () => {
  await openPhoneApp(held, '/tabs/summarize')
  expect(await screen.findByRole('textbox', { name: /link/i })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Paste' })).not.toBeInTheDocument()
})

test('an app link opened from the system browser navigates in the app and closes the browser page', async () => {
  await openPhoneApp(held, '/tabs/dashboard', { beside: <Opened /> })
  held.phone.browser.url = 'https://accounts.example/'
  held.phone.openLink(`${location.origin}/settings`)
  await waitFor(() => expect(path()).toBe('/settings'))
  expect(held.phone.browser.url).toBeNull()
})

test('the file picker on Android accepts caption files whose extension has no MIME type', async () => {
  await openPhoneApp(held, '/tabs/summarize')
  await screen.findByRole('textbox', { name: /link/i })
  const choose = document.querySelector<HTMLInputElement>('input[type="file"]')!
  expect(choose.accept).toMatch(/\.srv1.*application\/octet-stream/)
})
