import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'

const port = 43_117
const root = path.resolve(import.meta.dirname, '..')

/** The journeys run against the demo: the built product on a fresh data folder, with its stand-ins. */
export default defineConfig({
  testDir: './journeys',
  outputDir: path.join(root, 'test-results'),
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--autoplay-policy=no-user-gesture-required'],
    },
  },
  webServer: {
    command: 'node scripts/demo.ts',
    cwd: root,
    url: `http://localhost:${port}/health`,
    timeout: 90_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: String(port),
      DATA_DIR: mkdtempSync(path.join(tmpdir(), 'recaps-journeys-')),
      DEFAULT_PLAN: 'ultimate',
      LOG_FORMAT: 'json',
    },
  },
})
