import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { setMedia } from '../../test/browser.ts'
import { openApp, path, withMemoryServer } from '../../test/open-app.tsx'
import { sampleSummary } from '../../test/server/samples.ts'
import { addSummaries, createWorld, sampleUser } from '../../test/server/world.ts'

withMemoryServer()
const menu = () => screen.findByRole('navigation', { name: 'Main menu' })

describe('the side menu', () => {
  test('names the user, what is left of the month and the plan [spec 2.21, 3.3, 4.1]', async () => {
    openApp('/tabs/history')
    const profile = await menu()
    expect(await within(profile).findByText('Ada Lovelace')).toBeInTheDocument()
    expect(within(profile).getByText('AL')).toBeInTheDocument()
    expect(await within(profile).findByText('7 Summaries remaining this month')).toBeInTheDocument()
    expect(within(profile).getByText('Basic Plan')).toBeInTheDocument()
  })

  test('speaks of one summary that is left as of one', async () => {
    openApp('/tabs/history', { world: createWorld({ used: 9 }) })
    expect(await within(await menu()).findByText('1 Summary remaining this month')).toBeInTheDocument()
  })

  test('shows one name alone, and the email when there is none [spec 2.21, 3.2]', async () => {
    const user = sampleUser({ firstName: null, lastName: null })
    openApp('/tabs/history', { world: createWorld({ users: [{ email: user.email, password: 'x', user }] }) })
    expect(await within(await menu()).findByText('ada@example.com')).toBeInTheDocument()
  })

  test('has only what exists', async () => {
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

  test('leads to the plans from what is left of the month and from the plan [spec 2.22]', async () => {
    const { user } = openApp('/tabs/history')
    for (const text of ['7 Summaries remaining this month', 'Basic Plan']) {
      await user.click(await within(await menu()).findByText(text))
      expect(await screen.findByRole('heading', { name: 'Subscriptions' })).toBeInTheDocument()
      expect(path()).toBe('/subscriptions')
      expect(within(await menu()).getByRole('link', { current: 'page' })).toHaveTextContent('Basic Plan')
      await user.click(screen.getByRole('link', { name: 'My Summaries' }))
    }
  })

  test('leads to the account from the name and from Profile [spec 2.22]', async () => {
    const { user } = openApp('/tabs/history')
    const links = () => within(screen.getByRole('navigation', { name: 'Main menu' }))
    await within(await menu()).findByText('Ada Lovelace')
    for (const name of ['Ada Lovelace', 'Profile']) {
      await user.click(links().getByRole('link', { name: 'My Summaries' }))
      await user.click(links().getByRole('link', { name }))
      expect(await screen.findByRole('heading', { name: 'Account Settings' })).toBeInTheDocument()
    }
  })

  test('shows the picture of the user, and the initials where it cannot be loaded [spec 2.21]', async () => {
    const user = sampleUser({ profilePicture: '/pictures/ada.webp' })
    openApp('/tabs/history', { world: createWorld({ users: [{ email: user.email, password: 'x', user }] }) })
    const nav = await menu()
    await within(nav).findByText('Ada Lovelace')
    const picture = nav.querySelector('img')!
    expect(picture).toHaveAttribute('src', '/pictures/ada.webp')
    fireEvent.error(picture)
    expect(within(nav).getByText('AL')).toBeInTheDocument()
  })

  test('says the versions of app and API [spec 2.23]', async () => {
    openApp('/tabs/history')
    expect(await within(await menu()).findByText('App: 0.1.0 | API: 1.0')).toBeInTheDocument()
  })

  test('is a drawer behind a button below 994 px', async () => {
    setMedia({ width: 993 })
    const { user } = openApp('/tabs/history')
    await user.click(await screen.findByRole('button', { name: 'Menu' }))
    const drawer = await screen.findByRole('dialog', { name: 'Main menu' })
    await user.click(within(drawer).getByRole('link', { name: 'Generate Summary' }))
    await waitFor(() => expect(path()).toBe('/tabs/summarize'))
    expect(screen.queryByRole('dialog', { name: 'Main menu' })).not.toBeInTheDocument()
  })
})

test('the app bears the name of the installation, not that of its API', async () => {
  document.head.insertAdjacentHTML('beforeend', '<meta name="product-name" content="Talk Notes">')
  onTestFinished(() => document.querySelector('meta[name="product-name"]')?.remove())
  const { api } = openApp('/login', { isSignedOut: true })
  await waitFor(() => expect(api.calls).toContain('health.version'))
  expect(await screen.findByRole('link', { name: 'Talk Notes' })).toBeInTheDocument()
  expect(document.title).toBe('Log in · Talk Notes')
})

describe('the theme', () => {
  const theme = () => document.documentElement.dataset.theme

  test('starts from the system and follows it while nothing is chosen [spec 4.13]', async () => {
    setMedia({ dark: true })
    openApp('/login', { isSignedOut: true })
    await screen.findByRole('heading', { name: 'Log in' })
    expect(theme()).toBe('dark')
    setMedia({ dark: false })
    expect(theme()).toBe('light')
  })

  test('a choice is stored, shown as moon or sun, and outweighs the system [spec 4.14, 9.21]', async () => {
    const { user } = openApp('/login', { isSignedOut: true })
    await user.click(await screen.findByRole('button', { name: 'Switch to the dark theme' }))
    expect(theme()).toBe('dark')
    expect(localStorage.getItem('theme')).toBe('dark')
    expect(screen.getByRole('button', { name: 'Switch to the light theme' })).toBeInTheDocument()
    setMedia({ dark: true })
    setMedia({ dark: false })
    expect(theme()).toBe('dark')
  })

  test('a stored choice outweighs the system from the start [spec 4.13]', async () => {
    localStorage.setItem('theme', 'light')
    setMedia({ dark: true })
    openApp('/login', { isSignedOut: true })
    await screen.findByRole('heading', { name: 'Log in' })
    expect(theme()).toBe('light')
  })
})

describe('start-up', () => {
  test('reads health, then version, before a guarded page is shown [spec 2.12]', async () => {
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

  test('ends when the service is down, and the app goes on [spec 8.17]', async () => {
    openApp('/tabs/history', { setUp: server => server.break('health.status', 'unavailable') })
    expect(await screen.findByRole('heading', { name: 'My Summaries' })).toBeInTheDocument()
    expect(await within(await menu()).findByText('App: 0.1.0')).toBeInTheDocument()
  })

  test.each([
    ['after half a minute', () => vi.advanceTimersByTimeAsync(30_000)],
    ['as soon as the device is online', async () => ['offline', 'online'].map(name => dispatchEvent(new Event(name)))],
  ])('that failed is made good %s', async (_, come) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const { api } = openApp('/tabs/history', {
      setUp(server) {
        server.break('health.status', 'unavailable')
        // A stream that falls silent would be broken off meanwhile, which its stand-in does not bear.
        server.break('summaries.events', 'unavailable')
      },
    })
    expect(await within(await menu()).findByText('App: 0.1.0')).toBeInTheDocument()
    api.mend('health.status')
    await act(async () => void (await come()))
    expect(await within(await menu()).findByText('App: 0.1.0 | API: 1.0')).toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(90_000))
    expect(api.calls.filter(name => name === 'health.version')).toHaveLength(1)
  })
})

describe('keys', () => {
  test('G then D, S, H and P go to the pages, / to the box, ? to the list of keys', async () => {
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

describe('the palette', () => {
  const bridges = /Why bridges hum/
  const withSummaries = () =>
    addSummaries(
      createWorld(),
      [1, 2, 3].map(id => sampleSummary(id, Date.now())),
    )

  test.each(['{Meta>}k{/Meta}', '{Control>}k{/Control}'])('of %s opens a summary by a few letters', async keys => {
    const { user } = openApp('/tabs/history', { world: withSummaries() })
    await screen.findByRole('link', { name: bridges })
    await user.keyboard(keys)
    const field = await screen.findByRole('combobox', { name: 'Find a page or a summary' })
    expect(screen.getAllByRole('option').map(option => option.textContent)).toContain('Settings')
    await user.type(field, 'bridg')
    expect(screen.getAllByRole('option')).toHaveLength(2)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(path()).toBe('/history-detail/1'))
    expect(screen.queryByRole('combobox', { name: 'Find a page or a summary' })).not.toBeInTheDocument()
  })

  test('moves by the arrows, round at the ends, and searches for what is not here', async () => {
    const { user } = openApp('/tabs/history', { world: withSummaries() })
    await screen.findByRole('link', { name: bridges })
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox', { name: 'Find a page or a summary' }), 'Set')
    await user.keyboard('{ArrowUp}')
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Search My Summaries for “Set”')
    await user.keyboard('{ArrowDown}')
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Settings')
    await user.keyboard('{ArrowUp}{Enter}')
    await waitFor(() => expect(path()).toBe('/tabs/history?q=Set'))
  })

  test('keeps in sight what the arrows choose', async () => {
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
    const { user } = openApp('/tabs/history', { world: withSummaries() })
    await screen.findByRole('link', { name: bridges })
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox', { name: 'Find a page or a summary' })
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(shown.mock.contexts.at(-1)).toBe(screen.getByRole('option', { selected: true }))
    expect(shown).toHaveBeenLastCalledWith({ block: 'nearest' })
  })

  test('leaves Enter and arrows to a word that is still being put together', async () => {
    const { user } = openApp('/tabs/history', { world: withSummaries() })
    await screen.findByRole('link', { name: bridges })
    await user.keyboard('{Control>}k{/Control}')
    const field = await screen.findByRole('combobox', { name: 'Find a page or a summary' })
    await user.type(field, 'Set')
    fireEvent.keyDown(field, { key: 'ArrowUp', isComposing: true })
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Settings')
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
    expect(field).toBeInTheDocument()
  })
})

test('an unknown address says so and leads home [spec 2.11]', async () => {
  openApp('/nowhere')
  expect(await screen.findByRole('heading', { name: '404 - Page Not Found' })).toBeInTheDocument()
  expect(screen.getByText("The page you're looking for doesn't exist or has been moved.")).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Return Home' })).toHaveAttribute('href', '/landing')
})

describe('the way home', () => {
  test('leads to the summaries when there are some [spec 2.27, 3.3]', async () => {
    openApp('/home', { world: addSummaries(createWorld(), [sampleSummary(1, Date.now())]) })
    expect(await screen.findByRole('heading', { level: 1, name: 'My Summaries' })).toBeInTheDocument()
    expect(path()).toBe('/tabs/history')
  })

  test('leads to the schedule when there are none, or nobody can say [spec 2.27]', async () => {
    openApp('/', { setUp: server => server.break('summaries.list', 'forbidden') })
    expect(await screen.findByRole('heading', { level: 1, name: 'Schedule' })).toBeInTheDocument()
    expect(path()).toBe('/tabs/dashboard')
  })

  test('of the tabs without a name is the schedule', async () => {
    openApp('/tabs')
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
  })
})
