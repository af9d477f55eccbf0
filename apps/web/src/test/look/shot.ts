import type { Page } from 'playwright'
import type { MemoryApi } from '../server/memory-api.ts'
import type { World } from '../server/world.ts'

/** The states a screen is looked at in. `full` is also the state of what has no other. */
export type ScreenState = 'empty' | 'loading' | 'full' | 'error'

/** One screen in one state, as it is brought about. */
export interface Shot {
  name: string
  path: string
  /** The state of the page itself; what shows something on top of it, or one more side of it, has none. */
  state?: ScreenState
  world?(): World | Promise<World>
  isSignedOut?: boolean
  /** Whether visits may be counted is still asked; in every other picture it is answered. */
  isAsked?: true
  /** Root font size in percent. */
  text?: number
  prepare?(page: Page, api: MemoryApi): Promise<unknown>
  setUp?(api: MemoryApi): void
}
