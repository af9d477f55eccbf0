import './end-with-runner.ts'
import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './root.ts'

/** `npm run dev`: the server, restarted when its sources change, and the web app with hot reload on port 5173. */
const startNode = (args: string[], cwd: string) => spawn(process.execPath, args, { cwd, stdio: 'inherit' })
const children = [
  startNode(['--watch-path=apps/server', '--watch-path=packages', 'apps/server/src/main.ts'], root),
  startNode([path.join(root, 'node_modules/vite/bin/vite.js')], path.join(root, 'apps/web')),
]
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
