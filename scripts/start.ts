import { buildWebIfStale } from './build-web.ts'
import { root } from './root.ts'

process.chdir(root)
await buildWebIfStale()
await import('../apps/server/src/main.ts')
