import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { installBrowser, resetBrowser } from './browser.ts'

installBrowser()
configure({ asyncUtilTimeout: 10_000 })

beforeEach(() => resetBrowser())

afterEach(() => {
  cleanup()
  localStorage.clear()
})
