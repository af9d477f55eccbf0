import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root } from './test/files.ts'

interface Workflow {
  permissions: Record<string, string>
  jobs: Record<string, { 'runs-on': string; 'timeout-minutes': number; steps: { uses?: string; run?: string }[] }>
}

const workflow = (name: string): Workflow =>
  parse(readFileSync(path.join(root, '.github/workflows', name), 'utf8')) as Workflow

describe.each([
  ['android.yml', /^ubuntu-/, ['npm ci', 'npm run mobile:sync', 'assembleDebug bundleRelease']],
  ['ios.yml', /^macos-/, ['npm ci', 'npm run mobile:sync', 'xcodebuild', 'CODE_SIGNING_ALLOWED=NO']],
  ['check.yml', /^ubuntu-/, ['npm ci', 'npm test']],
  ['parts.yml', /^ubuntu-/, ['npm ci --ignore-scripts', 'npm audit --audit-level=high', 'npm audit signatures']],
])('workflow %s', (name, machine, commands) => {
  const { permissions, jobs } = workflow(name)
  const [job] = Object.values(jobs)

  it('the workflow has read access to the code and no secrets', () => {
    expect(permissions).toEqual({ contents: 'read' })
    expect(JSON.stringify(jobs)).not.toContain('secrets.')
  })

  it('the workflow runs on the right machine for an hour at most, with actions pinned by commit', () => {
    expect(job!['runs-on']).toMatch(machine)
    expect(job!['timeout-minutes']).toBeLessThanOrEqual(60)
    for (const { uses } of job!.steps) if (uses) expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/)
  })

  it('the workflow runs its commands', () => {
    const run = job!.steps.map(step => step.run ?? '').join('\n')
    for (const command of commands) expect(run).toContain(command)
  })
})
