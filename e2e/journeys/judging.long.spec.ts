import type { Response } from '@playwright/test'
import { expect, readySummary, talks, test } from './visitor.ts'

test('a summary is judged by its owner, and who finds it wrong says so in the form that names it', async ({
  seeded: { page, client },
}) => {
  const id = await readySummary(client, talks.bread.link)
  await client.summaries.change({ params: { id }, body: { rating: 'none' } })
  await page.goto(`/history-detail/${id}`)
  const asked = page.getByRole('region', { name: 'Was this summary helpful?' })
  const no = asked.getByRole('button', { name: 'No', exact: true })
  // Opening it says something of it as well: that it was seen.
  const said = (answer: Response) => answer.ok() && answer.request().postData()?.includes('"rating":"bad"') === true
  await Promise.all([page.waitForResponse(said), no.click()])
  await page.reload()
  await expect(no).toHaveAttribute('aria-pressed', 'true')
  await asked.getByRole('button', { name: 'Tell us what’s wrong' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('A summary is wrong')
  await expect(page.getByRole('region', { name: 'We also send' })).toContainText(`Summary: ${id}`)
})

test('what somebody wants to know most of every video stands in Generate, and may be another for one', async ({
  seeded: { page, client },
}) => {
  await client.users.changeSettings({ body: { defaultFocus: null } })
  try {
    await page.goto('/settings')
    await page.getByLabel('What do you want to know most?').fill('what it costs')
    await page.getByLabel('What do you want to know most?').press('Enter')
    await expect(page.getByText('Saved')).toBeVisible()
    await page.goto('/tabs/summarize')
    const field = page.getByRole('textbox', { name: 'What do you want to know most?' })
    await expect(field).toHaveValue('what it costs')
    await page.getByRole('button', { name: 'Remove focus' }).click()
    await expect(field).toBeHidden()
  } finally {
    await client.users.changeSettings({ body: { defaultFocus: null } })
  }
})
