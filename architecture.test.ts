import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/** Modules and their files. The first matching pattern decides the module of a file. */
const modules: [name: string, pattern: RegExp][] = [
  ['domain', /^packages\/domain\/src\//],
  ['contract', /^packages\/contract\/src\//],
  ['summarizer', /^packages\/summarizer\//],
  ['speech', /^packages\/speech\//],
  ['entry', /^apps\/server\/src\/(main\.ts|cli\/)/],
  ['compose', /^apps\/server\/src\/compose(-\w+)?\.ts/],
  ['config', /^apps\/server\/src\/(config(-\w+)?|settings(-\w+)?|setting-schemas)\.ts/],
  ['errors', /^apps\/server\/src\/errors\.ts/],
  ['telemetry', /^apps\/server\/src\/telemetry\//],
  ['roles', /^apps\/server\/src\/roles\//],
  ['features', /^apps\/server\/src\/features\//],
  ['ports', /^apps\/server\/src\/ports\//],
  ['adapters', /^apps\/server\/src\/adapters\//],
  ['database', /^apps\/server\/(src\/database|migrations)\//],
  ['jobs', /^apps\/server\/src\/jobs\//],
  ['http', /^apps\/server\/src\/http\//],
  ['web-app', /^apps\/web\/src\/(app\/|main\.tsx|phone\.tsx)/],
  ['web-features', /^apps\/web\/src\/features\//],
  ['web-dev', /^apps\/web\/src\/dev\//],
  ['web-ui', /^apps\/web\/src\/ui\//],
  ['web-api', /^apps\/web\/src\/api\//],
  ['web-device', /^apps\/web\/src\/device\//],
  ['web-worker', /^apps\/web\/src\/worker\//],
  ['fakes', /^fakes\//],
]

const serverWide = ['errors', 'telemetry', 'domain', 'contract', 'ports']
/** The modules that each module may import. */
const allowedDependencies: Record<string, string[]> = {
  domain: [],
  contract: ['domain'],
  summarizer: ['domain'],
  speech: ['domain'],
  entry: ['compose', 'config', 'errors', 'database', 'http', 'ports', 'domain', 'contract'],
  compose: ['config', 'adapters', 'features', 'roles', 'database', 'jobs', 'http', ...serverWide],
  config: ['domain'],
  errors: ['contract', 'domain'],
  telemetry: ['errors', 'contract', 'domain'],
  roles: ['features', 'http', 'jobs', 'database', 'config', ...serverWide],
  features: ['jobs', 'http', 'database', ...serverWide],
  ports: ['domain', 'contract'],
  adapters: ['summarizer', 'speech', ...serverWide],
  database: [...serverWide],
  jobs: ['database', ...serverWide],
  http: ['database', ...serverWide],
  'web-app': ['web-features', 'web-ui', 'web-api', 'web-device', 'contract', 'domain'],
  'web-features': ['web-ui', 'web-api', 'web-device', 'contract', 'domain'],
  'web-dev': ['web-ui', 'web-device'],
  'web-ui': ['web-device', 'domain'],
  'web-api': ['web-device', 'contract', 'domain'],
  'web-device': ['domain'],
  'web-worker': [],
  fakes: [],
}

/** A feature may use the services of earlier features in this list, but never a later feature or another feature's repository. */
const serverFeatures = [
  'users',
  'notifications',
  'auth',
  'subscriptions',
  'youtube',
  'voices',
  'summaries',
  'schedules',
  'feedback',
  'account',
  'support',
  'analytics',
  'health',
]
const webFeatures = [
  'auth',
  'analytics',
  'notifications',
  'push',
  'player',
  'offline',
  'subscriptions',
  'youtube',
  'schedules',
  'summaries',
  'popular',
  'account',
  'help',
  'feedback',
  'landing',
  'legal',
]

const isTest = (file: string) =>
  /\.(test|spec)\.tsx?$|\.d\.ts$|\/(test|training|fixtures)\/|conformance\.ts$|\/bench\.ts$/.test(file)
const files = globSync(['packages/**/*.ts', 'apps/**/*.{ts,tsx}', 'fakes/**/*.ts'], {
  exclude: ['**/node_modules/**', '**/dist/**'],
})
  .map(file => file.split(path.sep).join('/'))
  .filter(file => !isTest(file))

interface Import {
  from: string
  to: string
  /** The import path in the source. */
  specifier: string
}

const packageSources: Record<string, string> = {
  '@recaps/domain': 'packages/domain/src/',
  '@recaps/contract': 'packages/contract/src/',
  '@recaps/summarizer': 'packages/summarizer/src/',
  '@recaps/speech': 'packages/speech/src/',
  '@recaps/fake-youtube': 'fakes/youtube/src/',
  '@recaps/fake-openid': 'fakes/openid/src/',
  '@recaps/fake-llm': 'fakes/llm/src/',
  '@recaps/fake-tts': 'fakes/tts/src/',
  '@recaps/fake-stripe': 'fakes/stripe/src/',
  '@recaps/fake-app-store': 'fakes/app-store/src/',
  '@recaps/fake-google-play': 'fakes/google-play/src/',
  '@recaps/fake-phone': 'fakes/phone/src/',
  '@recaps/fake-plausible': 'fakes/plausible/src/',
  '@recaps/fake-parts': 'fakes/parts/src/',
  '@recaps/server': 'apps/server/src/',
  '@recaps/web': 'apps/web/src/',
}

function readImports(file: string): Import[] {
  const text = readFileSync(file, 'utf8')
  const specifiers = [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)['"]([^'"]+)['"]/g)].map(match => match[1]!)
  return specifiers.flatMap(specifier => {
    const to = resolve(file, specifier)
    return to ? [{ from: file, to, specifier }] : []
  })
}

function resolve(file: string, name: string): string | null {
  if (name.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(file), name))
  const importedPackage = Object.keys(packageSources).find(
    packageName => name === packageName || name.startsWith(`${packageName}/`),
  )
  return importedPackage ? packageSources[importedPackage]! + (name.slice(importedPackage.length + 1) || 'index') : null
}

const moduleOf = (file: string): string | undefined => modules.find(([, pattern]) => pattern.test(file))?.[0]
const featureOf = (file: string, side: 'server' | 'web'): string | undefined =>
  new RegExp(`^apps/${side}/src/features/([^/]+)/`).exec(file)?.[1]

const imports = files.flatMap(readImports)
const describeImport = ({ from, specifier }: Import) => `${from} imports ${specifier}`

describe('architecture', () => {
  it('every source file belongs to a module', () => {
    const unassigned = files.filter(
      file =>
        !moduleOf(file) && !/vite(\.phone)?\.config|apps\/web\/(build|src\/vite-env|src\/preview|demo)/.test(file),
    )
    expect(unassigned).toEqual([])
  })

  it('modules only depend on the modules they are allowed to import [ASVS 15.2.3]', () => {
    const violations = imports.filter(({ from, to }) => {
      const [fromModule, toModule] = [moduleOf(from), moduleOf(to)]
      return fromModule && toModule && fromModule !== toModule && !allowedDependencies[fromModule]!.includes(toModule)
    })
    expect(violations.map(describeImport)).toEqual([])
  })

  it('features only import earlier features, and never the repository of another feature', () => {
    const orders = [
      ['server', serverFeatures],
      ['web', webFeatures],
    ] as const
    const violations = orders.flatMap(([side, order]) =>
      imports.filter(({ from, to }) => {
        const [fromFeature, toFeature] = [featureOf(from, side), featureOf(to, side)]
        if (!fromFeature || !toFeature || fromFeature === toFeature) return false
        return order.indexOf(toFeature) > order.indexOf(fromFeature) || /repository/.test(to)
      }),
    )
    expect(violations.map(describeImport)).toEqual([])
    const unknown = files.filter(file => {
      const feature = featureOf(file, 'server') ?? featureOf(file, 'web')
      return feature && !serverFeatures.includes(feature) && !webFeatures.includes(feature)
    })
    expect(unknown).toEqual([])
  })

  it('only entry points read the environment or end the process, and only the clock port reads the time [ASVS 13.3.2]', () => {
    const product = files.filter(file => /^(apps\/server\/src|packages)\//.test(file))
    const offences = product.flatMap(file => {
      const text = readFileSync(file, 'utf8')
      const module = moduleOf(file)
      return [
        /process\.env/.test(text) && module !== 'entry' ? `${file} reads the environment` : '',
        /process\.exit\b/.test(text) && module !== 'entry' ? `${file} ends the process` : '',
        /\bDate\.now\(\)|new Date\(\)/.test(text) && !file.endsWith('ports/clock.ts') ? `${file} reads the clock` : '',
      ].filter(Boolean)
    })
    expect(offences).toEqual([])
  })

  it('no source file writes raw HTML into a page [ASVS 1.2.1, 1.2.3, 1.3.5, 3.2.2] [threat 9]', () => {
    const offences = files.filter(file => /dangerouslySetInnerHTML|\.innerHTML\s*=/.test(readFileSync(file, 'utf8')))
    expect(offences).toEqual([])
  })

  it('every dependency has an exact version [ASVS 15.2.1] [threat 28]', () => {
    const manifests = globSync([
      'package.json',
      'packages/*/package.json',
      'apps/*/package.json',
      'fakes/*/package.json',
      'e2e/package.json',
      'bench/package.json',
    ])
    const inexact = manifests.flatMap(file => {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as Record<
        string,
        Record<string, string>
      >
      return Object.entries({ ...dependencies, ...devDependencies })
        .filter(([, version]) => !/^\d/.test(version))
        .map(([name, version]) => `${file}: ${name} ${version}`)
    })
    expect(inexact).toEqual([])
  })
})
