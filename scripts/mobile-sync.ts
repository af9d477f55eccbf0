import path from 'node:path'
import { mobile, type PhoneApp, readPhoneApp } from '../apps/web/build/phone-app.ts'
import { writeProjects } from './mobile-projects.ts'
import { root } from './root.ts'
import { runTool, ToolFailed } from './run-tool.ts'

/**
 * `npm run mobile:sync`: writes what the Android and iOS projects need of `apps/mobile/app.json`, builds the web app for phones,
 * and lays it into the projects with their plug-ins.
 */
const app = factsOrExit()
writeProjects(app)
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

function factsOrExit(): PhoneApp {
  try {
    return readPhoneApp()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
