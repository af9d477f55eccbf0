import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/** Who may import whom. A room is a folder; the first pattern that fits a file names its room. */
const rooms: [name: string, pattern: RegExp][] = [
  ['domain', /^packages\/domain\/src\//],
  ['contract', /^packages\/contract\/src\//],
  ['summarizer', /^packages\/summarizer\//],
  ['speech', /^packages\/speech\//],
  ['entry', /^apps\/server\/src\/(main\.ts|cli\/)/],
  ['compose', /^apps\/server\/src\/compose(-\w+)?\.ts/],
  ['config', /^apps\/server\/src\/(config(-\w+)?|settings(-\w+)?|setting-forms)\.ts/],
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

const everywhereInServer = ['errors', 'telemetry', 'domain', 'contract', 'ports']
const mayImport: Record<string, string[]> = {
  domain: [],
  contract: ['domain'],
  summarizer: ['domain'],
  speech: ['domain'],
  entry: ['compose', 'config', 'errors', 'database', 'http', 'ports', 'domain', 'contract'],
  compose: ['config', 'adapters', 'features', 'roles', 'database', 'jobs', 'http', ...everywhereInServer],
  config: ['domain'],
  errors: ['contract', 'domain'],
  telemetry: ['errors', 'contract', 'domain'],
  roles: ['features', 'http', 'jobs', 'database', 'config', ...everywhereInServer],
  features: ['jobs', 'http', 'database', ...everywhereInServer],
  ports: ['domain', 'contract'],
  adapters: ['summarizer', 'speech', ...everywhereInServer],
  database: [...everywhereInServer],
  jobs: ['database', ...everywhereInServer],
  http: ['database', ...everywhereInServer],
  'web-app': ['web-features', 'web-ui', 'web-api', 'web-device', 'contract', 'domain'],
  'web-features': ['web-ui', 'web-api', 'web-device', 'contract', 'domain'],
  'web-dev': ['web-ui', 'web-device'],
  'web-ui': ['web-device', 'domain'],
  'web-api': ['web-device', 'contract', 'domain'],
  'web-device': ['domain'],
  'web-worker': [],
  fakes: [],
}

/** A feature may use the service of an earlier one in this order, never of a later one, and nobody's repository. */
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
  'notices',
  'pushes',
  'player',
  'kept',
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
  written: string
}

const packageOf: Record<string, string> = {
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

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8')
  const written = [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)['"]([^'"]+)['"]/g)].map(match => match[1]!)
  return written.flatMap(name => {
    const to = resolve(file, name)
    return to ? [{ from: file, to, written: name }] : []
  })
}

function resolve(file: string, name: string): string | null {
  if (name.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(file), name))
  const known = Object.keys(packageOf).find(own => name === own || name.startsWith(`${own}/`))
  return known ? packageOf[known]! + (name.slice(known.length + 1) || 'index') : null
}

const roomOf = (file: string): string | undefined => rooms.find(([, pattern]) => pattern.test(file))?.[0]
const featureOf = (file: string, side: 'server' | 'web'): string | undefined =>
  new RegExp(`^apps/${side}/src/features/([^/]+)/`).exec(file)?.[1]

const all = files.flatMap(importsOf)
const say = ({ from, written }: Import) => `${from} imports ${written}`

describe('the house', () => {
  it('has a room for every source file', () => {
    const homeless = files.filter(
      file => !roomOf(file) && !/vite(\.phone)?\.config|apps\/web\/(build|src\/vite-env|src\/preview|demo)/.test(file),
    )
    expect(homeless).toEqual([])
  })

  it('has arrows that point down only [ASVS 15.2.3]', () => {
    const wrong = all.filter(({ from, to }) => {
      const [here, there] = [roomOf(from), roomOf(to)]
      return here && there && here !== there && !mayImport[here]!.includes(there)
    })
    expect(wrong.map(say)).toEqual([])
  })

  it('keeps the features of each side in their order, and their repositories to themselves', () => {
    const orders = [
      ['server', serverFeatures],
      ['web', webFeatures],
    ] as const
    const wrong = orders.flatMap(([side, order]) =>
      all.filter(({ from, to }) => {
        const [here, there] = [featureOf(from, side), featureOf(to, side)]
        if (!here || !there || here === there) return false
        return order.indexOf(there) > order.indexOf(here) || /repository/.test(to)
      }),
    )
    expect(wrong.map(say)).toEqual([])
    const unknown = files.filter(file => {
      const feature = featureOf(file, 'server') ?? featureOf(file, 'web')
      return feature && !serverFeatures.includes(feature) && !webFeatures.includes(feature)
    })
    expect(unknown).toEqual([])
  })

  it('reads the environment in config alone, ends the process in an entry alone, and asks the clock port for the time [ASVS 13.3.2]', () => {
    const product = files.filter(file => /^(apps\/server\/src|packages)\//.test(file))
    const offences = product.flatMap(file => {
      const text = readFileSync(file, 'utf8')
      const room = roomOf(file)
      return [
        /process\.env/.test(text) && room !== 'entry' ? `${file} reads the environment` : '',
        /process\.exit\b/.test(text) && room !== 'entry' ? `${file} ends the process` : '',
        /\bDate\.now\(\)|new Date\(\)/.test(text) && !file.endsWith('ports/clock.ts') ? `${file} reads the clock` : '',
      ].filter(Boolean)
    })
    expect(offences).toEqual([])
  })

  it('writes no raw HTML into a page [ASVS 1.2.1, 1.2.3, 1.3.5, 3.2.2] [threat 9]', () => {
    const offences = files.filter(file => /dangerouslySetInnerHTML|\.innerHTML\s*=/.test(readFileSync(file, 'utf8')))
    expect(offences).toEqual([])
  })

  it('names every version exactly [ASVS 15.2.1] [threat 28]', () => {
    const manifests = globSync([
      'package.json',
      'packages/*/package.json',
      'apps/*/package.json',
      'fakes/*/package.json',
      'e2e/package.json',
      'bench/package.json',
    ])
    const loose = manifests.flatMap(file => {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as Record<
        string,
        Record<string, string>
      >
      return Object.entries({ ...dependencies, ...devDependencies })
        .filter(([, version]) => !/^\d/.test(version))
        .map(([name, version]) => `${file}: ${name} ${version}`)
    })
    expect(loose).toEqual([])
  })
})
