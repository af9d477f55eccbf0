import { configDefaults, defineConfig } from 'vitest/config'

/** Suites that take long stand in files of their own and run by `npm run test:long`. */
const exclude = [...configDefaults.exclude, '**/*.long.test.ts']

/** Long ones that only compute, and whose time and kills nothing depends on: they run beside each other. */
const computing = [
  'bench/eval/quality.long.test.ts',
  'bench/eval/main.long.test.ts',
  'packages/domain/test/recurrence.long.test.ts',
  'packages/summarizer/test/odd-input.long.test.ts',
  'apps/server/src/adapters/transcriber/transcriber.long.test.ts',
]

/** Long ones whose processes are killed or stopped, and which wait for leases more than they compute. */
const waiting = [
  'fenced-runs',
  'fenced-messages',
  'demo-following',
  'kill',
  'killed-hearing',
  'mail-kill',
  'model-kill',
  'payment-kill',
  'push-kill',
  'voices-kill',
]
  .map(name => `apps/server/test/${name}.long.test.ts`)
  .concat('apps/server/src/features/subscriptions/faults.long.test.ts')

export default defineConfig({
  test: {
    // Many tests wait: for processes they have started, for pauses and leases. Four at a time keep two cores busy.
    maxWorkers: 4,
    // Loading everything anew for each file took a third of the time; no test leaves anything behind.
    isolate: false,
    projects: [
      { test: { name: 'house', include: ['*.test.ts'], exclude } },
      { test: { name: 'packages', include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts'], exclude } },
      { test: { name: 'twins', include: ['twins/*/**/*.test.ts'], exclude } },
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
          name: 'long',
          include: ['**/*.long.test.ts'],
          exclude: [...configDefaults.exclude, 'apps/web/**', ...computing, ...waiting],
          globalSetup: 'apps/server/test/global-setup.ts',
          testTimeout: 1_800_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'long-waiting',
          include: waiting,
          globalSetup: 'apps/server/test/global-setup.ts',
          maxWorkers: 2,
          testTimeout: 1_800_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'long-computing',
          include: computing,
          maxWorkers: 2,
          testTimeout: 1_800_000,
          sequence: { groupOrder: 3 },
        },
      },
      './apps/web',
    ],
  },
})
