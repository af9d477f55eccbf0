import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { setMedia } from '../../test/browser.ts'
import { openApp, path, withMemoryServer } from '../../test/open-app.tsx'
import { sampleSummary } from '../../test/server/samples.ts'
import { addSummaries, createWorld, sampleUser } from '../../test/server/world.ts'

withMemoryServer()
const menu = () => screen.findByRole('navigation', { name: 'Main menu' })

describe('side menu', () => {
  test('the side menu shows the user, the remaining summaries and the plan [spec 2.21, 3.3, 4.1]', async () => {
    openApp('/tabs/history')
    const profile = await menu()
    expect(await within(profile).findByText('Ada Lovelace')).toBeInTheDocument()
    expect(within(profile).getByText('AL')).toBeInTheDocument()
    expect(await within(profile).findByText('7 Summaries remaining this month')).toBeInTheDocument()
    expect(within(profile).getByText('Basic Plan')).toBeInTheDocument()
  })

  test('the side menu uses the singular when one summary remains', async () => {
    openApp('/tabs/history', { world: createWorld({ used: 9 }) })
    expect(await within(await menu()).findByText('1 Summary remaining this month')).toBeInTheDocument()
  })

  test('the side menu shows the email address of a user without a name [spec 2.21, 3.2]', async () => {
    const user = sampleUser({ firstName: null, lastName: null })
    openApp('/tabs/history', { world: createWorld({ users: [{ email: user.email, password: 'x', user }] }) })
    expect(await within(await menu()).findByText('ada@example.com')).toBeInTheDocument()
  })

  test('the side menu lists exactly the existing pages', async () => {
    openApp('/tabs/history')
    const nav = await menu()
    await within(nav).findByText('Ada Lovelace')
    const names = within(nav)
      .getAllByRole('link')
      .map(link => link.textContent)
    expect(names).toEqual([
      'Ada Lovelace',
      '7 Summaries remaining this month Basic Plan',
      'Schedule',
      'Generate Summary',
      'My Summaries',
      'Popular',
      'Profile',
      'Settings',
      'Support',
    ])
  })

  test('the remaining summaries and the plan in the side menu open the plans [spec 2.22]', async () => {
    const { user } = openApp('/tabs/history')
    for (const text of ['7 Summaries remaining this month', 'Basic Plan']) {
      await user.click(await within(await menu()).findByText(text))
      expect(await screen.findByRole('heading', { name: 'Subscriptions' })).toBeInTheDocument()
      expect(path()).toBe('/subscriptions')
      expect(within(await menu()).getByRole('link', { current: 'page' })).toHaveTextContent('Basic Plan')
      await user.click(screen.getByRole('link', { name: 'My Summaries' }))
    }
  })

  test('the name and Profile in the side menu open the account page [spec 2.22]', async () => {
    const { user } = openApp('/tabs/history')
    const links = () => within(screen.getByRole('navigation', { name: 'Main menu' }))
    await within(await menu()).findByText('Ada Lovelace')
    for (const name of ['Ada Lovelace', 'Profile']) {
      await user.click(links().getByRole('link', { name: 'My Summaries' }))
      await user.click(links().getByRole('link', { name }))
      expect(await screen.findByRole('heading', { name: 'Account Settings' })).toBeInTheDocument()
    }
  })

  test('the side menu shows the profile picture, or the initials if it fails to load [spec 2.21]', async () => {
    const user = sampleUser({ profilePicture: '/pictures/ada.webp' })
    openApp('/tabs/history', { world: createWorld({ users: [{ email: user.email, password: 'x', user }] }) })
    const nav = await menu()
    await within(nav).findByText('Ada Lovelace')
    const picture = nav.querySelector('img')!
    expect(picture).toHaveAttribute('src', '/pictures/ada.webp')
    fireEvent.error(picture)
    expect(within(nav).getByText('AL')).toBeInTheDocument()
  })

  test('the side menu shows the versions of app and API [spec 2.23]', async () => {
    openApp('/tabs/history')
    expect(await within(await menu()).findByText('App: 0.1.0 | API: 1.0')).toBeInTheDocument()
  })

  test('the side menu is a drawer opened by a button below 994 px', async () => {
    setMedia({ width: 993 })
    const { user } = openApp('/tabs/history')
    await user.click(await screen.findByRole('button', { name: 'Menu' }))
    const drawer = await screen.findByRole('dialog', { name: 'Main menu' })
    await user.click(within(drawer).getByRole('link', { name: 'Generate Summary' }))
    await waitFor(() => expect(path()).toBe('/tabs/summarize'))
    expect(screen.queryByRole('dialog', { name: 'Main menu' })).not.toBeInTheDocument()
  })
})

