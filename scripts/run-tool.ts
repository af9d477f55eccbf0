import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './root.ts'

export class ToolFailed extends Error {
  readonly exitCode: number

  constructor(tool: string, exitCode: number) {
    super(`${tool} exited with ${exitCode}`)
    this.name = 'ToolFailed'
    this.exitCode = exitCode
  }
}

/** Runs an installed program (`vite`, `biome` …). Rejects with `ToolFailed` if it exits with another code than 0. */
export function runTool(
  tool: string,
  args: string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const binary = path.join(root, 'node_modules/.bin', process.platform === 'win32' ? `${tool}.cmd` : tool)
    const child = spawn(binary, args, {
      cwd: options.cwd ?? root,
      stdio: 'inherit',
      env: { ...process.env, ...options.env },
      shell: process.platform === 'win32',
    })
    child.on('error', reject)
    child.on('exit', code => (code === 0 ? resolve() : reject(new ToolFailed(tool, code ?? 1))))
  })
}
