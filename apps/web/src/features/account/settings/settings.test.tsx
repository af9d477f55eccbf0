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

describe('choices', () => {
  test('hold as soon as they are made', async () => {
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
    // Nobody sends news of the product: there is nothing to choose about them.
    expect(screen.queryByText(/News of the product/)).not.toBeInTheDocument()
  })

  test('that could not be saved are taken back', async () => {
    const { user, api } = open()
    const popular = await screen.findByRole('switch', { name: 'Count my summaries in Popular' })
    api.break('users.changeSettings', 'internal')
    await user.click(popular)
    expect(await screen.findByText('That could not be saved')).toBeInTheDocument()
    await waitFor(() => expect(popular).toBeChecked())
  })

  test('that could not be saved are taken back in an outage too, and no other with them', async () => {
    const { user, api } = open()
    const popular = await screen.findByRole('switch', { name: 'Count my summaries in Popular' })
    const { promise, resolve } = Promise.withResolvers<Response>()
    api.break('users.settings', () => Response.error())
    api.break('users.changeSettings', () => promise)
    await user.click(popular)
    await user.click(screen.getByRole('radio', { name: 'Long' }))
    api.mend('users.changeSettings')
    resolve(Response.error())
    expect(await screen.findByText('That could not be saved')).toBeInTheDocument()
    await waitFor(() => expect(popular).toBeChecked())
    await waitFor(() => expect(api.world.settings.defaultPreset).toBe('long'))
    expect(screen.getByRole('radio', { name: 'Long' })).toBeChecked()
  })

  test('of the length are saved when they are one', async () => {
    const { user, api } = open()
    const box = await screen.findByLabelText('Longest summary, in characters')
    expect(box).toHaveValue('10,000')
    await user.clear(box)
    await user.type(box, '150{Enter}')
    expect(await screen.findByText('A whole number from 200 to 100,000')).toBeInTheDocument()
    expect(api.calls).not.toContain('users.changeSettings')
    await user.clear(box)
    await user.type(box, '25,000{Enter}')
    await waitFor(() => expect(api.world.settings.defaultMaxLength).toBe(25_000))
  })

  test('of what its user wants to know most are saved, and taken back by an empty field', async () => {
    const { user, api } = open()
    const box = () => screen.findByLabelText('What do you want to know most?')
    expect(await box()).toHaveAccessibleDescription(/Your schedule leaves it out/)
    await user.type(await box(), ' what it costs{Enter}')
    await waitFor(() => expect(api.world.settings.defaultFocus).toBe('what it costs'))
    await user.clear(await box())
    await user.tab()
    await waitFor(() => expect(api.world.settings.defaultFocus).toBeNull())
  })

  test.each([
    ['What do you want to know most?', 'costs'],
    ['Longest summary, in characters', '25,000'],
  ])('keep the keyboard in “%s”, and what could not be saved stands there to be tried again', async (name, text) => {
    const { user, api } = open()
    const box = await screen.findByLabelText(name)
    await user.clear(box)
    await user.type(box, `${text}{Enter}`)
    expect(await screen.findByText('Saved')).toBeInTheDocument()
    expect(box).toHaveFocus()
    expect(box).toHaveValue(text)
    api.break('users.changeSettings', 'internal')
    await user.type(box, '{Backspace}{Enter}')
    expect(await screen.findByText('That could not be saved')).toBeInTheDocument()
    const saves = () => api.calls.filter(call => call === 'users.changeSettings')
    await waitFor(() => expect(api.calls.filter(call => call === 'users.settings')).toHaveLength(2))
    expect(saves()).toHaveLength(2)
    expect(box).toHaveFocus()
    expect(box).toHaveValue(text.slice(0, -1))
    api.mend('users.changeSettings')
    await user.tab()
    await waitFor(() => expect(saves()).toHaveLength(3))
    await waitFor(() => expect(Object.values(api.world.settings)).toContain(text === 'costs' ? 'cost' : 2500))
  })

  test('of the time zone: the one of the device is one press away', async () => {
    const { user, api } = open({ world: createWorld({ settings: sampleSettings({ timeZone: 'Asia/Tokyo' }) }) })
    expect(await screen.findByRole('combobox', { name: 'Time zone' })).toHaveValue('Asia/Tokyo')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Time zone' }), 'America/New_York')
    await waitFor(() => expect(api.world.settings.timeZone).toBe('America/New_York'))
    await user.click(screen.getByRole('button', { name: /as this device does$/ }))
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone
    await waitFor(() => expect(api.world.settings.timeZone).toBe(here))
  })

  test('of speed, and of what happens when a summary has ended, holds on this device', async () => {
    const { user } = openApp('/settings')
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Playback speed' }), '1.5x')
    expect(localStorage.getItem('playbackSpeed')).toBe('1.5')
    const playsOn = screen.getByRole('switch', { name: 'Play the next in the queue' })
    expect(playsOn).toBeChecked()
    await user.click(playsOn)
    expect(localStorage.getItem('playsOn')).toBe('off')
    await user.click(playsOn)
    expect(localStorage.getItem('playsOn')).toBeNull()
  })

  test('of the keys of one letter holds on this device', async () => {
    const { user } = open()
    const keys = await screen.findByRole('switch', { name: 'Single-letter keys' })
    await user.click(keys)
    expect(localStorage.getItem('keys')).toBe('off')
    await user.click(screen.getByRole('link', { name: 'Profile' }))
    await user.click(screen.getByRole('link', { name: 'Settings' }))
    const again = await screen.findByRole('switch', { name: 'Single-letter keys' })
    expect(again).not.toBeChecked()
    await user.click(again)
    expect(localStorage.getItem('keys')).toBeNull()
  })

  test('of the theme: System follows the system again', async () => {
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

test('settings that cannot be loaded can be asked for again', async () => {
  const { user, api } = open({ setUp: server => server.break('users.settings', 'too_many_requests') })
  expect(await screen.findByRole('heading', { name: 'Your settings could not be loaded' })).toBeInTheDocument()
  api.mend('users.settings')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('radio', { name: 'Standard' })).toBeChecked()
})

test('settings that are refused for good are not offered to be asked for again', async () => {
  open({ setUp: server => server.break('users.settings', 'forbidden') })
  expect(await screen.findByRole('heading', { name: 'Your settings could not be loaded' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
})

describe('where one is logged in', () => {
  test.each([
    ['203.0.113.0/24', 'Internet address begins with 203.0.113'],
    ['127.0.0.0/24', 'On the server itself'],
    ['2001:db8:1:2::/64', 'Internet address begins with 2001:db8:1:2'],
  ])('a session from %s is told with “%s”', async (network, words) => {
    const { sessions } = createWorld()
    open({ world: createWorld({ sessions: sessions.map(one => ({ ...one, network })) }) })
    const list = await screen.findByRole('list', { name: 'Where you are logged in' })
    for (const row of within(list).getAllByRole('listitem')) expect(row).toHaveTextContent(words)
  })

  test('every other session can be ended', async () => {
    const { user, api } = open()
    const list = await screen.findByRole('list', { name: 'Where you are logged in' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(3)
    const [current] = within(list).getAllByRole('listitem')
    expect(current).toHaveTextContent('Firefox on Linux')
    expect(current).toHaveTextContent('This device')
    expect(within(current!).queryByRole('button')).not.toBeInTheDocument()
    await user.click(within(list).getByRole('button', { name: 'Log out on Safari on iOS' }))
    expect(await screen.findByText('Logged out on Safari on iOS')).toBeInTheDocument()
    expect(within(list).getAllByRole('listitem')).toHaveLength(2)
    expect(api.world.sessions.map(({ id }) => id)).toEqual([11, 13])
  })

  test('the keyboard goes on in the row that takes the place of an ended one, and without any at the heading', async () => {
    const { user } = open()
    const end = (device: string) => screen.findByRole('button', { name: `Log out on ${device}` })
    await user.click(await end('Safari on iOS'))
    await waitFor(() => expect(screen.queryByText('Safari on iOS')).not.toBeInTheDocument())
    expect(await end('Unknown device')).toHaveFocus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByText('Unknown device')).not.toBeInTheDocument())
    expect(screen.getByRole('heading', { name: 'Where you are logged in' })).toHaveFocus()
  })

  test('a session that could not be ended stays', async () => {
    const { user } = open({ setUp: api => api.break('users.endSession', 'internal') })
    await user.click(await screen.findByRole('button', { name: 'Log out on Unknown device' }))
    expect(await screen.findByText('That session could not be ended')).toBeInTheDocument()
    expect(screen.getByText('Unknown device')).toBeInTheDocument()
  })
})

describe('the export', () => {
  test('is started, prepared and fetched', async () => {
    const { user, api } = open()
    const card = await region('Your data')
    await user.click(await within(card).findByRole('button', { name: 'Export my data' }))
    expect(await within(card).findByText(/^Your export is being prepared/)).toBeInTheDocument()
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

  test('hands the keyboard to its heading while it is prepared, when there is nothing to press', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Export my data' }))
    expect(await screen.findByText(/^Your export is being prepared/)).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Your data' })).toHaveFocus()
  })

  test('that failed can be started again; too many are told', async () => {
    const world = createWorld()
    world.export.state = 'failed'
    const { user } = open({ world, setUp: api => api.break('account.requestExport', 'too_many_requests') })
    const card = await region('Your data')
    expect(await within(card).findByText('The last export failed.')).toBeInTheDocument()
    await user.click(within(card).getByRole('button', { name: 'Export my data' }))
    expect(await screen.findByText(/^Too many requests/)).toBeInTheDocument()
  })
})

describe('deleting the account', () => {
  const ask = async ({ user }: ReturnType<typeof open>) => {
    await user.click(await screen.findByRole('button', { name: 'Delete account' }))
    return within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
  }

  test('asks again, and for the password; then everything here is over', async () => {
    const app = open()
    const dialog = await ask(app)
    expect(dialog.getByRole('button', { name: 'Delete for good' })).toBeDisabled()
    await app.user.type(dialog.getByLabelText('Your password'), 'not this one{Enter}')
    expect(await dialog.findByText('That is not your password.')).toBeInTheDocument()
    expect(app.api.world.users).toHaveLength(1)
    await app.user.clear(dialog.getByLabelText('Your password'))
    await app.user.type(dialog.getByLabelText('Your password'), 'long enough{Enter}')
    expect(await screen.findByText('Your account is deleted')).toBeInTheDocument()
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
    expect(app.api.world.users).toHaveLength(0)
    expect(localStorage.getItem('authToken')).toBeNull()
    expect(path()).toBe('/login')
  })

  test('says that a plan of a store goes on until it is ended there', async () => {
    const app = open()
    app.api.world.purchases.push(samplePurchase('pro', Date.now(), { paymentMethod: 'google_play' }))
    const dialog = await ask(app)
    expect(await dialog.findByText(/^Your plan was bought in Google Play. End it there/)).toBeInTheDocument()
    expect(dialog.getByRole('link', { name: 'End it in Google Play' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^https:\/\/play\.google\.com\//),
    )
  })

  test('says that a plan that is paid by card ends with it, and where it stands what is paid back', async () => {
    const app = open()
    app.api.world.purchases.push(samplePurchase('pro', Date.now()))
    const dialog = await ask(app)
    expect(await dialog.findByText(/^Your plan ends at once too/)).toBeInTheDocument()
    expect(dialog.getByRole('link', { name: 'what you can get back' })).toHaveAttribute('href', '/terms#refunds')
  })

  test('says nothing of a plan to who pays for none', async () => {
    const dialog = await ask(open())
    expect(dialog.getByText(/erased after 30 days. This cannot be undone/)).toBeInTheDocument()
    expect(dialog.queryByText(/^Your plan/)).not.toBeInTheDocument()
  })

  test('can be thought better of', async () => {
    const app = open()
    const dialog = await ask(app)
    await app.user.click(dialog.getByRole('button', { name: 'Keep my account' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Delete your account?' })).not.toBeInTheDocument())
    expect(app.api.calls).not.toContain('account.delete')
  })

  test('can no longer be thought better of once it is on its way, and says afterwards that it failed', async () => {
    const app = open()
    const { promise, resolve } = Promise.withResolvers<Response>()
    app.api.break('account.delete', () => promise)
    const dialog = await ask(app)
    await app.user.type(dialog.getByLabelText('Your password'), 'long enough{Enter}')
    expect(dialog.queryByRole('button', { name: 'Keep my account' })).not.toBeInTheDocument()
    await app.user.click(dialog.getByRole('button', { name: 'Close' }))
    const { status, sentence } = failures.unavailable
    resolve(Response.json({ error: sentence, code: 'unavailable', requestId: 'x' }, { status }))
    expect(await screen.findByText(sentence)).toBeInTheDocument()
    expect(app.api.world.users).toHaveLength(1)
  })

  test('leads who never set a password to the other way', async () => {
    const app = open()
    app.api.break('account.delete', 'address_differs')
    const dialog = await ask(app)
    await app.user.type(dialog.getByLabelText('Your password'), 'no idea{Enter}')
    expect(
      await dialog.findByText(/^This account has no password\. Choose “I never set a password”/),
    ).toBeInTheDocument()
  })

  test('without a password goes by the address', async () => {
    const app = open()
    const dialog = await ask(app)
    await app.user.click(dialog.getByRole('button', { name: 'I never set a password' }))
    await app.user.type(dialog.getByLabelText(/^Your email address/), 'eve@example.com{Enter}')
    expect(await dialog.findByText(/^This isn’t your account’s email address/)).toBeInTheDocument()
  })
})
