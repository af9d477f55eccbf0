import { createReadySummary, expect, talks, test } from './fixtures.ts'

test('a user asks a question about a video and opens the moment that answers it', async ({
  newUser: { page, client },
}) => {
  const id = await createReadySummary(client, talks.bread.link)
  await page.goto(`/history-detail/${id}`)
  await page.getByRole('tab', { name: 'Ask' }).click()
  const field = page.getByRole('textbox', { name: 'Your question' })
  await field.fill('At which temperature does bread go stale the fastest?')
  await field.press('Enter')

  const answer = page.getByRole('log', { name: 'Questions and answers' })
  const moment = answer.getByRole('button', { name: /^Watch at/ }).first()
  await expect(moment).toBeVisible()
  await expect(answer.getByText('Word for word from the video.')).toBeVisible()
  const [minutes, seconds] = (await moment.innerText()).split(':').map(Number)
  await moment.click()
  const video = page.getByTitle(talks.bread.title)
  await expect(video).toBeVisible()
  expect(new URL((await video.getAttribute('src'))!).searchParams.get('start')).toBe(String(minutes! * 60 + seconds!))

  await field.fill('Who won the chess championship in Reykjavik?')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(answer.getByText('I couldn’t find that in the video.')).toBeVisible()
})

test('a suggested question about a summary gets an answer', async ({ newUser: { page, client } }) => {
  const id = await createReadySummary(client, talks.bread.link)
  await page.goto(`/history-detail/${id}`)
  await page.getByRole('tab', { name: 'Ask' }).click()
  await page.getByRole('list', { name: 'Suggested questions' }).getByRole('button').first().click()
  await expect(
    page
      .getByRole('log')
      .getByRole('button', { name: /^Watch at/ })
      .first(),
  ).toBeVisible()
})
