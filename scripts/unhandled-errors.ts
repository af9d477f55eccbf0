import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError } from 'vitest/node'

/** Writes errors that belong to no test, such as unhandled rejections, to `UNHANDLED_ERRORS_FILE`. Vitest's JSON omits them. */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly SerializedError[]): void {
    const file = process.env.UNHANDLED_ERRORS_FILE
    if (file) writeFileSync(file, JSON.stringify(errors.map(({ stack, message }) => stack || message)))
  }
}
