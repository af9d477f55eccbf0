import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { installBrowser, resetBrowser } from './browser.ts'

installBrowser()
configure({ asyncUtilTimeout: 20_000 })

// Test files share a window: clear what an earlier file left on the page.
beforeAll(() => document.body.replaceChildren())
beforeEach(() => resetBrowser())

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})
