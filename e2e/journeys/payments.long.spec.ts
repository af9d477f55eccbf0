import type { Locator, Page } from '@playwright/test'
import type { Client } from '@recaps/contract'
import { operatorPage, paymentPort } from '../demos.ts'
import { expect, type LoggedInUser, talks, test } from './fixtures.ts'

test.use({ baseURL: `http://localhost:${paymentPort}` })
// The last test advances the clock of the whole demo, so these tests run one after the other.
test.describe.configure({ mode: 'default' })

const dayMs = 24 * 3600_000
const goodCard = '4242424242424242'

test('each plan limit links to the plan that lifts it, and is lifted right after the purchase', async ({
  newUser: { page, client },
}) => {
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const { id } = await client.summaries.request({ body: { urlOrId: talks.bread.link, type: 'youtube' } })
  // Short transcripts, which are summarized while the page opens.
  for (const bridge of ['north', 'south'])
    await client.summaries.upload({ query: { name: 'a.vtt' }, body: captionsAbout(bridge) })

  await page.goto('/tabs/summarize')
  await page.getByRole('link', { name: 'See Basic' }).click()
  await buy(page, 'Basic', goodCard)
  await page.getByRole('button', { name: 'Done' }).click()
  await menu.getByRole('link', { name: 'Generate Summary' }).click()
  await expect(page.getByText('7 of 10 summaries left this month')).toBeVisible()
  await expect(page.getByRole('link', { name: 'See Basic' })).toBeHidden()

  await menu.getByRole('link', { name: 'Schedule' }).click()
  await page.getByRole('link', { name: 'Choose channels' }).click()
  const search = page.getByRole('searchbox', { name: 'Name, @handle or link' })
  const add = async (handle: string, title: string) => {
    await search.fill(handle)
    await page.getByRole('button', { name: `Add ${title}` }).click()
  }
  await add('@plainbench', 'Plain Bench')
  await add('kitchen', 'Salt & Reason')
  await page.getByRole('link', { name: 'See Premium' }).click()
  await upgrade(page, 'Premium')
  await page.goBack()
  await add('@thelongstreet', 'The Long Street')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Monday at 8:00 AM' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  const daily = page.getByRole('radio', { name: /^Every day/ })
  await expect(daily).toBeDisabled()
  await page.getByRole('link', { name: 'In the Pro plan' }).click()
  await expect(page.getByRole('button', { name: 'Upgrade: Pro' })).toHaveClass(/button--primary/)

  await page.goto(`/history-detail/${id}`)
  await page.getByRole('tab', { name: 'Ask' }).click()
  await page.getByRole('link', { name: 'See Pro' }).click()
  await upgrade(page, 'Pro')
  await page.goBack()
  await page.getByRole('tab', { name: 'Ask' }).click()
  await page.getByRole('textbox', { name: 'Your question' }).fill('What makes bread go stale?')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Word for word from the video.')).toBeVisible()
  await page.goto('/schedule-wizard-frequency')
  await daily.check()
  await page.getByRole('button', { name: 'Follow 3 channels' }).click()
  await expect(page.getByRole('heading', { name: /^Every day/ })).toBeVisible()
  // Otherwise its runs would start when a later test advances the clock.
  const [schedule] = await client.schedules.list()
  await client.schedules.delete({ params: { id: schedule!.id } })
})

test('a declined card, a closed payment sheet and a failed bank confirmation buy nothing until the payment succeeds', async ({
  newUser: { page, client },
}) => {
  await page.goto('/subscriptions?plan=premium')
  await expect(page.getByRole('button', { name: 'Choose: Premium' })).toBeVisible()
  await buy(page, 'Premium', '4000000000000002')
  const sheet = page.getByRole('dialog', { name: 'Pay for Premium' })
  await expect(sheet.getByText('You weren’t charged. Try again or use another card.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page.getByText('You chose Premium but haven’t paid for it yet.')).toBeVisible()
  await expectPlan(page, 'Free', '3')

  await page.getByRole('button', { name: 'Finish payment: Premium' }).click()
  await fillCard(page, '4000002500003155')
  await sheet.getByRole('button', { name: 'Pay $9.99' }).click()
  const bank = page.frameLocator('iframe[title="3-D Secure"]')
  await bank.getByRole('button', { name: 'Fail' }).click()
  await expect(sheet.getByText(/^Your bank didn’t confirm the payment\./)).toBeVisible()
  await sheet.getByRole('button', { name: 'Pay $9.99' }).click()
  await bank.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByRole('dialog', { name: 'Premium is yours' })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expectPlan(page, 'Premium', '30')
  expect((await client.subscriptions.user()).subscriptions).toHaveLength(1)
})

for (const [wallet, paidWith] of [
  ['Google Pay', 'Paid with Google Pay'],
  ['Apple Pay', 'Paid with Apple Pay'],
] as const)
  test(`a user buys a plan with ${wallet} after closing its sheet once without paying`, async ({
    newUser: { page },
  }) => {
    await page.goto('/subscriptions')
    await page.getByRole('button', { name: 'Choose: Basic' }).click()
    const button = page
      .frameLocator('iframe[title="Secure express checkout frame"]')
      .getByRole('button', { name: wallet })
    const walletSheet = page.frameLocator('iframe[title="Wallet"]')
    await waitUntilStill(page.locator('iframe[title="Secure express checkout frame"]'))
    await button.click()
    await expect(walletSheet.getByText('$4.99')).toBeVisible()
    await walletSheet.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.locator('iframe[title="Wallet"]')).toHaveCount(0)
    await expect(page.getByRole('dialog', { name: 'Pay for Basic' })).toBeVisible()
    await button.click()
    await expect(walletSheet.getByText('$4.99')).toBeVisible()
    await walletSheet.getByRole('button', { name: 'Confirm payment' }).click()
    await expect(page.getByRole('dialog', { name: 'Basic is yours' })).toBeVisible()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('region', { name: 'Your plan' })).toContainText(`$4.99 a month · ${paidWith}`)
  })

