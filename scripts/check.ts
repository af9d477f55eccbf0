import { runTool } from './run-tool.ts'

/** Lint and format, types, and the tests of the house: what every change must pass before anything is run. */
await runTool('biome', ['check', '.'])
await runTool('tsc', ['-p', 'tsconfig.json', '--noEmit'])
await runTool('tsc', ['-p', 'apps/web/tsconfig.json', '--noEmit'])
await runTool('tsc', ['-p', 'apps/web/src/worker/tsconfig.json', '--noEmit'])
await runTool('tsc', ['-p', 'e2e/tsconfig.json', '--noEmit'])
// Dependencies that are not declared where they are used, and exports, files and dependencies that nothing uses.
await runTool('knip', ['--no-progress'])
await runTool('vitest', ['run', '--project', 'house'])