test('the app shows the product name of the installation, not the name the API reports', async () => {
  document.head.insertAdjacentHTML('beforeend', '<meta name="product-name" content="Talk Notes">')
  onTestFinished(() => document.querySelector('meta[name="product-name"]')?.remove())
  const { api } = openApp('/login', { isSignedOut: true })
  await waitFor(() => expect(api.calls).toContain('health.version'))
  expect(await screen.findByRole('link', { name: 'Talk Notes' })).toBeInTheDocument()
  expect(document.title).toBe('Log in · Talk Notes')
})

describe('theme', () => {
  const theme = () => document.documentElement.dataset.theme

  test('the theme follows the system until the user chooses one [spec 4.13]', async () => {
    setMedia({ dark: true })
    openApp('/login', { isSignedOut: true })
    await screen.findByRole('heading', { name: 'Log in' })
    expect(theme()).toBe('dark')
    setMedia({ dark: false })
    expect(theme()).toBe('light')
  })

  test('a chosen theme is stored, changes the toggle’s icon and overrides the system [spec 4.14, 9.21]', async () => {
    const { user } = openApp('/login', { isSignedOut: true })
    await user.click(await screen.findByRole('button', { name: 'Switch to dark theme' }))
    expect(theme()).toBe('dark')
    expect(localStorage.getItem('theme')).toBe('dark')
    expect(screen.getByRole('button', { name: 'Switch to light theme' })).toBeInTheDocument()
    setMedia({ dark: true })
    setMedia({ dark: false })
    expect(theme()).toBe('dark')
  })

  test('a stored theme overrides the system from the start [spec 4.13]', async () => {
    localStorage.setItem('theme', 'light')
    setMedia({ dark: true })
    openApp('/login', { isSignedOut: true })
    await screen.findByRole('heading', { name: 'Log in' })
    expect(theme()).toBe('light')
  })
})

describe('start-up', () => {
  test('the app fetches health, then version, before it shows a guarded page [spec 2.12]', async () => {
    let answer = () => {}
    const isAnswered = new Promise<void>(resolve => {
      answer = resolve
    })
    const { api } = openApp('/tabs/history', {
      setUp: server => server.break('health.status', () => isAnswered.then(() => Response.json({ status: 'ok' }))),
    })
    await waitFor(() => expect(api.calls).toEqual(['health.status']))
    expect(screen.queryByRole('heading', { name: 'My Summaries' })).not.toBeInTheDocument()
    answer()
    expect(await screen.findByRole('heading', { name: 'My Summaries' })).toBeInTheDocument()
    expect(api.calls.slice(0, 2)).toEqual(['health.status', 'health.version'])
  })

  test('the app starts even if the server is down [spec 8.17]', async () => {
    openApp('/tabs/history', { setUp: server => server.break('health.status', 'unavailable') })
    expect(await screen.findByRole('heading', { name: 'My Summaries' })).toBeInTheDocument()
    expect(await within(await menu()).findByText('App: 0.1.0')).toBeInTheDocument()
  })

  test.each([
    ['after half a minute', () => vi.advanceTimersByTimeAsync(30_000)],
    ['as soon as the device is online', async () => ['offline', 'online'].map(name => dispatchEvent(new Event(name)))],
  ])('a failed start-up check is repeated %s', async (_, recover) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const { api } = openApp('/tabs/history', {
      setUp(server) {
        server.break('health.status', 'unavailable')
        // With fake timers a silent stream would time out and be aborted, which the fake server does not support.
        server.break('summaries.events', 'unavailable')
      },
    })
    expect(await within(await menu()).findByText('App: 0.1.0')).toBeInTheDocument()
    api.repair('health.status')
    await act(async () => void (await recover()))
    expect(await within(await menu()).findByText('App: 0.1.0 | API: 1.0')).toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(90_000))
    expect(api.calls.filter(name => name === 'health.version')).toHaveLength(1)
  })
})

