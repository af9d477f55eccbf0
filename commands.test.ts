import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const runner = readFileSync('scripts/run.mjs', 'utf8')

test('every script of package.json runs an existing file through scripts/run.mjs', () => {
  const missing = Object.entries(scripts).filter(([, line]) => {
    // Long-running commands replace npm's shell with `exec`, because it doesn't forward signals. Windows has no `exec`.
    const [, name] = /^(?:exec node scripts\/run\.mjs [\w-]+ \|\| )?node scripts\/run\.mjs ([\w-]+)$/.exec(line) ?? []
    const [, file] = new RegExp(`^ {2}'?${name}'?: '([^']+)',$`, 'm').exec(runner) ?? []
    return !file || !existsSync(file)
  })
  expect(missing).toEqual([])
})

describe('scripts/run.mjs', () => {
  const workspacePackage = 'apps/server/node_modules/parser'
  const scopedWorkspacePackage = 'apps/server/node_modules/@scope/parser'
  const packages: Record<string, { version?: string; optional?: boolean; link?: boolean }> = {
    '': {},
    'node_modules/@recaps/server': { link: true },
    'apps/server': { version: '0.1.0' },
    'node_modules/parser': { version: '2.0.0' },
    'node_modules/parser/node_modules/inner': { version: '3.0.0' },
    [workspacePackage]: { version: '1.0.0' },
    [scopedWorkspacePackage]: { version: '1.0.0' },
    'apps/server/node_modules/for-macs': { version: '1.0.0', optional: true },
  }

  /** Runs a command in a copy of the repository changed by `change`, and returns its `npm ci` calls. */
  function npmCallsIn(change: (root: string) => void): string[] {
    const root = mkdtempSync(path.join(tmpdir(), 'recaps-clone-'))
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    const write = (file: string, text: string, mode = 0o644) => {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
      writeFileSync(path.join(root, file), text, { mode })
    }
    cpSync('scripts/run.mjs', path.join(root, 'scripts/run.mjs'), { recursive: true })
    write('scripts/start.ts', "console.log('started')")
    write('package-lock.json', JSON.stringify({ packages }))
    write('node_modules/.package-lock.json', JSON.stringify({ packages }))
    for (const [folder, { version, optional }] of Object.entries(packages))
      if (version && !optional) write(`${folder}/package.json`, JSON.stringify({ version }))
    write('bin/npm', `#!/bin/sh\necho "$1" >> '${root}/npm-calls'\n`, 0o755)
    change(root)
    const { stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'scripts/run.mjs'), 'start'], {
      env: { PATH: `${path.join(root, 'bin')}${path.delimiter}${process.env.PATH}` },
      encoding: 'utf8',
    })
    expect(stdout + stderr).toContain('started')
    const calls = path.join(root, 'npm-calls')
    // Ignore calls that install the pinned Node.
    return existsSync(calls)
      ? readFileSync(calls, 'utf8')
          .split('\n')
          .filter(call => call === 'ci')
      : []
  }

  test('the runner installs nothing if all packages of the lockfile are present', () => {
    expect(npmCallsIn(() => {})).toEqual([])
  })

  test.each([
    workspacePackage,
    scopedWorkspacePackage,
    'node_modules/parser',
    'node_modules/parser/node_modules/inner',
  ])('the runner installs dependencies if %s is missing, even if npm has recorded it as installed', folder => {
    expect(npmCallsIn(root => rmSync(path.join(root, folder), { recursive: true }))).toEqual(['ci'])
  })

  test.each([workspacePackage, scopedWorkspacePackage])(
    'the runner installs dependencies if %s has another version',
    folder => {
      const other = JSON.stringify({ version: '0.9.0' })
      expect(npmCallsIn(root => writeFileSync(path.join(root, folder, 'package.json'), other))).toEqual(['ci'])
    },
  )

  test('the runner installs dependencies if no package is present', () => {
    expect(npmCallsIn(root => rmSync(path.join(root, 'node_modules'), { recursive: true }))).toEqual(['ci'])
  })
})