test('a user buys Basic, upgrades, fixes a failed renewal, and keeps a canceled plan until its month ends', async ({
  newUser,
}) => {
  const { page, client, email } = newUser
  await page.goto('/subscriptions')
  await buy(page, 'Basic', goodCard)
  await expect(page.getByText('10 summaries left this month.')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expectPlan(page, 'Basic', '10')

  await page.getByRole('button', { name: 'Upgrade: Premium' }).click()
  const change = page.getByRole('dialog', { name: 'Change to Premium?' })
  await expect(change).toContainText('Left this month: 30 summaries and 30 community reads.')
  await change.getByRole('button', { name: 'Pay $5.00 and upgrade' }).click()
  await expect(page.getByText('Premium is yours')).toBeVisible()
  await expectPlan(page, 'Premium', '30')
  await createSchedule(client, 3)

  await saveCard(page, 'pm_card_chargeCustomerFail')
  await advanceClockPast(newUser, (await firstSubscription(client)).currentPeriodEnd!)
  await page.reload()
  const failed = page.getByText(/^Your last payment for Premium failed\. You’ll keep Premium until \w+ \d+/)
  await expect(failed).toBeVisible()
  await page.goto('/tabs/history')
  await expect(page.getByText(/^Your last payment for Premium failed\. You’ll keep Premium until/)).toBeVisible()
  await expectMail(page, email, 'Your payment failed')
  await page.goto('/tabs/history')
  await deleteAndRestoreNotification(page, 'Your payment failed')

  await page.goto('/subscriptions')
  await saveCard(page, 'pm_card_visa', 'Pay now')
  await expect(page.getByText(/^Renews on/)).toBeVisible()
  await expect(failed).toBeHidden()
  await expectPlan(page, 'Premium', '30')

  const cancel = page.getByRole('button', { name: 'Cancel plan' })
  const end = /^Ends on \w+ \d+(, \d+)?\. Nothing will be deleted\.$/
  await cancel.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel plan' }).click()
  await expect(page.getByText(end)).toBeVisible()
  await page.getByRole('button', { name: 'Keep Premium' }).click()
  await expect(page.getByText(/^Renews on/)).toBeVisible()
  await cancel.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel plan' }).click()
  await expect(page.getByText(end)).toBeVisible()

  await advanceClockPast(newUser, (await firstSubscription(client)).endDate!)
  await page.reload()
  await expect(page.getByText(/^Your Premium plan ended on/)).toBeVisible()
  await expectPlan(page, 'Free', '3')
  await page.goto('/tabs/dashboard')
  await expect(page.getByRole('list', { name: 'Channels' }).getByText(/^Paused · Your plan allows/)).toHaveCount(2)
  await expectMail(page, email, 'Your Premium plan has ended')
})

/** Deletes a notification, restores it with “Undo” and deletes it again for good. */
async function deleteAndRestoreNotification(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const notice = page.getByRole('dialog', { name: 'Notifications' }).getByRole('link', { name: title })
  const remove = page.getByRole('button', { name: `Delete: ${title}` })
  await remove.click()
  await expect(notice).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(notice).toBeVisible()
  const deleted = page.waitForResponse(response => response.request().method() === 'DELETE')
  await remove.click()
  await deleted
  await page.reload()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByText('Nothing yet.', { exact: false })).toBeVisible()
}

/**
 * Waits until a frame has stopped moving. Frames resize after they render, which moves others; Playwright doesn't notice this
 * inside a frame and would click at its old position.
 */
