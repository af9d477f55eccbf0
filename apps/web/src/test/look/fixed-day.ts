import { mock } from 'node:test'
import type { Page } from 'playwright'

/**
 * Fixed time for compared screenshots, in this process and in the page: "Friday, December 4" wraps differently from
 * "Friday, May 1". Import this before anything that creates sample data with the current date.
 */
const fixedDay = Date.UTC(2026, 10, 18, 9, 30)

mock.timers.enable({ apis: ['Date'], now: fixedDay })

/** Fixes only `Date`. Playwright's clock would also stop `performance.now()`, which React needs for scheduling. */
export const onFixedDay = (page: Page) =>
  page.addInitScript(now => {
    window.Date = class extends Date {
      constructor(...parts: unknown[]) {
        super(...((parts.length > 0 ? parts : [now]) as [number]))
      }

      static override now() {
        return now
      }
    } as DateConstructor
  }, fixedDay)
