import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { createReadySummary, expect, talks, test } from './fixtures.ts'

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const

/** Opens what each button opens: it must be accessible, close with Escape and return the focus to its button. */
async function openEach(page: Page, names: readonly (string | RegExp)[]): Promise<void> {
  for (const name of names) {
    const button = page.getByRole('button', { name }).first()
    await button.click()
    const opened = page.getByRole('menu').or(page.getByRole('dialog')).filter({ visible: true }).first()
    await expect(opened, `what “${name}” opens`).toBeVisible()
    await expectAccessible(page)
    // Checked here because axe reports a hidden focus guard only if it recognizes a modal dialog.
    await expect(page.locator('[data-base-ui-focus-guard][aria-hidden]')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(opened).toBeHidden()
    await expect(button).toBeFocused()
  }
}

for (const [size, viewport] of Object.entries(sizes))
  test.describe(`on a ${size}`, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } })

    test('menus and dialogs are accessible while they are open', async ({ demoUser: { page, client } }) => {
      test.setTimeout(900_000)
      const id = await createReadySummary(client, talks.glider.link)
      await page.goto(`/history-detail/${id}`)
      await expect(page.getByRole('heading', { name: 'Key points' })).toBeVisible()
      await openEach(page, ['Text size', 'Export', 'More actions', 'Share', /^Notifications/])
      await page.getByRole('button', { name: /^Listen(?! from)/ }).click()
      await openEach(page, ['Show player'])
      await page.goto('/tabs/history')
      // On phones users swipe the row instead.
      if (size === 'desktop') await openEach(page, [/^More actions for/])
      await expect(page.getByRole('link', { name: talks.glider.title }).first()).toBeVisible()
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('combobox', { name: 'Find a page or summary' })).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('combobox', { name: 'Find a page or summary' })).toBeHidden()
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await page.goto('/tabs/summarize')
      await openEach(page, [/^Length: /])
      if (size === 'phone') await openEach(page, ['Menu'])
    })

    test('a user sets speed and sleep timer in the full-screen player', async ({ demoUser: { page, client } }) => {
      const id = await createReadySummary(client, talks.glider.link)
      await page.goto(`/history-detail/${id}`)
      await page.getByRole('button', { name: /^Listen(?! from)/ }).click()
      await page.getByRole('button', { name: 'Show player' }).click()
      const player = page.getByRole('dialog', { name: 'Audio player' })
      const speed = (now: string) => player.getByRole('button', { name: `Playback speed ${now}` })
      await speed('1x').click()
      await expect(page.getByRole('dialog', { name: 'Playback Speed' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: '1.5x', exact: true }).click()
      await expect(speed('1.5x')).toBeFocused()
      expect(await page.evaluate(() => document.querySelector('audio')?.playbackRate)).toBe(1.5)

      const timer = player.getByRole('button', { name: 'Sleep timer' })
      const choices = page.getByRole('dialog', { name: 'Sleep timer' })
      await timer.click()
      await expect(choices).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(choices).toBeHidden()
      await expect(timer).toBeFocused()
      await timer.click()
      await page.getByRole('button', { name: '15 minutes' }).click()
      await expect(player.getByText('15 min')).toBeVisible()
    })
  })
