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
    await user.clear(box)
    await user.type(box, '150{Enter}')
    expect(await screen.findByText('A whole number from 200 to 100,000')).toBeInTheDocument()
    expect(api.calls).not.toContain('users.changeSettings')
    await user.clear(box)
    await user.type(box, '25,000{Enter}')
    await waitFor(() => expect(api.world.settings.defaultMaxLength).toBe(25_000))
  })

  test('of what summaries dwell on are saved, and taken back by an empty field', async () => {
    const { user, api } = open()
    const box = () => screen.findByLabelText('What should summaries dwell on?')
    expect(await box()).toHaveAccessibleDescription(/Your schedule leaves it out/)
    await user.type(await box(), ' what it costs{Enter}')
    await waitFor(() => expect(api.world.settings.defaultFocus).toBe('what it costs'))
    await user.clear(await box())
    await user.tab()
    await waitFor(() => expect(api.world.settings.defaultFocus).toBeNull())
  })

  test.each([
    ['What should summaries dwell on?', 'costs'],
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
  const { user, api } = open({ setUp: server => server.break('users.settings', 'forbidden') })
  expect(await screen.findByRole('heading', { name: 'Your settings could not be loaded' })).toBeInTheDocument()
  api.mend('users.settings')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('radio', { name: 'Standard' })).toBeChecked()
})

describe('where one is logged in', () => {
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

  test('that failed can be started again; too many are told', async () => {
    const world = createWorld()
    world.export.state = 'failed'
    const { user } = open({ world, setUp: api => api.break('account.requestExport', 'too_many_requests') })
    const card = await region('Your data')
    expect(await within(card).findByText('The last export failed.')).toBeInTheDocument()
    await user.click(within(card).getByRole('button', { name: 'Export my data' }))
    expect(await screen.findByText(/^That was too many requests/)).toBeInTheDocument()
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
    expect(await dialog.findByText('The current password is wrong.')).toBeInTheDocument()
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

  test('can be thought better of', async () => {
    const app = open()
    const dialog = await ask(app)
    await app.user.click(dialog.getByRole('button', { name: 'Keep my account' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Delete your account?' })).not.toBeInTheDocument())
    expect(app.api.calls).not.toContain('account.delete')
  })

  test('without a password goes by the address', async () => {
    const app = open()
    const dialog = await ask(app)
    await app.user.click(dialog.getByRole('button', { name: 'I never set a password' }))
    await app.user.type(dialog.getByLabelText(/^Your email address/), 'eve@example.com{Enter}')
    expect(await dialog.findByText(/^This is not the email address of your account/)).toBeInTheDocument()
  })
})
