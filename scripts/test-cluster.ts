import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { toxiproxy, versitygw } from './go-program.ts'
import { root } from './root.ts'
import { runTool } from './run-tool.ts'
import { installGoProgram, installHaproxy } from './suites.ts'

/**
 * `npm run test:cluster [-- --whole] [--seed 1]`: two processes of every role on PostgreSQL and an S3 server, behind HAProxy, while
 * processes are killed and services fail. Failures are not retried: even one that occurs once is a defect.
 */
process.chdir(root)
const { values } = parseArgs({ options: { whole: { type: 'boolean', default: false }, seed: { type: 'string' } } })
const folder = mkdtempSync(path.join(tmpdir(), 'recaps-figures-'))
const figures = path.join(folder, 'figures.txt')
for (const program of [versitygw, toxiproxy]) await installGoProgram(program)
await installHaproxy()
const files = ['cluster', 'cluster-bucket', 'cluster-turns'].map(name => `apps/server/test/${name}.long.test.ts`)
let hasPassed = true
try {
  await runTool('vitest', ['run', '--project', 'long-kills', ...files], {
    env: {
      FIGURES_FILE: figures,
      ...(values.whole && { TEST_EXTENT: 'whole' }),
      ...(values.seed && { KILL_SEED: values.seed }),
    },
  })
} catch (error) {
  hasPassed = false
  console.error(error instanceof Error ? error.message : error)
}
const counts = existsSync(figures) ? readFileSync(figures, 'utf8') : ''
rmSync(folder, { recursive: true, force: true })
console.log(`\nCluster tests, ${values.whole ? 'complete' : 'short'} run:\n${counts || 'no counts were written\n'}`)
console.log(hasPassed ? (counts ? 'passed' : 'skipped') : 'FAILED')
process.exitCode = hasPassed ? 0 : 1
