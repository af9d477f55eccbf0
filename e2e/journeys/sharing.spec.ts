import { accounts } from '../../scripts/demo-accounts.ts'
import {
  confirmAddress,
  createReadySummary,
  expect,
  logInAs,
  logInWithToken,
  registerUser,
  talks,
  test,
} from './fixtures.ts'

test('visitors can read and play a shared summary until sharing stops', async ({
  baseURL,
  page: owner,
  visitorPage: page,
}) => {
  const { client, token } = await logInAs(baseURL!, accounts.free)
  const id = await createReadySummary(client, talks.glider.link)
  await logInWithToken(owner, token)
  await owner.goto(`/history-detail/${id}`)
  await owner.getByRole('button', { name: 'Share' }).click()
  await owner.getByRole('button', { name: 'Create link' }).click()
  const link = await owner.getByRole('textbox', { name: 'Link to this summary' }).inputValue()
  const { pathname } = new URL(link)
  const previewTitle = async () =>
    / property="og:title" content="([^"]*)"/.exec(await fetchHtml(`${baseURL}${pathname}`))?.[1]
  expect(await previewTitle()).toMatch(talks.glider.title)
  const [, cardImage = ''] =
    / property="og:image" content="([^"]*)"/.exec(await fetchHtml(`${baseURL}${pathname}`)) ?? []
  expect((await fetch(cardImage)).headers.get('content-type')).toMatch(/^image\//)
  const answer = await page.goto(pathname)
  expect(answer?.headers()['x-robots-tag']).toBe('noindex')
  await expect(page.getByRole('heading', { level: 1, name: talks.glider.title })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible()
  await page.getByRole('button', { name: /^Listen(?! from)/ }).click()
  await expect.poll(() => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0)).toBeGreaterThan(0.5)

  await owner.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(owner.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(await previewTitle()).toBeUndefined()
  expect((await fetch(cardImage)).status).toBe(404)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Summary not found' })).toBeVisible()
  await owner.getByRole('button', { name: 'Undo' }).click()
  await expect(owner.getByRole('textbox', { name: 'Link to this summary' })).toHaveValue(link)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: talks.glider.title })).toBeVisible()
})

test('a user shares one summary from its menu, then several at once, and stops sharing those', {
  tag: '@long',
}, async ({ baseURL, page: owner, visitorPage }) => {
  const { client, token } = await logInAs(baseURL!, accounts.pro)
  const ids = [await createReadySummary(client, talks.glider.link), await createReadySummary(client, talks.bread.link)]
  for (const id of ids) await client.summaries.change({ params: { id }, body: { shared: false } })
  await logInWithToken(owner, token)
  await owner.goto('/tabs/history')
  await owner.getByRole('button', { name: new RegExp(`More actions for .*${talks.glider.title.source}`) }).click()
  await owner.getByRole('menuitem', { name: 'Share' }).click()
  await owner.getByRole('button', { name: 'Create link' }).click()
  const link = await owner.getByRole('textbox', { name: 'Link to this summary' }).inputValue()
  await owner.getByRole('button', { name: 'Close' }).click()

  await owner.getByRole('button', { name: 'Select', exact: true }).click()
  // The row covers its checkbox and takes the click.
  for (const { title } of [talks.glider, talks.bread])
    await owner.getByRole('checkbox', { name: title }).check({ force: true })
  await owner.getByRole('button', { name: 'Share', exact: true }).click()
  await owner.getByRole('button', { name: 'Create the missing link' }).click()
  const list = await owner.getByRole('textbox', { name: '2 links' }).inputValue()
  const links = list.split('\n').map(line => line.split(' – ').at(-1)!)
  expect(links).toContain(link)
  const newLink = links.find(one => one !== link)!
  await visitorPage.goto(new URL(newLink).pathname)
  await expect(visitorPage.getByRole('heading', { level: 1, name: talks.bread.title })).toBeVisible()

  await owner.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(owner.getByText('This link no longer works.')).toBeVisible()
  await visitorPage.reload()
  await expect(visitorPage.getByRole('heading', { name: 'Summary not found' })).toBeVisible()
  await visitorPage.goto(new URL(link).pathname)
  await expect(visitorPage.getByRole('heading', { level: 1, name: talks.glider.title })).toBeVisible()
})

/** The page as the server sends it, which is all that link previews read. */
const fetchHtml = async (address: string) => await (await fetch(address)).text()

test('a summary that three users have is popular: a user opens it, adds it to My Summaries and hides its channel', async ({
  newUser: { page },
  baseURL,
}) => {
  test.slow()
  const other = await registerUser(baseURL!)
  await confirmAddress(page, other)
  const [{ client: first }, { client: second }, { client: third }] = [
    await logInAs(baseURL!, accounts.pro),
    await logInAs(baseURL!, accounts.free),
    other,
  ]
  for (const client of [first, second, third]) {
    const id = await createReadySummary(client, talks.bread.link)
    await client.summaries.view({ params: { id }, body: { id } })
  }
  await page.goto('/tabs/popular?timeframe=day')
  const card = page.getByRole('article', { name: talks.bread.title })
  await expect(async () => {
    await page.reload()
    await expect(card).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 120_000 })
  await expect(page.getByText(/9,999 of 9,999 community reads left/)).toBeVisible()
  await card.getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Key points' })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByText(/9,998 of 9,999 community reads left/)).toBeVisible()
  await expect(card.getByText('Opened')).toBeVisible()
  await card.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Add to queue' }).click()
  await expect(page.getByText('Added to queue')).toBeVisible()
  await page.getByRole('button', { name: 'New to me' }).click()
  await expect(card).toBeHidden()
  await Promise.all([page.waitForResponse(answer => answer.url().includes('/most-viewed')), page.reload()])
  await expect(page.getByRole('button', { name: 'New to me' })).toHaveAttribute('aria-pressed', 'true')
  await expect(card).toBeHidden()
  await page.getByRole('button', { name: 'New to me' }).click()
  await card.getByRole('button', { name: /^Add to My Summaries/ }).click()
  await expect(card.getByText('In My Summaries')).toBeVisible()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page).toHaveURL(/\/history-detail\/\d{1,6}$/)

  // Hide the channel, undo in the toast, hide it again, unhide it in the settings.
  await page.goto('/tabs/popular?timeframe=day')
  const hide = async () => {
    await card.getByRole('button', { name: /^More actions/ }).click()
    await page.getByRole('menuitem', { name: 'Hide this channel' }).click()
    await expect(card).toHaveCount(0)
  }
  await hide()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card).toBeVisible()
  await hide()
  await expect(page.getByText(/hidden from Popular$/)).toBeVisible()
  await page.reload()
  // Parallel tests may have made other summaries popular; otherwise the list is empty.
  const othersOrNone = page.getByRole('article').or(page.getByText(/^You’ve hidden 1 channel\./))
  await expect(othersOrNone.first()).toBeVisible()
  await expect(card).toHaveCount(0)
  await page.goto('/settings')
  const hidden = page.getByRole('region', { name: 'Hidden channels' })
  await hidden.getByRole('button', { name: /^Unhide / }).click()
  await expect(hidden).toHaveCount(0)
  await page.goto('/tabs/popular?timeframe=day')
  await expect(card).toBeVisible()
})
