import type { Page } from 'playwright'
import type { MemoryApi } from '../server/memory-api.ts'
import type { World } from '../server/world.ts'

/** The states of a screen. A screen with a single state counts as `full`. */
export type ScreenState = 'empty' | 'loading' | 'full' | 'error'

/** A screenshot of one screen in one state, and how to get there. */
export interface Shot {
  name: string
  path: string
  /** State of the page itself. Undefined for overlays and variants. */
  state?: ScreenState
  world?(): World | Promise<World>
  isSignedOut?: boolean
  /** Shows the analytics consent banner. All other shots have already declined it. */
  asksConsent?: true
  /** Root font size in percent. */
  text?: number
  prepare?(page: Page, api: MemoryApi): Promise<unknown>
  setUp?(api: MemoryApi): void
}
