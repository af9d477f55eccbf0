import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'

/** Runs a command-line program of the server, such as `cli/doctor.ts`, and returns its output. Fails if it prints a stack trace. */
export async function runCommand(program: string, args: readonly string[], env: Record<string, string>) {
  const file = path.join(import.meta.dirname, '../src/cli', program)
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: path.join(tmpdir(), 'recaps-compile-cache'), ...env },
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', chunk => {
    output.stdout += chunk
  })
  child.stderr.on('data', chunk => {
    output.stderr += chunk
  })
  const [code] = await once(child, 'close')
  expect(output.stderr).not.toMatch(/\n\s+at |node:internal|\bError:/)
  return { code, ...output }
}
