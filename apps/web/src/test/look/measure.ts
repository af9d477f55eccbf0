import { chromium, type Page } from 'playwright'
import { createMemoryApi } from '../server/memory-api.ts'
import { sampleToken } from '../server/world.ts'
import { longWorld } from './screenshot-worlds.ts'
import { serveApp } from './serve.ts'

/**
 * Measures a list of 10,000 summaries in a real browser: number of elements, long tasks while scrolling on a throttled CPU, and
 * whether the scroll position is restored after opening a summary. Run with `node src/test/look/measure.ts`; exits with 1 if a
 * budget is exceeded.
 */
const budgets = { nodes: 400, longTasks: 12, driftPx: 2 }

const server = await serveApp(createMemoryApi(longWorld()), 0)
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: server.url })
await page.addInitScript(token => localStorage.setItem('authToken', token), sampleToken)
await page.goto('/tabs/history')
await page.getByRole('list', { name: 'Summaries' }).waitFor()

const figures = { nodes: 0, longTasks: 0, driftPx: 0 }
figures.longTasks = await longTasksWhileScrolling(page)
figures.nodes = await page.evaluate(() => document.body.querySelectorAll('*').length)
figures.driftPx = await driftAfterReturn(page)
console.log(JSON.stringify(figures))
await browser.close()
server.close()
const isOverBudget = Object.entries(budgets).some(([name, budget]) => figures[name as keyof typeof figures] > budget)
process.exitCode = isOverBudget ? 1 : 0

async function longTasksWhileScrolling(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const count = await page.evaluate(async () => {
    let tasks = 0
    const observer = new PerformanceObserver(list => {
      tasks += list.getEntries().length
    })
    observer.observe({ type: 'longtask' })
    for (let frame = 0; frame < 180; frame++) {
      window.scrollBy(0, 60)
      await new Promise(requestAnimationFrame)
    }
    tasks += observer.takeRecords().length
    observer.disconnect()
    return tasks
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return count
}

async function driftAfterReturn(page: Page): Promise<number> {
  await page.waitForTimeout(500)
  const scrollPosition = () => page.evaluate(() => window.scrollY)
  const before = await scrollPosition()
  await page.locator('.summary-row__title').nth(5).click()
  await page.getByRole('button', { name: 'Back' }).waitFor()
  await page.waitForTimeout(300)
  await page.goBack()
  await page.getByRole('list', { name: 'Summaries' }).waitFor()
  await page.waitForTimeout(500)
  return Math.abs((await scrollPosition()) - before)
}
