import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError } from 'vitest/node'

/** Writes what Vitest counts against a run but against no test, such as a rejection that nobody handled: its JSON leaves that out. */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly SerializedError[]): void {
    const file = process.env.UNHANDLED_ERRORS_FILE
    if (file) writeFileSync(file, JSON.stringify(errors.map(({ stack, message }) => stack || message)))
  }
}