describe('keyboard shortcuts', () => {
  test('G then D, S, H or P opens a page, / focuses the link box, ? lists the shortcuts', async () => {
    const { user } = openApp('/tabs/history')
    await screen.findByRole('heading', { name: 'My Summaries' })
    await user.keyboard('gs')
    await waitFor(() => expect(path()).toBe('/tabs/summarize'))
    const box = await screen.findByRole('textbox', { name: /YouTube link/ })
    box.blur()
    await user.keyboard('/')
    expect(box).toHaveFocus()
    await user.keyboard('gh')
    expect(path()).toBe('/tabs/summarize')
    box.blur()
    await user.keyboard('gh')
    await waitFor(() => expect(path()).toBe('/tabs/history'))
    await user.keyboard('gp')
    await waitFor(() => expect(path()).toBe('/tabs/popular'))
    await user.keyboard('gd')
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
    await user.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent('Play or pause')
  })
})

describe('command palette', () => {
  const bridges = /Why bridges hum/
  const withSummaries = () =>
    addSummaries(
      createWorld(),
      [1, 2, 3].map(id => sampleSummary(id, Date.now())),
    )

  test.each(['{Meta>}k{/Meta}', '{Control>}k{/Control}'])(
    '%s opens a palette that finds a summary by a few letters',
    async keys => {
      const { user } = openApp('/tabs/history', { world: withSummaries() })
      await screen.findByRole('link', { name: bridges })
      await user.keyboard(keys)
      const field = await screen.findByRole('combobox', { name: 'Find a page or summary' })
      expect(screen.getAllByRole('option').map(option => option.textContent)).toContain('Settings')
      await user.type(field, 'bridg')
      expect(screen.getAllByRole('option')).toHaveLength(2)
      await user.keyboard('{Enter}')
      await waitFor(() => expect(path()).toBe('/history-detail/1'))
      expect(screen.queryByRole('combobox', { name: 'Find a page or summary' })).not.toBeInTheDocument()
    },
  )

  test('arrow keys in the palette wrap around, and its last entry searches all summaries', async () => {
    const { user } = openApp('/tabs/history', { world: withSummaries() })
    await screen.findByRole('link', { name: bridges })
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox', { name: 'Find a page or summary' }), 'Set')
    await user.keyboard('{ArrowUp}')
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Search My Summaries for “Set”')
    await user.keyboard('{ArrowDown}')
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Settings')
    await user.keyboard('{ArrowUp}{Enter}')
    await waitFor(() => expect(path()).toBe('/tabs/history?q=Set'))
  })

  test('the palette scrolls the entry selected by arrow keys into view', async () => {
    const scrollSpy = vi.spyOn(Element.prototype, 'scrollIntoView')
    const { user } = openApp('/tabs/history', { world: withSummaries() })
    await screen.findByRole('link', { name: bridges })
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox', { name: 'Find a page or summary' })
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(scrollSpy.mock.contexts.at(-1)).toBe(screen.getByRole('option', { selected: true }))
    expect(scrollSpy).toHaveBeenLastCalledWith({ block: 'nearest' })
  })

  test('the palette ignores Enter and arrow keys during IME composition', async () => {
    const { user } = openApp('/tabs/history', { world: withSummaries() })
    await screen.findByRole('link', { name: bridges })
    await user.keyboard('{Control>}k{/Control}')
    const field = await screen.findByRole('combobox', { name: 'Find a page or summary' })
    await user.type(field, 'Set')
    fireEvent.keyDown(field, { key: 'ArrowUp', isComposing: true })
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Settings')
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
    expect(field).toBeInTheDocument()
  })
})

test('an unknown path shows the 404 page with a link home [spec 2.11]', async () => {
  openApp('/nowhere')
  expect(await screen.findByRole('heading', { name: '404 - Page Not Found' })).toBeInTheDocument()
  expect(screen.getByText("The page you're looking for doesn't exist or has been moved.")).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Return Home' })).toHaveAttribute('href', '/landing')
})

describe('home navigation', () => {
  test('home opens My Summaries if there are any [spec 2.27, 3.3]', async () => {
    openApp('/home', { world: addSummaries(createWorld(), [sampleSummary(1, Date.now())]) })
    expect(await screen.findByRole('heading', { level: 1, name: 'My Summaries' })).toBeInTheDocument()
    expect(path()).toBe('/tabs/history')
  })

  test('home opens the schedule if the summaries cannot be loaded [spec 2.27]', async () => {
    openApp('/', { setUp: server => server.break('summaries.list', 'forbidden') })
    expect(await screen.findByRole('heading', { level: 1, name: 'Schedule' })).toBeInTheDocument()
    expect(path()).toBe('/tabs/dashboard')
  })

  test('/tabs redirects to the schedule', async () => {
    openApp('/tabs')
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
  })
})
