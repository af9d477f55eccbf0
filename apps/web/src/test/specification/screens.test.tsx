import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { openApp, path, withMemoryServer } from '../open-app.tsx'
import { type Quote, testQuotes, worldWithAudio } from './quotes.ts'

withMemoryServer()
const on = (path: string, ...texts: string[]): Quote[] => texts.map(text => ({ text, path }))
const visitorOn = (path: string, ...texts: string[]) =>
  on(path, ...texts).map(quote => ({ ...quote, isSignedOut: true }))

describe('§2: texts of the 404 page [spec 2.11]', () => {
  testQuotes(
    on(
      '/nowhere',
      '404 - Page Not Found',
      "The page you're looking for doesn't exist or has been moved.",
      'Return Home',
    ),
  )
})

describe('§2: texts of the public footer [spec 2.14]', () => {
  testQuotes([
    ...visitorOn('/faq', 'Home', 'Privacy Policy', 'Terms of Service', 'Contact Us', 'App: 0.1.0'),
    ...visitorOn('/login', `© ${new Date().getFullYear()} Recaps`),
  ])
})

describe('§2: texts of the side menu [spec 2.22, 2.23]', () => {
  testQuotes(on('/support', '7 Summaries remaining this month', 'Basic Plan', 'App: 0.1.0 | API: 1.0'))
})

test('§2: the menu lists its items in order, with a divider before Profile [spec 2.20]', async () => {
  openApp('/tabs/history')
  const menu = await screen.findByRole('navigation', { name: 'Main menu' })
  const items = [...menu.querySelectorAll('li')]
  expect(items.map(item => [item.textContent, item.querySelector('a')?.getAttribute('href')])).toEqual([
    ['Schedule', '/tabs/dashboard'],
    ['Generate Summary', '/tabs/summarize'],
    ['My Summaries', '/tabs/history'],
    ['Popular', '/tabs/popular'],
    ['Profile', '/account'],
    ['Settings', '/settings'],
    ['Support', '/support'],
  ])
  expect(items.filter(item => item.classList.contains('side-menu__group')).map(item => item.textContent)).toEqual([
    'Profile',
  ])
})

test.each(['/login', '/registration'])('§2: the page %s has a header and no menu [spec 2.25]', async address => {
  openApp(address, { isSignedOut: true })
  expect(await screen.findByRole('banner')).toHaveTextContent('Recaps')
  expect(screen.queryByRole('navigation', { name: 'Main menu' })).not.toBeInTheDocument()
})

test.each([
  ['/tabs/dashboard', 'Schedule'],
  ['/tabs/summarize', 'Generate Summary'],
  ['/tabs/history', 'My Summaries'],
  ['/tabs/popular', 'Popular'],
  ['/account', 'Account Settings'],
  ['/settings', 'Settings'],
  ['/subscriptions', 'Subscriptions'],
  ['/schedule-wizard-channels', 'Follow channels'],
])('§2: the route %s shows a user the page "%s" [spec 2.6, 2.37]', async (address, heading) => {
  openApp(address, { world: worldWithAudio() })
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeInTheDocument()
})

test.each([
  ['/login', 'Log in'],
  ['/registration', 'Create an account'],
  ['/reset-password', 'Reset your password'],
  ['/reset-password?token=t', 'Set a new password'],
  ['/faq', 'Questions and answers'],
  ['/terms', 'Terms of Service'],
  ['/privacy', 'Privacy Policy'],
  ['/support', 'Support'],
  ['/feedback', 'Contact Us'],
  [`/history-detail/${'k'.repeat(43)}`, 'Summary not found'],
])('§2: the route %s shows a visitor the page "%s" [spec 2.3, 2.4, 2.37]', async (address, heading) => {
  openApp(address, { isSignedOut: true })
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeInTheDocument()
})

test('§2: the schedule is shown after login', async () => {
  const { user } = openApp('/login', { isSignedOut: true, world: worldWithAudio() })
  await user.type(await screen.findByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'long enough{Enter}')
  await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
})

test('§2: the theme toggle is a sun in the dark theme and a moon in the light theme [spec 2.18]', async () => {
  const { user } = openApp('/login', { isSignedOut: true })
  const drawn = (button: HTMLElement) => button.querySelector('path')?.getAttribute('d')
  const moon = await screen.findByRole('button', { name: 'Switch to dark theme' })
  expect(drawn(moon)).toMatch(/^M20 14\.2A8\.3/)
  await user.click(moon)
  expect(drawn(screen.getByRole('button', { name: 'Switch to light theme' }))).toMatch(/^M12 16a4 4 0 1 0/)
})
