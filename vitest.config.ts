import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { inTurn } from './apps/server/test/extent.ts'
import { phoneDevice } from './apps/web/build/for-phones.ts'

/** Suites that take long stand in files of their own and run by `npm run test:long`. */
const exclude = [...configDefaults.exclude, '**/*.long.test.ts']

/** Long ones whose time says something: one after the other. */
const alone = ['event-loop', 'processes'].map(longOfServer)

/** Hundreds of lives and deaths of a server: each waits a third of its time, so two of them go side by side. */
const kills = ['cluster', 'cluster-bucket', 'cluster-turns', 'following-kills', 'random-kills'].map(longOfServer)

/** Always: they skip themselves as long as what they measure has not changed. */
const always = ['bench/eval/quality.long.test.ts']

/**
 * The others take minutes of both cores each: a change waits for one half of them, that of the next day for the other
 * (docs/decisions/0052-sample-of-long-tests-on-every-change.md). All with `--whole`. What they themselves take a share of goes round
 * in three days: in two it would be the same share each time.
 */
const beside = inTurn(
  globSync('{apps/server,bench,packages,fakes}/**/*.long.test.ts', {
    cwd: import.meta.dirname,
    exclude: ['**/node_modules'],
  })
    .filter(file => ![...alone, ...kills, ...always].includes(file))
    .sort(),
  2,
)

/** What takes minutes begins first, so that nothing is waited for alone at the end. The longest of all first. */
const longest = [
  'bench/eval/quality',
  'adapters/transcriber/transcriber',
  'test/races',
  'test/many-followers',
  'test/fuzz',
  'subscriptions/plan-limits',
  'test/kill',
  'test/killed-hearing',
  'subscriptions/webhook-orders',
  'subscriptions/webhook-orders-on-postgres',
  'test/fenced-runs',
  'test/fenced-messages',
  'subscriptions/begin-faults',
  'subscriptions/buy-faults',
  'test/program',
  'test/payment-kill',
].map(name => `/${name}.long.test.ts`)

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
    // Some tests wait while others compute. With six at a time on two cores the same tests took a quarter more of processor time
    // than with three, and a fifth more time: each has threads of its own, and what is late is done again. With four `npm test` took 660
    // and 677 s, with three 723 s the day before.
    maxWorkers: availableParallelism() + 2,
    // Loading everything anew for each file took a third of the time; no test leaves anything behind.
    isolate: false,
    // Node's fetch asserts where a call is broken off as its answer ends (msw closes its sockets otherwise than a network does):
    // that comes now and then behind a test that has passed, and is no fault of it.
    onUnhandledError: ({ message, stack }) =>
      !(/assert\(!this\.aborted\)/.test(message) && /onComplete .*undici/.test(stack ?? '')),
    projects: [
      { test: { name: 'house', include: ['*.test.ts'], exclude } },
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
          // They compute, or wait for leases and pauses while their processes are killed.
          name: 'long-beside',
          include: [...always, ...beside],
          globalSetup: 'apps/server/test/global-setup.ts',
          testTimeout: 1_800_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 3 },
        },
      },
      './apps/web',
      {
        // What phones have in place of browsers, over the stand-in of their native side.
        root: './apps/web',
        plugins: [phoneDevice, react()],
        define: { __APP_VERSION__: JSON.stringify('0.1.0') },
        test: {
          name: 'phone',
          environment: 'jsdom',
          include: ['src/**/*.phone-test.tsx'],
          setupFiles: ['src/test/setup.ts'],
          // Each file is on one platform.
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
