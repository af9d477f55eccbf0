import './end-with-runner.ts'
import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { buildWebIfStale } from './build-web.ts'
import { root } from './root.ts'

process.chdir(root)
// Loading modules takes half of the start time, so cache V8's compiled code.
enableCompileCache(path.join(root, 'node_modules/.cache/compiled'))
await buildWebIfStale()
await import('../apps/server/src/main.ts')
