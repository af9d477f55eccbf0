import path from 'node:path'
import { mobile, readPhoneApp } from '../apps/web/build/phone-app.ts'
import { patchPlugins } from './mobile-plugins.ts'
import { writeProjects } from './mobile-projects.ts'
import { root } from './root.ts'
import { runTool, ToolFailed } from './run-tool.ts'

/**
 * `npm run mobile:sync`: writes the settings of `apps/mobile/app.json` into the Android and iOS projects, patches bugs in plugins,
 * builds the web app for phones, and copies it into the projects with their plugins.
 */
const app = runOrExit(readPhoneApp)
writeProjects(app)
runOrExit(patchPlugins)
try {
  await runTool('vite', ['build', '--config', 'vite.phone.config.ts', '--logLevel', 'warn'], {
    cwd: path.join(root, 'apps/web'),
  })
  await runTool('cap', ['sync'], { cwd: mobile })
} catch (error) {
  if (!(error instanceof ToolFailed)) throw error
  console.error(error.message)
  process.exit(1)
}

function runOrExit<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
