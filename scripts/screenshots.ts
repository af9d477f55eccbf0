import { findOrInstallBrowser } from './browser.ts'
import { buildPhoneIfStale, buildWebIfStale } from './build-web.ts'
import { root } from './root.ts'
import { runTool, ToolFailed } from './run-tool.ts'

/**
 * `npm run screenshots`: pictures of every screen in every state, and an index to look through them. With `--components` those of
 * docs/design.md instead, with `--references` those that `npm test` compares screens with, with `--install` those of the manifest;
 * with `--phone` the main screens as phones have them, with `--stores` those in the sizes of the stores' listings.
 */
const programs: Record<string, string[]> = {
  '--components': ['components.ts'],
  '--install': ['install-pictures.ts'],
  '--phone': ['phone-screens.ts'],
  '--references': ['compare.ts', '--update'],
  '--stores': ['phone-screens.ts', '--stores'],
}
process.chdir(root)
await buildWebIfStale()
if (/^--(phone|stores)$/.test(process.argv[2] ?? '')) await buildPhoneIfStale()
const args = process.argv.slice(2)
const known = programs[args[0] ?? '']
const [program = '', ...options] = known ? [...known, ...args.slice(1)] : ['screenshots.ts', ...args]
try {
  await runTool('node', [`apps/web/src/test/look/${program}`, ...options], {
    env: { CHROMIUM_PATH: findOrInstallBrowser() ?? '' },
  })
} catch (error) {
  if (!(error instanceof ToolFailed)) throw error
  process.exitCode = error.exitCode
}
