import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isDesktop, isTablet } from '../../device/media-query.ts'
import { formatPrice } from '../../ui/money.ts'
import { toastMs } from '../../ui/Toast.tsx'
import { openApp, withMemoryServer } from '../open-app.tsx'
import { style, worldWithAudio } from './quotes.ts'

withMemoryServer()
const tokens = style('ui/tokens.css')
const token = (name: string) => new RegExp(`--${name}: (?:light-dark\\(([^,]+), ([^)]+)\\)|([^;]+));`).exec(tokens)

test('§2, §9: the menu is 280 px wide [spec 2.24]', () => {
  expect(token('menu-width')?.[3]).toBe('280px')
  expect(style('app/shell/shell.css')).toMatch(/\.side-menu \{\s*position: fixed;[^}]*width: var\(--menu-width\)/)
})

test('§2, §9: the player bar is 45 px high [spec 2.36]', () => {
  expect(token('player-height')?.[3]).toBe('45px')
  expect(style('features/player/player.css')).toMatch(/min-height: var\(--player-height\)/)
})

test('§9: the account page is at most 600 px wide [spec 9.10]', async () => {
  expect(token('form-width')?.[3]).toBe('600px')
  expect(style('ui/Page.css')).toMatch(/\.page--form \{\s*--column: calc\(var\(--form-width\) \+ 2rem\)/)
  openApp('/account')
  await screen.findByRole('heading', { name: 'Account Settings' })
  expect(screen.getByRole('main')).toHaveClass('page--form')
})

test('§9: the header of public pages is at most 1200 px wide [spec 9.11]', async () => {
  expect(style('app/public-frame.css')).toMatch(/\.public-frame__header \{[^}]*max-width: 1200px/)
  openApp('/login', { isSignedOut: true })
  expect(await screen.findByRole('banner')).toHaveClass('public-frame__header')
})

test('§9: the breakpoints are 850 and 994 px [spec 9.10]', () => {
  expect([isTablet, isDesktop]).toEqual(['(width >= 850px)', '(width >= 994px)'])
  expect(style('app/shell/shell.css')).toMatch(/@media \(width >= 850px\)[^}]*\.tab-bar/)
  expect(style('app/shell/shell.css')).toMatch(/@media \(width >= 994px\)/)
})

test('§9: a page transition takes 540 ms, or none with reduced motion [spec 9.13]', () => {
  expect(token('page')?.[3]).toBe('540ms')
  expect(style('ui/Page.css')).toMatch(/\.page \{[^}]*animation: page-appear var\(--page\)/)
  expect(/prefers-reduced-motion: reduce\) \{([^}]*)/.exec(tokens)?.[1]).toContain('--page: 0s')
})

describe('§9: brand colors [spec 9.21]', () => {
  const hueOf = (colour: string): number => {
    const [red, green, blue] = [1, 3, 5].map(from => Number.parseInt(colour.slice(from, from + 2), 16)) as [
      number,
      number,
      number,
    ]
    return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI
  }
  test.each([
    ['primary', 'red', -15, 15],
    ['secondary', 'orange', 20, 40],
  ])('the %s color is %s in the light and the dark theme', (name, _, from, to) => {
    for (const colour of token(name)!.slice(1, 3)) {
      expect(colour).toMatch(/^#[0-9a-f]{6}$/)
      expect(hueOf(colour!)).toBeGreaterThan(from)
      expect(hueOf(colour!)).toBeLessThan(to)
    }
  })
})

test('§9: the locale is en-US and the currency USD [spec 9.20]', async () => {
  expect(formatPrice(4.99)).toBe('$4.99')
  expect(style('../app.html')).toContain('<html lang="en-US">')
  openApp('/subscriptions')
  for (const price of ['$0', '$4.99', '$9.99', '$24.99', '$99.99'])
    expect((await screen.findAllByText(new RegExp(`\\${price}(?!\\d)`))).length).toBeGreaterThan(0)
})

test('§2: a thumbnail fades in over 0.3 s and is half transparent while loading or after an error [spec 2.38, 2.39]', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(token('fade')?.[3]).toBe('300ms')
  const rules = style('ui/Thumbnail.css')
  expect(rules).toContain('transition: opacity var(--fade)')
  expect(rules).toMatch(/data-phase="loading"\],\s*\.thumbnail\[data-phase="failed"\] \{\s*opacity: 0\.5/)

  const world = worldWithAudio()
  world.summaries.get(2)!.videoInfo.thumbnailUrl = null
  openApp('/tabs/history', { world })
  await screen.findByRole('list', { name: 'Summaries' })
  const [first, empty] = document.querySelectorAll('.summary-row img')
  expect(first).toHaveAttribute('data-phase', 'loading')
  fireEvent.load(first!)
  expect(first).toHaveAttribute('data-phase', 'shown')
  expect(empty).toHaveAttribute('src', expect.stringContaining('placeholder'))
  expect(empty).toHaveAttribute('data-phase', 'failed')
  log.mockRestore()
})

test('§8: a picture that fails to load is logged and replaced by the placeholder [spec 2.39, 8.10]', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  openApp('/tabs/history', { world: worldWithAudio() })
  await screen.findByRole('list', { name: 'Summaries' })
  const image = document.querySelector('.summary-row img')!
  fireEvent.error(image)
  expect(image).toHaveAttribute('data-phase', 'failed')
  expect(image).toHaveAttribute('src', expect.stringContaining('placeholder'))
  expect(log).toHaveBeenCalledWith('Thumbnail could not be loaded:', expect.any(String))
  log.mockRestore()
})

describe('§8, §9: toasts', () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => vi.useRealTimers())

  test('toasts stay at the bottom for 3000 ms [spec 8.12, 9.9]', async () => {
    expect(toastMs).toBe(3000)
    expect(style('ui/Toast.css')).toMatch(/\.toast-region \{[^}]*position: fixed;[^}]*inset: auto 0 calc/)
    const { user } = openApp('/tabs/history', { world: worldWithAudio() })
    await user.click(await screen.findByRole('button', { name: 'Select' }))
    await user.click(await screen.findByRole('button', { name: 'Select all' }))
    await user.click(screen.getByRole('button', { name: 'Add to queue' }))
    expect(await screen.findByText('2 added to queue')).toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(2700))
    expect(screen.getByText('2 added to queue')).toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(400))
    expect(screen.queryByText('2 added to queue')).not.toBeInTheDocument()
  })
})
