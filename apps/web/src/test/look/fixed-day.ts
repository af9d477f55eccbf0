import { mock } from 'node:test'
import type { Page } from 'playwright'

/**
 * The instant at which pictures are compared, here and in the page: "Friday, December 4" needs another line than "Friday, May 1".
 * To be imported before anything that makes sample data of the present.
 */
const fixedDay = Date.UTC(2026, 10, 18, 9, 30)

mock.timers.enable({ apis: ['Date'], now: fixedDay })

/** Only dates stand still. The clock of Playwright stops `performance.now()` as well, by which React divides its work. */
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
