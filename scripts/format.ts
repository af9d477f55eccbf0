import { runTool } from './run-tool.ts'

await runTool('biome', ['check', '--write', '.'])
