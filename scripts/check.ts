import { runTool } from './run-tool.ts'

/** `npm run check`: lint, format, types, unused code and the tests of the architecture and of generated files. */
await runTool('biome', ['check', '.'])
await runTool('tsc', ['-p', 'tsconfig.json', '--noEmit'])
await runTool('tsc', ['-p', 'apps/web/tsconfig.json', '--noEmit'])
await runTool('tsc', ['-p', 'apps/web/src/worker/tsconfig.json', '--noEmit'])
await runTool('tsc', ['-p', 'e2e/tsconfig.json', '--noEmit'])
// Finds undeclared dependencies and unused exports, files and dependencies.
await runTool('knip', ['--no-progress'])
await runTool('vitest', ['run', '--project', 'architecture'])