async function waitUntilStill(frame: Locator): Promise<void> {
  let before = ''
  const isStill = async () => {
    const box = await frame.boundingBox()
    const now = JSON.stringify(box)
    const isSame = now === before
    before = now
    return isSame && (box?.height ?? 0) > 0
  }
  await expect.poll(isStill).toBe(true)
}

async function buy(page: Page, plan: string, number: string): Promise<void> {
  await page.getByRole('button', { name: `Choose: ${plan}` }).click()
  await fillCard(page, number)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
}

/** Upgrades an existing plan with the saved card. */
async function upgrade(page: Page, plan: string): Promise<void> {
  await page.getByRole('button', { name: `Upgrade: ${plan}` }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pay \$/ })
    .click()
  await expect(page.getByText(`${plan} is yours`)).toBeVisible()
}

async function fillCard(page: Page, number: string): Promise<void> {
  const card = page.frameLocator('iframe[title="Secure payment input frame"]')
  await card.getByLabel('Card number').fill(number)
  await card.getByLabel('Expiration date').fill('12 / 39')
  await card.getByLabel('Security code').fill('123')
  await card.getByLabel('ZIP code').fill('12345')
}

/** Expects the plan on the subscriptions page and in the side menu. */
async function expectPlan(page: Page, plan: string, summaries: string): Promise<void> {
  await expect(page.getByRole('region', { name: 'Your plan' })).toContainText(plan)
  await expect(page.getByRole('region', { name: 'This month' })).toContainText(`Summaries0 of ${summaries}`)
  const menu = page.getByRole('navigation').first()
  await expect(menu).toContainText(`${plan} Plan`)
  await expect(menu).toContainText(`${summaries} Summaries remaining this month`)
}

/** Saves a card on the billing page of the payment service and returns to the app. `next` is pressed before returning. */
async function saveCard(page: Page, card: string, next?: string): Promise<void> {
  await page
    .getByRole('button', { name: /^(Cards and invoices|Update card)$/ })
    .first()
    .click()
  await page.getByLabel('Another card').selectOption(card)
  await page.getByRole('button', { name: 'Save card' }).click()
  if (next) await page.getByRole('button', { name: next }).click()
  await page.getByRole('link', { name: 'Return' }).click()
  await expect(page.getByRole('region', { name: 'Your plan' })).toBeVisible()
}

const captionsAbout = (bridge: string) =>
  new TextEncoder().encode(
    `WEBVTT\n\n${Array.from(
      { length: 20 },
      (_, at) =>
        `00:${10 + at}:00.000 --> 00:${10 + at}:50.000\nWe measured the ${bridge} bridge on day ${at}, and it did not move at all.\n`,
    ).join('\n')}`,
  )

const firstSubscription = async (client: Client) => (await client.subscriptions.user()).subscriptions[0]!

/**
 * Advances the demo's clock to two hours after a timestamp and waits until the subscription has changed. Goes in two steps with a
 * request after each, because sessions expire after 30 unused days.
 */
async function advanceClockPast({ client }: LoggedInUser, timestamp: string): Promise<void> {
  const clock = operatorPage(paymentPort, '/dev/clock')
  const before = JSON.stringify(await firstSubscription(client))
  const to = Date.parse(timestamp) + 2 * 3600_000
  for (const at of [to - 15 * dayMs, to]) {
    const now = ((await (await fetch(clock)).json()) as { now: string }).now
    if (at > Date.parse(now)) await post(clock, { to: new Date(at).toISOString() })
    await client.subscriptions.user()
  }
  await expect.poll(async () => JSON.stringify(await firstSubscription(client))).not.toBe(before)
}

async function post(url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
}

async function createSchedule(client: Client, channelCount: number): Promise<void> {
  const thumbnails = { default: '', medium: '', high: '' }
  const ids = ['UCP073R0_x88lMRBc-i9Z1Qg', 'UCYIeKfdLB23dvt6-dCFgRrQ', 'UCZVkOhUli35ZL3JfE9D-l6A'].slice(
    0,
    channelCount,
  )
  // Later than any time these tests advance to.
  const startDateTime = new Date(Date.now() + 300 * dayMs).toISOString()
  await client.schedules.create({
    body: {
      channelList: ids.map(id => ({ id, title: id, description: '', thumbnails })),
      frequency: 'monthly',
      startDateTime,
    },
  })
}

async function expectMail(page: Page, to: string, subject: string): Promise<void> {
  await expect(async () => {
    await page.goto(operatorPage(paymentPort, '/dev/outbox'))
    await expect(page.getByRole('row', { name: to }).getByRole('link', { name: subject })).toBeVisible({ timeout: 500 })
  }).toPass()
}
