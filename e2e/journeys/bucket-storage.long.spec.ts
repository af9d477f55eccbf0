import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { startS3 } from '../../apps/server/test/start-s3.ts'
import { accounts } from '../../scripts/demo-accounts.ts'
import { findGoProgram, goProgramSkipReason, versitygw } from '../../scripts/go-program.ts'
import { bucketPort, root } from '../demos.ts'
import { createReadySummary, logInAs, talks } from './fixtures.ts'

const url = `http://localhost:${bucketPort}`
const dataDir = mkdtempSync(path.join(tmpdir(), 'recaps-bucket-'))
let demo: ChildProcess | undefined
let s3: Awaited<ReturnType<typeof startS3>> | undefined
let output = ''

test.use({ baseURL: url })
test.describe.configure({ mode: 'serial', timeout: 360_000 })

/** Starts a demo whose bucket has no CORS rule, so pages can't read it. This is how most buckets are created. */
test.beforeAll(async () => {
  const program = findGoProgram(versitygw)
  test.skip(!program, goProgramSkipReason(versitygw))
  s3 = await startS3(program!, false)
  demo = spawn(process.execPath, ['scripts/demo.ts'], {
    cwd: root,
    env: {
      ...{ PATH: process.env.PATH, PORT: String(bucketPort), DATA_DIR: dataDir, LOG_FORMAT: 'json', RECORDINGS: '' },
      ...{ STORAGE_URL: s3.url, TRUSTED_PROXIES: '1' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  demo.stdout?.on('data', chunk => {
    output += chunk
  })
  const isUp = () =>
    fetch(`${url}/health`).then(
      answer => answer.ok,
      () => false,
    )
  await expect.poll(isUp, { timeout: 150_000 }).toBe(true)
})

test.afterAll(async () => {
  if (demo && demo.exitCode === null) {
    demo.kill('SIGTERM')
    await once(demo, 'exit')
  }
  await s3?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('profile pictures, playback and offline audio work with a bucket that has no CORS rule', async ({ page }) => {
  expect(output).toContain('Set a CORS rule that allows GET, HEAD and PUT')
  const { client } = await logInAs(url, accounts.pro)
  const id = await createReadySummary(client, talks.radiators.link)
  await page.goto('/login')
  await page.getByLabel('Email').fill(accounts.pro.email)
  await page.getByLabel('Password', { exact: true }).fill(accounts.pro.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Schedule' })).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)

  await page.goto('/account')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.locator('input[type="file"]').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 300 } }),
  })
  await expect(page.getByText('Profile picture updated successfully')).toBeVisible()

  await page.goto(`/history-detail/${id}`)
  await page.getByRole('button', { name: 'Save offline' }).click()
  await expect(page.getByRole('button', { name: /^Saved · \d/ })).toBeVisible()
  await page.getByRole('button', { name: /^Listen(?! from)/ }).click()
  await expect.poll(() => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0)).toBeGreaterThan(0.2)
})
