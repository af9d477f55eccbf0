import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import {
  countedPort,
  dataDirOf,
  demoPort,
  hasRecordings,
  paymentPort,
  phoneOrigin,
  phonePaymentPort,
  plausiblePort,
  pushPort,
  recordedPort,
  recordings,
  root,
  shopsPort,
  storePort,
} from './demos.ts'

const isLong = /@long|\.long\.spec\.ts/

/** The quick ones need one demo only; each takes half a minute of a processor to start. */
const isQuick = process.argv.includes('quick') && !process.argv.includes('long')

// Handed down to all workers: a run that goes past midnight stays one run.
process.env.E2E_DAY ??= String(Math.floor(Date.now() / 86_400_000))
// So are the data folders: the journeys look up the token of each demo there.
process.env.E2E_DATA ??= mkdtempSync(path.join(tmpdir(), 'recaps-journeys-'))

/** The journeys run against the demo: the built product on a fresh data folder, with its stand-ins. */
export default defineConfig({
  testDir: './journeys',
  outputDir: path.join(root, 'test-results'),
  fullyParallel: true,
  workers: 3,
  // One that passes only at a later try is named as unsteady at the end of the run.
  retries: 2,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: `http://localhost:${demoPort}`,
    // Taken at the second try only: a trace of every try costs as much as many of the journeys.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--autoplay-policy=no-user-gesture-required'],
    },
  },
  // Those that take minutes run in `npm run test:long`, and so do the rarer ways beside a journey that is among the quick ones.
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
          demo(storePort, { RECORDINGS: '', SHOPS_PORT: String(shopsPort) }),
          demo(countedPort, { DEFAULT_PLAN: 'ultimate', RECORDINGS: '', PLAUSIBLE_FAKE_PORT: String(plausiblePort) }),
          ...(hasRecordings ? [demo(recordedPort, { DEFAULT_PLAN: 'free', RECORDINGS: recordings })] : []),
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
      DATA_DIR: dataDirOf(port),
      LOG_FORMAT: 'json',
      ALLOWED_ORIGINS: phoneOrigin,
      // Callers say where they are: journeys by the dozen come from one machine.
      TRUSTED_PROXIES: '1',
      ...env,
    },
  }
}
