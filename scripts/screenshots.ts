import { findOrInstallBrowser } from './browser.ts'
import { buildPhoneIfStale, buildWebIfStale } from './build-web.ts'
import { root } from './root.ts'
import { runTool, ToolFailed } from './run-tool.ts'

/**
 * `npm run screenshots`: screenshots of every screen in every state, with an index page. Options write other pictures instead:
 * `--components` for docs/design.md, `--references` for the comparison in `npm test`, `--install` for the web app manifest,
 * `--phone` the main screens of the phone app, `--stores` the same screens in the sizes of the store listings.
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
const selected = programs[args[0] ?? '']
const [program = '', ...options] = selected ? [...selected, ...args.slice(1)] : ['screenshots.ts', ...args]
try {
  await runTool('node', [`apps/web/src/test/look/${program}`, ...options], {
    env: { CHROMIUM_PATH: findOrInstallBrowser() ?? '' },
  })
} catch (error) {
  if (!(error instanceof ToolFailed)) throw error
  process.exitCode = error.exitCode
}
