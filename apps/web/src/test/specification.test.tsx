import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toastMs } from '../ui/Toast.tsx'
import { sound } from './browser.ts'
import { type OpenedApp, openApp, withMemoryServer } from './open-app.tsx'
import { sampleSummary } from './server/samples.ts'
import { sampleChannels } from './server/schedule-samples.ts'
import { addSummaries, createWorld } from './server/world.ts'

withMemoryServer()
const now = Date.now()
const worldWithSound = () =>
  addSummaries(
    createWorld(),
    [1, 2].map(id => sampleSummary(id, now)),
  )
const style = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')

interface Quote {
  /** Where the specification says so. */
  point: string
  text: string
  path: string
  isSignedOut?: boolean
  before?(app: OpenedApp): Promise<unknown>
}

const leaveEmpty = async ({ user }: OpenedApp) =>
  user.click(await screen.findByRole('button', { name: /^(Log in|Create account)$/ }))
const typeInto =
  (label: string, value: string) =>
  async ({ user }: OpenedApp) => {
    await user.type(await screen.findByLabelText(label), value)
    await user.tab()
  }
const play = async ({ user }: OpenedApp) => {
  await user.click(await screen.findByRole('button', { name: /^Play Why/ }))
  await waitFor(() => expect(sound.isOn()).toBe(true))
}

/** Every text that the specification quotes for the screens there are. */
const quotes: Quote[] = [
  { point: '§2 404', text: '404 - Page Not Found', path: '/nowhere' },
  { point: '§2 404', text: "The page you're looking for doesn't exist or has been moved.", path: '/nowhere' },
  { point: '§2 404', text: 'Return Home', path: '/nowhere' },
  { point: '§2 side menu', text: 'Schedule', path: '/tabs/history' },
  { point: '§2 side menu', text: 'Generate Summary', path: '/tabs/history' },
  { point: '§2 side menu', text: 'My Summaries', path: '/tabs/summarize' },
  { point: '§2 side menu', text: '7 Summaries remaining this month', path: '/tabs/history' },
  { point: '§2 side menu', text: 'Basic Plan', path: '/tabs/history' },
  { point: '§2 side menu', text: 'App: 0.1.0 | API: 1.0', path: '/tabs/history' },
  {
    point: '§2 player',
    text: 'Playback Speed',
    path: '/tabs/history',
    async before(app) {
      await play(app)
      await app.user.click(await screen.findByRole('button', { name: /^Playback speed/ }))
    },
  },
  { point: '§2 player, "Nx"', text: '1x', path: '/tabs/history', before: play },
  { point: '§5 registration', text: 'Email is required', path: '/registration', isSignedOut: true, before: leaveEmpty },
  { point: '§5 login', text: 'Email is required', path: '/login', isSignedOut: true, before: leaveEmpty },
  {
    point: '§5',
    text: 'Please enter a valid email',
    path: '/login',
    isSignedOut: true,
    before: typeInto('Email', 'ada@'),
  },
  {
    point: '§5',
    text: 'Password must be at least 8 characters',
    path: '/registration',
    isSignedOut: true,
    before: typeInto('Password', '1234567'),
  },
]

describe('texts of the specification', () => {
  test.each(quotes)('$point: $text', async ({ text, path, isSignedOut, before }) => {
    const app = openApp(path, { world: worldWithSound(), ...(isSignedOut ? { isSignedOut } : {}) })
    await before?.(app)
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
  })
})

describe('§2: who is not signed in is sent to the log-in page', () => {
  test.each([
    '/tabs',
    '/tabs/dashboard',
    '/tabs/summarize',
    '/tabs/history',
    '/account',
    '/settings',
    '/schedule-wizard-channels',
    '/schedule-wizard-date',
    '/schedule-wizard-frequency',
  ])('from %s', async path => {
    openApp(path, { isSignedOut: true })
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
    expect(window.location.pathname).toBe('/login')
  })
})

test('§2: after log-in the schedule is shown', async () => {
  const { user } = openApp('/login', { isSignedOut: true, world: worldWithSound() })
  await user.type(await screen.findByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'long enough{Enter}')
  await waitFor(() => expect(window.location.pathname).toBe('/tabs/dashboard'))
})

