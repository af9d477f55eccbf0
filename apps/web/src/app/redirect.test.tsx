import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { openApp, path, withMemoryServer } from '../test/open-app.tsx'

withMemoryServer()

/** What the page was without, at any moment after it had it once. */
const emptyMoments: string[] = []
let hadMain = false
const observer = new MutationObserver(() => {
  const hasMain = document.querySelector('main') !== null
  if (hadMain && !hasMain) emptyMoments.push(document.body.textContent)
  hadMain ||= hasMain
})
afterEach(() => observer.disconnect())

// The code of each page comes once: no two of these lead to the same one.
describe('a page that leads on to another keeps its place until that one has come', () => {
  test.each([
    ['a failed sign-in', '/auth/callback?token=wrong', true, '/login?error=auth_failed', 'textbox', 'Email'],
    ['another name of a step', '/schedule-wizard/date', false, '/schedule-wizard-channels', 'searchbox', /./],
  ])('%s', async (_, from, isSignedOut, to, role, name) => {
    hadMain = false
    emptyMoments.length = 0
    observer.observe(document.body, { childList: true, subtree: true })
    openApp(from, { isSignedOut })
    await waitFor(() => expect(path()).toBe(to))
    expect(await screen.findByRole(role, { name })).toBeInTheDocument()
    expect(emptyMoments).toEqual([])
  })
})
