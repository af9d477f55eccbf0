import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { LandingHeader } from './LandingHeader.tsx'
import { startLanding } from './script/start.ts'

/** Browsers without popovers show one as any other part of the page, and its button does nothing. */
beforeEach(() => {
  const { hidePopover } = HTMLElement.prototype
  Reflect.deleteProperty(HTMLElement.prototype, 'hidePopover')
  const style = document.createElement('style')
  style.textContent = `[popover] { display: block } ${rulesForOldBrowsers()}`
  document.head.append(style)
  onTestFinished(() => {
    HTMLElement.prototype.hidePopover = hidePopover
    style.remove()
  })
})

/** The test window reads conditions of style sheets, and goes by none. */
function rulesForOldBrowsers(): string {
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
const read = () => document.dispatchEvent(new Event('DOMContentLoaded'))

test('where a browser knows no popover, the menu is closed from the start and opens on its button', () => {
  openHeader()
  expect(menu()).not.toBeVisible()
  read()
  expect(menu()).not.toBeVisible()
  expect(button()).toHaveAttribute('aria-expanded', 'false')
  fireEvent.click(button())
  expect(menu()).toBeVisible()
  expect(button()).toHaveAttribute('aria-expanded', 'true')
})

test.each([
  ['its button', () => fireEvent.click(button())],
  ['a section in it', () => fireEvent.click(screen.getByRole('link', { name: 'About' }))],
  ['somewhere else', () => fireEvent.click(screen.getByRole('banner'))],
  ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
])('there it closes on a press of %s', (_, press) => {
  openHeader()
  read()
  fireEvent.click(button())
  press()
  expect(menu()).not.toBeVisible()
  fireEvent.click(button())
  expect(menu()).toBeVisible()
})
