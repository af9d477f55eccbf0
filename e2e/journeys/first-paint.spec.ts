import { expect, test } from './visitor.ts'

test('what a page needs comes in Brotli from the first request on', async ({ page }) => {
  const texts: [path: string, encoding: string | undefined][] = []
  page.on('response', response => {
    const { 'content-encoding': encoding, 'content-length': length } = response.headers()
    const { pathname } = new URL(response.url())
    if (/\.(js|css)$|login$/.test(pathname) && (encoding || Number(length) > 1000)) texts.push([pathname, encoding])
  })
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  expect(texts.map(([path]) => path)).toEqual(expect.arrayContaining(['/login', expect.stringContaining('.js')]))
  expect(texts.filter(([, encoding]) => encoding !== 'br')).toEqual([])
})
