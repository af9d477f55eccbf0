import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { openApp, path, withMemoryServer } from '../test/open-app.tsx'

withMemoryServer()

/** Page texts recorded while `main` was missing, after it had first appeared. */
const emptyMoments: string[] = []
let hadMain = false
const observer = new MutationObserver(() => {
  const hasMain = document.querySelector('main') !== null
  if (hadMain && !hasMain) emptyMoments.push(document.body.textContent)
  hadMain ||= hasMain
})
afterEach(() => observer.disconnect())

// Each page's code loads only once per file, so each row must end on a different page.
describe('a redirecting page stays on screen until its target has loaded', () => {
  test.each([
    ['a failed sign-in', '/auth/callback?token=wrong', true, '/login?error=auth_failed', 'textbox', 'Email'],
    ['an alias of a wizard step', '/schedule-wizard/date', false, '/schedule-wizard-channels', 'searchbox', /./],
  ])('%s redirects without an empty screen in between', async (_, from, isSignedOut, to, role, name) => {
    hadMain = false
    emptyMoments.length = 0
    observer.observe(document.body, { childList: true, subtree: true })
    openApp(from, { isSignedOut })
    await waitFor(() => expect(path()).toBe(to))
    expect(await screen.findByRole(role, { name })).toBeInTheDocument()
    expect(emptyMoments).toEqual([])
  })
})
