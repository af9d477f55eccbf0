import type { Response } from '@playwright/test'
import { createReadySummary, expect, talks, test } from './fixtures.ts'

test('a user rates a summary as not helpful and opens the feedback form with its id filled in', async ({
  demoUser: { page, client },
}) => {
  const id = await createReadySummary(client, talks.bread.link)
  await client.summaries.change({ params: { id }, body: { rating: 'none' } })
  await page.goto(`/history-detail/${id}`)
  const rating = page.getByRole('region', { name: 'Was this summary helpful?' })
  const no = rating.getByRole('button', { name: 'No', exact: true })
  // Opening the summary also sends a change: that it was read.
  const isRating = (answer: Response) => answer.ok() && answer.request().postData()?.includes('"rating":"bad"') === true
  await Promise.all([page.waitForResponse(isRating), no.click()])
  await page.reload()
  await expect(no).toHaveAttribute('aria-pressed', 'true')
  await rating.getByRole('button', { name: 'Tell us what’s wrong' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('A summary is wrong')
  await expect(page.getByRole('region', { name: 'Sent with your message' })).toContainText(`Summary: ${id}`)
})

test('the default focus from the settings is filled in on Generate and can be removed there', async ({
  demoUser: { page, client },
}) => {
  await client.users.changeSettings({ body: { defaultFocus: null } })
  try {
    await page.goto('/settings')
    await page.getByLabel('What do you want to know most?').fill('what it costs')
    await page.getByLabel('What do you want to know most?').press('Enter')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.goto('/tabs/summarize')
    const field = page.getByRole('textbox', { name: 'What do you want to know most?' })
    await expect(field).toHaveValue('what it costs')
    await page.getByRole('button', { name: 'Remove focus' }).click()
    await expect(field).toBeHidden()
  } finally {
    await client.users.changeSettings({ body: { defaultFocus: null } })
  }
})
