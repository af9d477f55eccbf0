import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import {
  analyticsPort,
  demoPort,
  getDataDir,
  hasRecordings,
  paymentPort,
  phoneOrigin,
  phonePaymentPort,
  plausiblePort,
  pushPort,
  recordings,
  recordingsPort,
  root,
  storeControlsPort,
  storePort,
} from './demos.ts'

const isLong = /@long|\.long\.spec\.ts/

/** Quick tests need only the default demo. Every demo takes about 30 s of CPU time to start. */
const isQuick = process.argv.includes('quick') && !process.argv.includes('long')

// Inherited by all workers: tests read each demo's operator token from its data folder.
process.env.E2E_DATA ??= mkdtempSync(path.join(tmpdir(), 'recaps-journeys-'))

/** End-to-end tests run against demos: the built product with fake services and an empty data folder. */
export default defineConfig({
  testDir: './journeys',
  outputDir: path.join(root, 'test-results'),
  fullyParallel: true,
  workers: 3,
  // A test that passes only on a retry is reported as flaky at the end of the run.
  retries: 2,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: `http://localhost:${demoPort}`,
    // Tracing every attempt would cost as much as many of the tests.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--autoplay-policy=no-user-gesture-required'],
    },
  },
  // `npm run test:long` also runs tests that take minutes and rarer variants of quick tests.
  projects: [
    { name: 'quick', grepInvert: isLong },
    { name: 'long', grep: isLong },
  ],
  webServer: [
    demo(demoPort, { DEFAULT_PLAN: 'ultimate', RECORDINGS: '', PUSH_FAKE_PORT: String(pushPort) }),
    ...(isQuick
      ? []
      : [
          demo(paymentPort, { RECORDINGS: '' }),
          demo(phonePaymentPort, { RECORDINGS: '' }),
          demo(storePort, { RECORDINGS: '', SHOPS_PORT: String(storeControlsPort) }),
          demo(analyticsPort, { DEFAULT_PLAN: 'ultimate', RECORDINGS: '', PLAUSIBLE_FAKE_PORT: String(plausiblePort) }),
          ...(hasRecordings ? [demo(recordingsPort, { DEFAULT_PLAN: 'free', RECORDINGS: recordings })] : []),
        ]),
  ],
})

function demo(port: number, env: Record<string, string>) {
  return {
    command: 'node scripts/demo.ts',
    cwd: root,
    url: `http://localhost:${port}/health`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
    env: {
      PORT: String(port),
      DATA_DIR: getDataDir(port),
      LOG_FORMAT: 'json',
      ALLOWED_ORIGINS: phoneOrigin,
      // Lets test clients choose their IP address, so that all tests on one machine don't share a rate limit.
      TRUSTED_PROXIES: '1',
      ...env,
    },
  }
}
