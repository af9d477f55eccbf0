import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'
import { phoneDevice } from './apps/web/build/for-phones.ts'

/** Suites that take long stand in files of their own and run by `npm run test:long`. */
const exclude = [...configDefaults.exclude, '**/*.long.test.ts']

/** Long ones whose time says something, or that keep both cores busy by themselves: one after the other. */
const alone = ['event-loop', 'fuzz', 'many-followers', 'processes'].map(longOfServer)

/** Hundreds of lives and deaths of a server: each waits a third of its time, so two of them go side by side. */
const kills = ['following-kills', 'random-kills'].map(longOfServer)

/** Those that run on each database, in turn: here on PostgreSQL, in `npm test` on the embedded one. */
const onPostgres = [
  'cli/support',
  'features/account/deleting',
  'features/notifications/mails',
  'features/notifications/pushes',
  'features/schedules/deletion',
  'features/schedules/following',
  'features/schedules/polling',
  'features/subscriptions/buying',
  'features/subscriptions/life',
  'features/subscriptions/store-and-stripe',
  'features/subscriptions/store-buying',
  'features/subscriptions/store-life',
  'features/summaries/concurrency',
  'features/summaries/hidden-channels',
  'features/summaries/popular',
  'features/summaries/rating',
  'features/summaries/summaries',
  'features/summaries/visibility',
].map(name => `apps/server/src/${name}.test.ts`)

export default defineConfig({
  test: {
    // Many tests wait: for processes they have started, for pauses and leases. Six at a time keep two cores busy.
    maxWorkers: 6,
    // Loading everything anew for each file took a third of the time; no test leaves anything behind.
    isolate: false,
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
      { test: { name: 'twins', include: ['twins/*/**/*.test.ts'], exclude, testTimeout: 30_000 } },
      { test: { name: 'mobile', include: ['apps/mobile/*.test.ts'], exclude } },
      { test: { name: 'bench', include: ['bench/**/*.test.ts'], exclude } },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          exclude,
          env: { TEST_DATABASE: 'embedded' },
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
          // They compute, or wait for leases and pauses while their processes are killed: four at a time.
          name: 'long-beside',
          include: ['**/*.long.test.ts'],
          exclude: [...configDefaults.exclude, 'apps/web/**', ...alone, ...kills],
          globalSetup: 'apps/server/test/global-setup.ts',
          maxWorkers: 4,
          testTimeout: 1_800_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'long-postgres',
          include: onPostgres,
          env: { TEST_DATABASE: 'PostgreSQL' },
          globalSetup: 'apps/server/test/global-setup.ts',
          maxWorkers: 4,
          testTimeout: 180_000,
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
