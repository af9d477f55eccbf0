import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { phoneDevice } from './apps/web/build/phone-build.ts'

/** Slow suites are in separate files: `.long.test.ts` run on every change, `.whole.test.ts` only with `npm run test:long -- --whole`. */
const exclude = [...configDefaults.exclude, '**/*.{long,whole}.test.ts']

/** Long suites that measure time: run one after the other. */
const alone = ['event-loop', 'processes'].map(longOfServer)

/** Suites that start and kill servers hundreds of times. They are idle for a third of their time, so two run in parallel. */
const kills = ['cluster', 'cluster-bucket', 'cluster-turns', 'digest-kills', 'random-kills'].map(longOfServer)

/** All other long suites. They compute, or wait for leases and pauses while their processes are killed. */
const extents = process.env.TEST_EXTENT === 'whole' ? '{long,whole}' : 'long'
const beside = globSync(`{apps/server,bench,packages,fakes}/**/*.${extents}.test.ts`, {
  cwd: import.meta.dirname,
  exclude: ['**/node_modules'],
}).filter(file => ![...alone, ...kills].includes(file))

/** The slowest suites, longest first. They start first, so that none of them runs alone at the end. */
const longest = [
  'bench/eval/quality',
  'adapters/transcriber/transcriber',
  'test/races',
  'test/many-followers',
  'test/fuzz',
  'subscriptions/plan-limits',
  'test/kill',
  'test/killed-transcription',
  'subscriptions/webhook-orders',
  'subscriptions/webhook-orders-on-postgres',
  'test/fenced-runs',
  'test/fenced-messages',
  'subscriptions/begin-faults',
  'subscriptions/buy-faults',
  'test/program',
  'test/payment-kill',
].flatMap(name => [`/${name}.long.test.ts`, `/${name}.whole.test.ts`])

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const orderOf = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex(name => moduleId.endsWith(name))
      return at < 0 ? longest.length : at
    }
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => groupOf(a) - groupOf(b) || orderOf(a) - orderOf(b))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Some tests wait while others compute. On two cores, six workers took a quarter more CPU time and a fifth more wall time than
    // three, because each has its own threads and late work is retried. With four workers `npm test` took 660 and 677 s, with three
    // 723 s the day before.
    maxWorkers: availableParallelism() + 2,
    // Reloading all modules for each file took a third of the time. Tests clean up after themselves.
    isolate: false,
    // Node's fetch sometimes fails an assertion when a request is aborted just as its response ends (msw closes sockets differently
    // than a network). It happens after a test has passed and is not its fault.
    onUnhandledError: ({ message, stack }) =>
      !(/assert\(!this\.aborted\)/.test(message) && /onComplete .*undici/.test(stack ?? '')),
    projects: [
      { test: { name: 'architecture', include: ['*.test.ts'], exclude } },
      {
        test: {
          name: 'packages',
          include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
          exclude,
          testTimeout: 30_000,
        },
      },
      { test: { name: 'fakes', include: ['fakes/*/**/*.test.ts'], exclude, testTimeout: 30_000 } },
      { test: { name: 'mobile', include: ['apps/mobile/*.test.ts'], exclude } },
      { test: { name: 'bench', include: ['bench/**/*.test.ts'], exclude } },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          exclude,
          globalSetup: 'apps/server/test/global-setup.ts',
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'long-alone',
          include: alone,
          globalSetup: 'apps/server/test/global-setup.ts',
          testTimeout: 1_800_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'long-kills',
          include: kills,
          globalSetup: 'apps/server/test/global-setup.ts',
          maxWorkers: 2,
          testTimeout: 1_800_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'long-beside',
          include: beside,
          globalSetup: 'apps/server/test/global-setup.ts',
          testTimeout: 1_800_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 3 },
        },
      },
      './apps/web',
      {
        // Tests of the phone app, with the fake of its native side.
        root: './apps/web',
        plugins: [phoneDevice, react()],
        define: { __APP_VERSION__: JSON.stringify('0.1.0') },
        test: {
          name: 'phone',
          environment: 'jsdom',
          include: ['src/**/*.phone-test.tsx'],
          setupFiles: ['src/test/setup.ts'],
          // Each file sets its own platform.
          isolate: true,
          testTimeout: 60_000,
        },
      },
    ],
  },
})

function longOfServer(name: string): string {
  return `apps/server/test/${name}.long.test.ts`
}
