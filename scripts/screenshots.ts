import { findOrInstallBrowser } from './browser.ts'
import { buildWebIfStale } from './build-web.ts'
import { root } from './root.ts'
import { runTool, ToolFailed } from './run-tool.ts'

/**
 * `npm run screenshots`: pictures of every screen in every state, and an index to look through them. With `--components` those of
 * docs/design.md instead, with `--references` those that `npm test` compares screens with, with `--install` those of the manifest.
 */
const programs: Record<string, string[]> = {
  '--components': ['components.ts'],
  '--install': ['install-pictures.ts'],
  '--references': ['compare.ts', '--update'],
}
process.chdir(root)
await buildWebIfStale()
const args = process.argv.slice(2)
const [program = '', ...options] = programs[args[0] ?? ''] ?? ['screenshots.ts', ...args]
try {
  await runTool('node', [`apps/web/src/test/look/${program}`, ...options], {
    env: { CHROMIUM_PATH: findOrInstallBrowser() ?? '' },
  })
} catch (error) {
  if (!(error instanceof ToolFailed)) throw error
  process.exitCode = error.exitCode
}
