import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../../..')
/** APIs missing in Chrome 111 and Safari 16.4, the build's targets (Vite's default). The build transpiles syntax but adds no polyfills. */
const tooNew =
  /Promise\.(withResolvers|try)\b|Object\.groupBy|Map\.groupBy|Array\.fromAsync|RegExp\.escape|URL\.(parse|canParse)\b|\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(|new Set\([^)]*\)\.(union|difference|intersection)\(|Iterator\.from|\b(query|search|params|new URLSearchParams\([^)]*\))\.size\b|popover(Target)?=|[pP]opover\(/
/** Files that check for the API before using it, and their markup. */
const withFeatureDetection = /\/(parse-url|landing\/(LandingHeader|script\/menu))\.tsx?$/

describe('browser support', () => {
  it('the app uses no API that is missing in Chrome 111 or Safari 16.4', () => {
    const files = globSync(['apps/web/src/**/*.{ts,tsx}', 'packages/{domain,contract}/src/**/*.ts'], {
      cwd: root,
    }).filter(file => !/[.-]test\.|\/(test|dev)\//.test(file) && !withFeatureDetection.test(file))
    expect(files.length).toBeGreaterThan(300)
    const found = files.flatMap(file => {
      const lines = readFileSync(path.join(root, file), 'utf8').split('\n')
      return lines
        .filter(line => tooNew.test(line) && !/^\s*(\/\/|\*|\/\*\*)/.test(line))
        .map(line => `${file}: ${line.trim()}`)
    })
    expect(found).toEqual([])
  })
})
