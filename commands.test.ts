import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const runner = readFileSync('scripts/run.mjs', 'utf8')

test('every command of package.json is known to the runner, and there', () => {
  const missing = Object.entries(scripts).filter(([, line]) => {
    const [, name] = /^node scripts\/run\.mjs ([\w-]+)$/.exec(line) ?? []
    const [, file] = new RegExp(`^ {2}'?${name}'?: '([^']+)',$`, 'm').exec(runner) ?? []
    return !file || !existsSync(file)
  })
  expect(missing).toEqual([])
})
