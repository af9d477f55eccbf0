import { act } from '@testing-library/react'
import { onTestFinished } from 'vitest'

/** Restored after each test, because test files share a window. */
const original = Object.getOwnPropertyDescriptor(window, 'scrollY')!

/** Sets the scroll position until the end of the test. */
export async function scrollPageTo(px: number): Promise<void> {
  Object.defineProperty(window, 'scrollY', { configurable: true, value: px })
  onTestFinished(() => void Object.defineProperty(window, 'scrollY', original))
  await act(async () => void window.dispatchEvent(new Event('scroll')))
}
