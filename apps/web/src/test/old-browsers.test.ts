import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../../..')
/** What Chrome 111 and Safari 16.4 lack, for which the build is made (Vite's default): it translates syntax, and adds nothing. */
const newer =
  /Promise\.(withResolvers|try)\b|Object\.groupBy|Map\.groupBy|Array\.fromAsync|RegExp\.escape|URL\.(parse|canParse)\b|\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(|new Set\([^)]*\)\.(union|difference|intersection)\(|Iterator\.from|\b(query|search|params|new URLSearchParams\([^)]*\))\.size\b|popover(Target)?=|[pP]opover\(/
/** What asks first whether there is such a thing, and the markup that goes with it. */
const guarded = /\/(parsed-url|landing\/(LandingHeader|script\/menu))\.tsx?$/

describe('the app', () => {
  it('asks nothing of a browser that those of three years ago cannot do', () => {
    const files = globSync(['apps/web/src/**/*.{ts,tsx}', 'packages/{domain,contract}/src/**/*.ts'], {
      cwd: root,
    }).filter(file => !/[.-]test\.|\/(test|dev)\//.test(file) && !guarded.test(file))
    expect(files.length).toBeGreaterThan(300)
    const found = files.flatMap(file => {
      const lines = readFileSync(path.join(root, file), 'utf8').split('\n')
      return lines
        .filter(line => newer.test(line) && !/^\s*(\/\/|\*|\/\*\*)/.test(line))
        .map(line => `${file}: ${line.trim()}`)
    })
    expect(found).toEqual([])
  })
})
