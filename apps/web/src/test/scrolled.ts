import { act } from '@testing-library/react'
import { onTestFinished } from 'vitest'

/** Files share a window: what one takes away of it, others miss. */
const asItIs = Object.getOwnPropertyDescriptor(window, 'scrollY')!

/** The page as it is scrolled so far, in pixels, until the test is over. */
export async function scrolledTo(px: number): Promise<void> {
  Object.defineProperty(window, 'scrollY', { configurable: true, value: px })
  onTestFinished(() => void Object.defineProperty(window, 'scrollY', asItIs))
  await act(async () => void window.dispatchEvent(new Event('scroll')))
}
