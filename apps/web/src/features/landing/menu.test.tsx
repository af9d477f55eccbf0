import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { LandingHeader } from './LandingHeader.tsx'
import { startLanding } from './script/start.ts'

/** Emulates a browser without popover support: it shows the menu like any other element, and the button does nothing. */
beforeEach(() => {
  const { hidePopover } = HTMLElement.prototype
  Reflect.deleteProperty(HTMLElement.prototype, 'hidePopover')
  const style = document.createElement('style')
  style.textContent = `[popover] { display: block } ${supportsNotRules()}`
  document.head.append(style)
  onTestFinished(() => {
    HTMLElement.prototype.hidePopover = hidePopover
    style.remove()
  })
})

/** The rules for browsers without popovers. jsdom parses `@supports` conditions but doesn't apply them. */
function supportsNotRules(): string {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(readFileSync(path.join(import.meta.dirname, 'landing-header.css'), 'utf8'))
  const rules = [...sheet.cssRules].filter(
    (rule): rule is CSSSupportsRule => 'conditionText' in rule && rule.conditionText === 'not selector(:popover-open)',
  )
  return rules.flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join('\n')
}

const button = () => screen.getByRole('button', { name: 'Menu' })
const menu = () => document.querySelector('.landing-menu')

function openHeader() {
  window.history.replaceState(null, '', '/landing')
  render(<LandingHeader />)
  startLanding()
}
const finishLoading = () => document.dispatchEvent(new Event('DOMContentLoaded'))

test('the landing menu is closed at first and opens with its button in browsers without popovers', () => {
  openHeader()
  expect(menu()).not.toBeVisible()
  finishLoading()
  expect(menu()).not.toBeVisible()
  expect(button()).toHaveAttribute('aria-expanded', 'false')
  fireEvent.click(button())
  expect(menu()).toBeVisible()
  expect(button()).toHaveAttribute('aria-expanded', 'true')
})

test.each([
  ['a click on its button', () => fireEvent.click(button())],
  ['a click on a section in it', () => fireEvent.click(screen.getByRole('link', { name: 'About' }))],
  ['a click elsewhere', () => fireEvent.click(screen.getByRole('banner'))],
  ['the Escape key', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
])('%s closes the landing menu in browsers without popovers', (_, closeMenu) => {
  openHeader()
  finishLoading()
  fireEvent.click(button())
  closeMenu()
  expect(menu()).not.toBeVisible()
  fireEvent.click(button())
  expect(menu()).toBeVisible()
})
