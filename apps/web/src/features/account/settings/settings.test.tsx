import { failures } from '@recaps/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { setMedia } from '../../../test/browser.ts'
import { openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { samplePurchase } from '../../../test/server/payment-samples.ts'
import { createWorld, sampleSettings } from '../../../test/server/world.ts'

withMemoryServer()
const open = (options: Parameters<typeof openApp>[1] = {}) => openApp('/settings', options)
const region = (name: string) => screen.findByRole('region', { name })

describe('settings', () => {
  test('saves every setting as soon as it is changed', async () => {
    const { user, api } = open()
    await user.click(await screen.findByRole('radio', { name: 'Long' }))
    expect(await screen.findByText('Saved')).toBeInTheDocument()
    await user.click(await screen.findByRole('radio', { name: 'Built-in voice, higher' }))
    await user.click(screen.getByRole('switch', { name: 'Digests' }))
    await user.click(screen.getByRole('switch', { name: 'Count my summaries in Popular' }))
    await waitFor(() =>
      expect(api.world.settings).toEqual(
        sampleSettings({
          defaultPreset: 'long',
          voice: 'slt',
          mail: { digest: false, product: false },
          showInPopular: false,
        }),
      ),
    )
    // No product news is sent, so there is no setting for it.
    expect(screen.queryByText(/News of the product/)).not.toBeInTheDocument()
  })

  test('rolls back a setting that could not be saved', async () => {
    const { user, api } = open()
    const popular = await screen.findByRole('switch', { name: 'Count my summaries in Popular' })
    api.break('users.changeSettings', 'internal')
    await user.click(popular)
    expect(await screen.findByText('Couldn’t save that. Try again.')).toBeInTheDocument()
    await waitFor(() => expect(popular).toBeChecked())
  })

  test('rolls back only the failed setting when the settings cannot be refetched either', async () => {
    const { user, api } = open()
    const popular = await screen.findByRole('switch', { name: 'Count my summaries in Popular' })
    const { promise, resolve } = Promise.withResolvers<Response>()
    api.break('users.settings', () => Response.error())
    api.break('users.changeSettings', () => promise)
    await user.click(popular)
    await user.click(screen.getByRole('radio', { name: 'Long' }))
    api.repair('users.changeSettings')
    resolve(Response.error())
    expect(await screen.findByText('Couldn’t save that. Try again.')).toBeInTheDocument()
    await waitFor(() => expect(popular).toBeChecked())
    await waitFor(() => expect(api.world.settings.defaultPreset).toBe('long'))
    expect(screen.getByRole('radio', { name: 'Long' })).toBeChecked()
  })

  test('saves the maximum length only if it is valid', async () => {
    const { user, api } = open()
    const box = await screen.findByLabelText('Maximum length in characters')
    expect(box).toHaveValue('10,000')
    await user.clear(box)
    await user.type(box, '150{Enter}')
    expect(await screen.findByText('Enter a whole number from 200 to 100,000')).toBeInTheDocument()
    expect(api.calls).not.toContain('users.changeSettings')
    await user.clear(box)
    await user.type(box, '25,000{Enter}')
    await waitFor(() => expect(api.world.settings.defaultMaxLength).toBe(25_000))
  })

  test('saves the default focus, and removes it when the field is emptied', async () => {
    const { user, api } = open()
    const box = () => screen.findByLabelText('What do you want to know most?')
    expect(await box()).toHaveAccessibleDescription(/Schedules don’t use it/)
    await user.type(await box(), ' what it costs{Enter}')
    await waitFor(() => expect(api.world.settings.defaultFocus).toBe('what it costs'))
    await user.clear(await box())
    await user.tab()
    await waitFor(() => expect(api.world.settings.defaultFocus).toBeNull())
  })

  test.each([
    ['What do you want to know most?', 'costs'],
    ['Maximum length in characters', '25,000'],
  ])('keeps the focus in “%s” after saving, and keeps the text for a retry when saving fails', async (name, text) => {
    const { user, api } = open()
    const box = await screen.findByLabelText(name)
    await user.clear(box)
    await user.type(box, `${text}{Enter}`)
    expect(await screen.findByText('Saved')).toBeInTheDocument()
    expect(box).toHaveFocus()
    expect(box).toHaveValue(text)
    api.break('users.changeSettings', 'internal')
    await user.type(box, '{Backspace}{Enter}')
    expect(await screen.findByText('Couldn’t save that. Try again.')).toBeInTheDocument()
    const saves = () => api.calls.filter(call => call === 'users.changeSettings')
    await waitFor(() => expect(api.calls.filter(call => call === 'users.settings')).toHaveLength(2))
    expect(saves()).toHaveLength(2)
    expect(box).toHaveFocus()
    expect(box).toHaveValue(text.slice(0, -1))
    api.repair('users.changeSettings')
    await user.tab()
    await waitFor(() => expect(saves()).toHaveLength(3))
    await waitFor(() => expect(Object.values(api.world.settings)).toContain(text === 'costs' ? 'cost' : 2500))
  })

  test('offers the time zone of this device when another one is set', async () => {
    const { user, api } = open({ world: createWorld({ settings: sampleSettings({ timeZone: 'Asia/Tokyo' }) }) })
    expect(await screen.findByRole('combobox', { name: 'Time zone' })).toHaveValue('Asia/Tokyo')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Time zone' }), 'America/New_York')
    await waitFor(() => expect(api.world.settings.timeZone).toBe('America/New_York'))
    await user.click(screen.getByRole('button', { name: /^Use this device’s time zone/ }))
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone
    await waitFor(() => expect(api.world.settings.timeZone).toBe(here))
  })

  test('stores playback speed and autoplay on this device', async () => {
    const { user } = openApp('/settings')
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Playback speed' }), '1.5x')
    expect(localStorage.getItem('playbackSpeed')).toBe('1.5')
    const playsOn = screen.getByRole('switch', { name: 'Autoplay' })
    expect(playsOn).toBeChecked()
    await user.click(playsOn)
    expect(localStorage.getItem('playsOn')).toBe('off')
    await user.click(playsOn)
    expect(localStorage.getItem('playsOn')).toBeNull()
  })

  test('stores the single-key shortcuts setting on this device', async () => {
    const { user } = open()
    const keys = await screen.findByRole('switch', { name: 'Use single-key shortcuts' })
    await user.click(keys)
    expect(localStorage.getItem('keys')).toBe('off')
    await user.click(screen.getByRole('link', { name: 'Profile' }))
    await user.click(screen.getByRole('link', { name: 'Settings' }))
    const again = await screen.findByRole('switch', { name: 'Use single-key shortcuts' })
    expect(again).not.toBeChecked()
    await user.click(again)
    expect(localStorage.getItem('keys')).toBeNull()
  })

  test('follows the system theme again when System is chosen', async () => {
    localStorage.setItem('theme', 'dark')
    const { user } = open()
    expect(await screen.findByRole('radio', { name: 'Dark' })).toBeChecked()
    await user.click(screen.getByRole('radio', { name: 'System' }))
    expect(localStorage.getItem('theme')).toBeNull()
    expect(document.documentElement.dataset.theme).toBe('light')
    setMedia({ dark: true })
    expect(document.documentElement.dataset.theme).toBe('dark')
    await user.click(screen.getByRole('radio', { name: 'Light' }))
    expect(localStorage.getItem('theme')).toBe('light')
    expect(document.documentElement.dataset.theme).toBe('light')
  })
})

test('offers a retry when the settings cannot be loaded', async () => {
  const { user, api } = open({ setUp: server => server.break('users.settings', 'too_many_requests') })
  expect(await screen.findByRole('heading', { name: 'Couldn’t load your settings' })).toBeInTheDocument()
  api.repair('users.settings')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('radio', { name: 'Standard' })).toBeChecked()
})

