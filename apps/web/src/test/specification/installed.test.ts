import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { registerWorker, whenStable } from '../../device/service-worker.ts'
import { style } from './quotes.ts'

describe('§9: time of the service worker registration [spec 9.15]', () => {
  const act = vi.fn()
  let readyState: DocumentReadyState = 'loading'
  beforeEach(() => {
    vi.useFakeTimers()
    act.mockReset()
    readyState = 'loading'
    vi.spyOn(document, 'readyState', 'get').mockImplementation(() => readyState)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  test('the service worker registers once the page has loaded and is idle', async () => {
    whenStable(act)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(act).not.toHaveBeenCalled()
    window.dispatchEvent(new Event('load'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(act).toHaveBeenCalledOnce()
  })

  test('the service worker registers at once if the page has already loaded', async () => {
    readyState = 'complete'
    whenStable(act)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(act).toHaveBeenCalledOnce()
  })

  test('the service worker registers only once, after 30000 ms at the latest [spec 9.15]', async () => {
    whenStable(act)
    await vi.advanceTimersByTimeAsync(29_999)
    expect(act).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(act).toHaveBeenCalledOnce()
    window.dispatchEvent(new Event('load'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(act).toHaveBeenCalledOnce()
  })
})

describe('§9: the service worker and the build mode', () => {
  const register = vi.fn(async () => ({}))
  beforeEach(() => {
    register.mockClear()
    Object.defineProperty(navigator, 'serviceWorker', {
      configurable: true,
      value: { register, ready: Promise.resolve({}) },
    })
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    Reflect.deleteProperty(navigator, 'serviceWorker')
  })

  test('the service worker is registered in a production build', async () => {
    expect(await registerWorker()).not.toBeNull()
    expect(register).toHaveBeenCalledWith('/service-worker.js')
  })

  test('the service worker is not registered in development [spec 9.15]', async () => {
    vi.stubEnv('MODE', 'development')
    expect(await registerWorker()).toBeNull()
    expect(register).not.toHaveBeenCalled()
  })
})

test('§9: the app is installable: its manifest has a name, start URL, standalone display, icons and screenshots [spec 9.16]', () => {
  expect(style('../app.html')).toContain('<link rel="manifest" href="/manifest.webmanifest" />')
  const manifest = JSON.parse(style('../public/manifest.webmanifest')) as {
    icons: { src: string; sizes: string; purpose?: string }[]
    screenshots: { src: string }[]
  }
  expect(manifest).toMatchObject({ name: '%product-name%', start_url: expect.any(String), display: 'standalone' })
  expect(manifest.icons.map(({ sizes, purpose = '' }) => `${sizes} ${purpose}`.trim())).toEqual(
    expect.arrayContaining(['192x192', '512x512', '512x512 maskable']),
  )
  for (const { src } of [...manifest.icons, ...manifest.screenshots])
    expect([src, existsSync(join(import.meta.dirname, '../../../public', src))]).toEqual([src, true])
})
