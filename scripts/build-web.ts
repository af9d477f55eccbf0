import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.ts'
import { runTool } from './run-tool.ts'

const sources = ['apps/web', 'packages/contract/src', 'packages/domain/src']
/** The landing page shows figures of it. */
const record = 'docs/quality.md'

/** Builds the web app when there is no build, or when a source is newer than it. */
export async function buildWebIfStale(): Promise<void> {
  const built = path.join(root, 'apps/web/dist/app.html')
  if (existsSync(built) && statSync(built).mtimeMs >= Math.max(...sources.map(newest), changedAt(record))) return
  process.stderr.write('Building the web app (once)…\n')
  await runTool('vite', ['build', '--logLevel', 'warn'], { cwd: path.join(root, 'apps/web') })
}

/** The same for the app as phones have it. */
export async function buildPhoneIfStale(): Promise<void> {
  const built = path.join(root, 'apps/mobile/www/index.html')
  const facts = ['apps/mobile/app.json', 'apps/mobile/package.json']
  if (existsSync(built) && statSync(built).mtimeMs >= Math.max(...sources.map(newest), ...facts.map(changedAt))) return
  await runTool('vite', ['build', '--config', 'vite.phone.config.ts', '--logLevel', 'warn'], {
    cwd: path.join(root, 'apps/web'),
  })
}

function newest(folder: string): number {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true })
  return Math.max(
    0,
    ...entries
      .filter(entry => !['dist', 'node_modules'].includes(entry.name))
      .map(entry =>
        entry.isDirectory() ? newest(path.join(folder, entry.name)) : changedAt(path.join(folder, entry.name)),
      ),
  )
}

const changedAt = (file: string): number => statSync(path.join(root, file)).mtimeMs
