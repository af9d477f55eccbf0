import path from 'node:path'
import { mobile, readPhoneApp } from '../apps/web/build/phone-app.ts'
import { patchPlugins } from './mobile-plugins.ts'
import { writeProjects } from './mobile-projects.ts'
import { root } from './root.ts'
import { runTool, ToolFailed } from './run-tool.ts'

/**
 * `npm run mobile:sync`: writes what the Android and iOS projects need of `apps/mobile/app.json`, mends what is wrong
 * in plug-ins, builds the web app for phones, and lays it into the projects with their plug-ins.
 */
const app = orExit(readPhoneApp)
writeProjects(app)
orExit(patchPlugins)
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

function orExit<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