test('offers no retry when loading the settings is forbidden', async () => {
  open({ setUp: server => server.break('users.settings', 'forbidden') })
  expect(await screen.findByRole('heading', { name: 'Couldn’t load your settings' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
})

describe('sessions', () => {
  test.each([
    ['203.0.113.0/24', 'IP address starts with 203.0.113'],
    ['127.0.0.0/24', 'On the server itself'],
    ['2001:db8:1:2::/64', 'IP address starts with 2001:db8:1:2'],
  ])('describes a session from %s with “%s”', async (network, text) => {
    const { sessions } = createWorld()
    open({ world: createWorld({ sessions: sessions.map(one => ({ ...one, network })) }) })
    const list = await screen.findByRole('list', { name: 'Where you are logged in' })
    for (const row of within(list).getAllByRole('listitem')) expect(row).toHaveTextContent(text)
  })

  test('logs out any other session, but not this one', async () => {
    const { user, api } = open()
    const list = await screen.findByRole('list', { name: 'Where you are logged in' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(3)
    const [current] = within(list).getAllByRole('listitem')
    expect(current).toHaveTextContent('Firefox on Linux')
    expect(current).toHaveTextContent('This device')
    expect(within(current!).queryByRole('button')).not.toBeInTheDocument()
    await user.click(within(list).getByRole('button', { name: 'Log out of Safari on iOS' }))
    expect(await screen.findByText('Logged out of Safari on iOS')).toBeInTheDocument()
    expect(within(list).getAllByRole('listitem')).toHaveLength(2)
    expect(api.world.sessions.map(({ id }) => id)).toEqual([11, 13])
  })

  test('after a session is logged out, focuses the next row, or the card heading if none is left', async () => {
    const { user } = open()
    const end = (device: string) => screen.findByRole('button', { name: `Log out of ${device}` })
    await user.click(await end('Safari on iOS'))
    await waitFor(() => expect(screen.queryByText('Safari on iOS')).not.toBeInTheDocument())
    expect(await end('Unknown device')).toHaveFocus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByText('Unknown device')).not.toBeInTheDocument())
    expect(screen.getByRole('heading', { name: 'Where you are logged in' })).toHaveFocus()
  })

  test('keeps a session that could not be logged out, and shows an error', async () => {
    const { user } = open({ setUp: api => api.break('users.endSession', 'internal') })
    await user.click(await screen.findByRole('button', { name: 'Log out of Unknown device' }))
    expect(await screen.findByText('Couldn’t log out that device. Try again.')).toBeInTheDocument()
    expect(screen.getByText('Unknown device')).toBeInTheDocument()
  })
})

describe('export', () => {
  test('starts an export, shows that it is being prepared and offers the download', async () => {
    const { user, api } = open()
    const card = await region('Your data')
    await user.click(await within(card).findByRole('button', { name: 'Export my data' }))
    expect(await within(card).findByText(/^Preparing your export/)).toBeInTheDocument()
    const readyAt = new Date().toISOString()
    api.world.export = {
      state: 'ready',
      requestedAt: readyAt,
      readyAt,
      expiresAt: readyAt,
      bytes: 2_340_000,
      url: '/exports/1/x?signature=y',
    }
    const download = await within(card).findByRole('link', { name: /^Download \(2\.3.MB\)$/ })
    expect(download).toHaveAttribute('href', '/exports/1/x?signature=y')
    expect(within(card).getByRole('button', { name: 'Export again' })).toBeInTheDocument()
  })

  test('moves the focus to the card heading while the export is prepared', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Export my data' }))
    expect(await screen.findByText(/^Preparing your export/)).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Your data' })).toHaveFocus()
  })

  test('offers a new export after a failed one, and shows the error when there are too many requests', async () => {
    const world = createWorld()
    world.export.state = 'failed'
    const { user } = open({ world, setUp: api => api.break('account.requestExport', 'too_many_requests') })
    const card = await region('Your data')
    expect(await within(card).findByText('Your last export failed.')).toBeInTheDocument()
    await user.click(within(card).getByRole('button', { name: 'Export my data' }))
    expect(await screen.findByText(/^Too many requests/)).toBeInTheDocument()
  })
})

describe('account deletion', () => {
  const openDialog = async ({ user }: ReturnType<typeof open>) => {
    await user.click(await screen.findByRole('button', { name: 'Delete account' }))
    return within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
  }

  test('asks for the password, deletes the account and ends the session', async () => {
    const app = open()
    const dialog = await openDialog(app)
    expect(dialog.getByRole('button', { name: 'Delete permanently' })).toBeDisabled()
    await app.user.type(dialog.getByLabelText('Your password'), 'not this one{Enter}')
    expect(await dialog.findByText('Wrong password.')).toBeInTheDocument()
    expect(app.api.world.users).toHaveLength(1)
    await app.user.clear(dialog.getByLabelText('Your password'))
    await app.user.type(dialog.getByLabelText('Your password'), 'long enough{Enter}')
    expect(await screen.findByText('Account deleted')).toBeInTheDocument()
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
    expect(app.api.world.users).toHaveLength(0)
    expect(localStorage.getItem('authToken')).toBeNull()
    expect(path()).toBe('/login')
  })

  test('warns in the deletion dialog that a plan from an app store must be cancelled there', async () => {
    const app = open()
    app.api.world.purchases.push(samplePurchase('pro', Date.now(), { paymentMethod: 'google_play' }))
    const dialog = await openDialog(app)
    expect(await dialog.findByText(/^You bought your plan in Google Play. Cancel it there/)).toBeInTheDocument()
    expect(dialog.getByRole('link', { name: 'Cancel in Google Play' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^https:\/\/play\.google\.com\//),
    )
  })

  test('warns in the deletion dialog that a card plan ends too, with a link to the refund terms', async () => {
    const app = open()
    app.api.world.purchases.push(samplePurchase('pro', Date.now()))
    const dialog = await openDialog(app)
    expect(await dialog.findByText(/^Your plan ends right away too/)).toBeInTheDocument()
    expect(dialog.getByRole('link', { name: 'See our refund terms' })).toHaveAttribute('href', '/terms#refunds')
  })

  test('shows no plan warning in the deletion dialog to users without a plan', async () => {
    const dialog = await openDialog(open())
    expect(dialog.getByText(/erased after 30 days. You can’t undo this/)).toBeInTheDocument()
    expect(dialog.queryByText(/^(Your plan|You bought)/)).not.toBeInTheDocument()
  })

  test('keeps the account when the deletion dialog is cancelled', async () => {
    const app = open()
    const dialog = await openDialog(app)
    await app.user.click(dialog.getByRole('button', { name: 'Keep my account' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Delete your account?' })).not.toBeInTheDocument())
    expect(app.api.calls).not.toContain('account.delete')
  })

  test('does not offer to cancel a deletion that was already sent, and shows its error after the dialog is closed', async () => {
    const app = open()
    const { promise, resolve } = Promise.withResolvers<Response>()
    app.api.break('account.delete', () => promise)
    const dialog = await openDialog(app)
    await app.user.type(dialog.getByLabelText('Your password'), 'long enough{Enter}')
    expect(dialog.queryByRole('button', { name: 'Keep my account' })).not.toBeInTheDocument()
    await app.user.click(dialog.getByRole('button', { name: 'Close' }))
    const { status, sentence } = failures.unavailable
    resolve(Response.json({ error: sentence, code: 'unavailable', requestId: 'x' }, { status }))
    expect(await screen.findByText(sentence)).toBeInTheDocument()
    expect(app.api.world.users).toHaveLength(1)
  })

  test('suggests typing the email address when an account without a password is deleted with one', async () => {
    const app = open()
    app.api.break('account.delete', 'address_differs')
    const dialog = await openDialog(app)
    await app.user.type(dialog.getByLabelText('Your password'), 'no idea{Enter}')
    expect(
      await dialog.findByText(/^This account has no password\. Choose “I never set a password”/),
    ).toBeInTheDocument()
  })

  test('deletes an account without a password by its email address', async () => {
    const app = open()
    const dialog = await openDialog(app)
    await app.user.click(dialog.getByRole('button', { name: 'I never set a password' }))
    await app.user.type(dialog.getByLabelText(/^Type your email address/), 'eve@example.com{Enter}')
    expect(await dialog.findByText(/^This isn’t your account’s email address/)).toBeInTheDocument()
  })
})
