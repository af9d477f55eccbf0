import type { Page } from 'playwright'
import type { MemoryApi } from '../server/memory-api.ts'
import type { World } from '../server/world.ts'

/** One screen in one state, as it is brought about. */
export interface Shot {
  name: string
  path: string
  world?: () => World
  isSignedOut?: boolean
  /** Root font size in percent. */
  text?: number
  prepare?(page: Page, api: MemoryApi): Promise<unknown>
  setUp?(api: MemoryApi): void
}
