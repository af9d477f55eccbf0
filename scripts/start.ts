import './end-with-runner.ts'
import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { buildWebIfStale } from './build-web.ts'
import { root } from './root.ts'

process.chdir(root)
// Half of the time to start is reading modules; what V8 made of them is kept beside the packages.
enableCompileCache(path.join(root, 'node_modules/.cache/compiled'))
await buildWebIfStale()
await import('../apps/server/src/main.ts')
