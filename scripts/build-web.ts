import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.ts'
import { runTool } from './run-tool.ts'

const sources = ['apps/web', 'packages/contract/src', 'packages/domain/src']
/** The landing page shows figures from this file. */
const record = 'docs/quality.md'

/** Builds the web app if there is no build or a source is newer. */
export async function buildWebIfStale(): Promise<void> {
  const buildOutput = path.join(root, 'apps/web/dist/app.html')
  if (
    existsSync(buildOutput) &&
    statSync(buildOutput).mtimeMs >= Math.max(...sources.map(newestChange), changedAt(record))
  )
    return
  process.stderr.write('Building the web app (once)…\n')
  await runTool('vite', ['build', '--logLevel', 'warn'], { cwd: path.join(root, 'apps/web') })
}

/** Builds the phone app if there is no build or a source is newer. */
export async function buildPhoneIfStale(): Promise<void> {
  const buildOutput = path.join(root, 'apps/mobile/www/index.html')
  const settingsFiles = ['apps/mobile/app.json', 'apps/mobile/package.json']
  if (
    existsSync(buildOutput) &&
    statSync(buildOutput).mtimeMs >= Math.max(...sources.map(newestChange), ...settingsFiles.map(changedAt))
  )
    return
  await runTool('vite', ['build', '--config', 'vite.phone.config.ts', '--logLevel', 'warn'], {
    cwd: path.join(root, 'apps/web'),
  })
}

function newestChange(folder: string): number {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true })
  return Math.max(
    0,
    ...entries
      .filter(entry => !['dist', 'node_modules'].includes(entry.name))
      .map(entry =>
        entry.isDirectory() ? newestChange(path.join(folder, entry.name)) : changedAt(path.join(folder, entry.name)),
      ),
  )
}

const changedAt = (file: string): number => statSync(path.join(root, file)).mtimeMs