describe('constants of the specification', () => {
  test('§2, §9: speeds from 1x to 2x, 1x at first', async () => {
    const app = openApp('/tabs/history', { world: worldWithSound() })
    await play(app)
    await app.user.click(await screen.findByRole('button', { name: 'Playback speed 1x' }))
    const sheet = await screen.findByRole('dialog', { name: 'Playback Speed' })
    const choices = within(sheet)
      .getAllByRole('button')
      .map(choice => choice.textContent)
    expect(choices.slice(0, 8)).toEqual(['1x', '1.1x', '1.2x', '1.3x', '1.4x', '1.5x', '1.75x', '2x'])
  })

  test('§2, §9: menu 280 px, bar 45 px, breakpoints 850 and 994 px', () => {
    const tokens = style('ui/tokens.css')
    expect(tokens).toContain('--menu-width: 280px')
    expect(tokens).toContain('--player-height: 45px')
    expect(style('features/player/player.css')).toMatch(/min-height: var\(--player-height\)/)
    expect(style('app/shell/shell.css')).toMatch(/@media \(width >= 850px\)[^}]*\.tab-bar/)
    expect(style('app/shell/shell.css')).toMatch(/@media \(width >= 994px\)/)
  })

  test('§2: a thumbnail fades in over 0.3 s and is half transparent while it loads or when it failed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(style('ui/tokens.css')).toContain('--fade: 300ms')
    const rules = style('ui/Thumbnail.css')
    expect(rules).toContain('transition: opacity var(--fade)')
    expect(rules).toMatch(/data-phase="loading"\],\s*\.thumbnail\[data-phase="failed"\] \{\s*opacity: 0\.5/)

    openApp('/tabs/history', { world: worldWithSound() })
    await screen.findByRole('list', { name: 'Summaries' })
    const [first, second] = document.querySelectorAll('.summary-row img')
    expect(first).toHaveAttribute('data-phase', 'loading')
    fireEvent.load(first!)
    expect(first).toHaveAttribute('data-phase', 'shown')
    fireEvent.error(second!)
    expect(second).toHaveAttribute('data-phase', 'failed')
    expect(second).toHaveAttribute('src', expect.stringContaining('placeholder'))
    expect(console.error).toHaveBeenCalledWith('Thumbnail could not be loaded:', expect.any(String))
  })

  describe('§8, §9: toasts', () => {
    beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
    afterEach(() => vi.useRealTimers())

    test('stay 3000 ms at the bottom', async () => {
      expect(toastMs).toBe(3000)
      expect(style('ui/Toast.css')).toMatch(/\.toast-region \{[^}]*position: fixed;[^}]*inset: auto 0 calc/)
      const { user } = openApp('/tabs/history', { world: worldWithSound() })
      await user.click(await screen.findByRole('button', { name: 'Select' }))
      await user.click(screen.getByRole('button', { name: 'Select all' }))
      await user.click(screen.getByRole('button', { name: 'Add to queue' }))
      expect(await screen.findByText('2 added to the queue')).toBeInTheDocument()
      await act(() => vi.advanceTimersByTimeAsync(2700))
      expect(screen.getByText('2 added to the queue')).toBeInTheDocument()
      await act(() => vi.advanceTimersByTimeAsync(400))
      expect(screen.queryByText('2 added to the queue')).not.toBeInTheDocument()
    })
  })

  test('§3, §9: a schedule is monthly and begins an hour ahead where nothing else is chosen', async () => {
    const world = createWorld({ channels: sampleChannels(1) })
    const { user, api } = openApp('/schedule-wizard-channels', { world })
    await user.type(await screen.findByRole('searchbox'), 'plain')
    await user.click(await screen.findByRole('button', { name: 'Add Plain Structures' }))
    expect(JSON.parse(localStorage.getItem('schedule')!).channels).toHaveLength(1)
    await user.click(screen.getByRole('link', { name: /Frequency/ }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Follow 1 channel' })).toBeEnabled())
    await user.click(screen.getByRole('button', { name: 'Follow 1 channel' }))
    await waitFor(() => expect(api.world.schedules).toHaveLength(1))
    const { frequency, type, startDateTime } = api.world.schedules[0]!
    expect([frequency, type]).toEqual(['monthly', 'youtube'])
    expect(Math.abs(Date.parse(startDateTime) - Date.now() - 3_600_000)).toBeLessThan(60_000)
  })

  test('§3: what is kept in local storage has the names of the specification', async () => {
    const app = openApp('/login', { isSignedOut: true, world: worldWithSound() })
    await app.user.type(await screen.findByLabelText('Email'), 'ada@example.com')
    await app.user.type(screen.getByLabelText('Password'), 'long enough{Enter}')
    await app.user.click(await screen.findByRole('button', { name: 'Switch to the dark theme' }))
    await waitFor(() =>
      expect(Object.keys(localStorage).toSorted()).toEqual([
        'authToken',
        'subscriptions',
        'theme',
        'user',
        'userSubscription',
      ]),
    )
  })

  test('§7: every call carries the bearer token, credentials and JSON', async () => {
    const seen: Request[] = []
    const { api } = openApp('/tabs/history', {
      setUp: server => {
        const answer = server.handle
        server.handle = request => {
          seen.push(request)
          return answer(request)
        }
      },
    })
    await waitFor(() => expect(api.calls).toContain('summaries.list'))
    expect(seen.length).toBeGreaterThan(3)
    for (const request of seen) {
      expect(request.headers.get('authorization')).toMatch(/^Bearer /)
      if (!request.url.endsWith('/events')) expect(request.headers.get('accept')).toBe('application/json')
    }
  })
})
