import type { Page } from '@playwright/test'
import { accounts } from '../../scripts/demo-accounts.ts'
import { expect, talks, test } from './fixtures.ts'

test('a keyboard user logs in, summarizes a video, reads, listens, selects a sentence, opens settings and logs out', async ({
  page,
}) => {
  const { email, password } = accounts.free
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(email)
  await stepTo(page, 'Password')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Generate Summary' }).first()).toBeVisible()

  await stepTo(page, 'Generate Summary')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Generate Summary' })).toBeVisible()
  await stepTo(page, /^YouTube link/)
  await page.keyboard.type(talks.glider.link)
  const card = page.getByRole('article', { name: talks.glider.title }).first()
  await expect(
    card.getByRole(/* On a retry the summary already exists. */ 'button').or(card.getByRole('link')).first(),
  ).toBeVisible()
  await stepTo(page, /^(Generate Summary|Open summary)$/, 'main')
  await page.keyboard.press('Enter')

  const keyPoints = page.getByRole('heading', { name: 'Key points' })
  if (!/history-detail/.test(page.url())) {
    await expect(page.getByRole('link', { name: talks.glider.title }).first()).toBeVisible()
    await stepTo(page, talks.glider.title, 'main')
    await page.keyboard.press('Enter')
  }
  await expect(keyPoints).toBeVisible()
  await expect(page.getByRole('button', { name: /^Listen(?! from)/ })).toBeVisible()
  await stepTo(page, /^Listen(?! from)/)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0)).toBeGreaterThan(0.2)
  await page.keyboard.press('k')
  await expect.poll(() => page.evaluate(() => document.querySelector('audio')?.paused)).toBe(true)

  await stepTo(page, 'Listen from here', '.section .sentence')
  await page.keyboard.press('Enter')
  await expect(page.locator('.section .sentence[data-now]')).toHaveCount(1)
  await page.keyboard.press('k')

  await stepTo(page, 'Settings')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Where you are logged in' })).toBeVisible()
  await stepTo(page, /Digest/i, 'main')
  await stepTo(page, 'Log out', 'nav')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
})

/** Presses Tab until the named element inside `inside` has focus. Every stop on the way must show a visible focus ring. */
async function stepTo(page: Page, name: string | RegExp, inside = 'body') {
  for (let steps = 0; steps < 400; steps++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(describeFocus, inside)
    // At the end of the page the browser's own toolbar has the focus for one step.
    if (!stop) continue
    expect(stop.isVisible, `shows where the focus is: ${stop.at}`).toBe(true)
    if (stop.isInside && (typeof name === 'string' ? stop.name === name : name.test(stop.name))) return
  }
  throw new Error(`Tab never reached ${name}.`)
}

function describeFocus(inside: string) {
  const element = document.activeElement
  if (!element || element === document.body || element instanceof HTMLIFrameElement) return null
  const labels = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null
  const byId = element.getAttribute('aria-labelledby')
  const name =
    element.getAttribute('aria-label') ??
    (byId ? document.getElementById(byId)?.textContent : null) ??
    labels?.[0]?.textContent ??
    element.textContent ??
    ''
  const box = element.getBoundingClientRect()
  // The ring may be drawn around the control, its container, or the whole clickable area.
  const hasRing = [element, element.parentElement, element.parentElement?.parentElement].some(one =>
    [undefined, '::after'].some(part => {
      const style = one && getComputedStyle(one, part)
      return style && style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1
    }),
  )
  const isVisible = hasRing && box.bottom > 0 && box.top < innerHeight && box.width > 0
  return {
    name: name.trim(),
    isInside: element.closest(inside) !== null,
    isVisible,
    at: element.outerHTML.slice(0, 120),
  }
}
