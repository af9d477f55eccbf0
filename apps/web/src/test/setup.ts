import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { installBrowser, resetBrowser } from './browser.ts'

installBrowser()
configure({ asyncUtilTimeout: 20_000 })

// The files share a window, four of them: what one left on the page is not the next one's.
beforeAll(() => document.body.replaceChildren())
beforeEach(() => resetBrowser())

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})
