import { parseArgs } from 'node:util'
import { runTool } from './run-tool.ts'

/** `npm run fuzz -- --requests 1000000 [--seed 1]`: the fuzz test of `npm run test:long` with any number of requests. */
const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } })
if (values.requests) process.env.FUZZ_REQUESTS = values.requests
if (values.seed) process.env.FUZZ_SEED = values.seed
await runTool('vitest', ['run', '--project', 'long-alone', 'apps/server/test/fuzz.long.test.ts'])
