import { failures } from '@recaps/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openApp, path, withMemoryServer } from '../../../test/open-app.tsx'
import { sampleSummary } from '../../../test/server/samples.ts'
import { addSummaries, createWorld } from '../../../test/server/world.ts'

withMemoryServer()
const now = Date.now()
const open = (change: Parameters<typeof sampleSummary>[2] = {}) =>
  openApp('/history-detail/1', { world: addSummaries(createWorld(), [sampleSummary(1, now, change)]) })
const question = async () => within(await screen.findByRole('region', { name: 'Was this summary helpful?' }))

test('an owner can rate a summary, change the rating and withdraw it', async () => {
  const { user, api } = open()
  const form = await question()
  const rating = () => api.world.summaries.get(1)!.rating
  const [yes, no] = ['Yes', 'No'].map(name => form.getByRole('button', { name }))
  await user.click(yes!)
  expect(await form.findByText('Thanks for your feedback.')).toBeInTheDocument()
  expect(yes).toHaveAttribute('aria-pressed', 'true')
  await waitFor(() => expect(rating()).toBe('good'))
  await user.click(no!)
  await waitFor(() => expect(rating()).toBe('bad'))
  expect(yes).toHaveAttribute('aria-pressed', 'false')
  await user.click(no!)
  await waitFor(() => expect(rating()).toBeNull())
  expect(no).toHaveAttribute('aria-pressed', 'false')
  expect(form.queryByRole('button', { name: 'Tell us what’s wrong' })).not.toBeInTheDocument()
})

test('after a No, the feedback form opens with the summary attached', async () => {
  const { user } = open({ rating: 'bad' })
  await user.click((await question()).getByRole('button', { name: 'Tell us what’s wrong' }))
  await waitFor(() => expect(path()).toBe('/feedback'))
  expect(await screen.findByLabelText('Subject')).toHaveValue('A summary is wrong')
  expect(screen.getByRole('region', { name: 'Sent with your message' })).toHaveTextContent('Summary: 1')
})

test('a rating that could not be saved is rolled back with an error', async () => {
  const { user, api } = open({ rating: 'good' })
  const form = await question()
  api.break('summaries.change', 'too_many_requests')
  await user.click(form.getByRole('button', { name: 'No' }))
  expect(await screen.findByText(failures.too_many_requests.sentence)).toBeInTheDocument()
  expect(form.getByRole('button', { name: 'Yes' })).toHaveAttribute('aria-pressed', 'true')
  expect(form.getByRole('button', { name: 'No' })).toHaveAttribute('aria-pressed', 'false')
})

/** Holds back the next rating request. Returns a function that makes it fail. */
function holdNextRating(api: ReturnType<typeof openApp>['api']) {
  const { promise, resolve } = Promise.withResolvers<Response>()
  api.break('summaries.change', () => promise)
  return () => resolve(Response.error())
}

test('two ratings that could not be saved are both rolled back', async () => {
  const { user, api } = open()
  const form = await question()
  const fail = holdNextRating(api)
  const [yes, no] = ['Yes', 'No'].map(name => form.getByRole('button', { name }))
  await user.click(yes!)
  await user.click(no!)
  fail()
  await waitFor(() => expect(api.calls.filter(call => call === 'summaries.change')).toHaveLength(2))
  await waitFor(() => expect(no).toHaveAttribute('aria-pressed', 'false'))
  expect(yes).toHaveAttribute('aria-pressed', 'false')
  expect(form.queryByText(/^Thanks/)).not.toBeInTheDocument()
})

test('the second rating stays if only the first could not be saved', async () => {
  const { user, api } = open()
  const form = await question()
  const fail = holdNextRating(api)
  const [yes, no] = ['Yes', 'No'].map(name => form.getByRole('button', { name }))
  await user.click(yes!)
  await user.click(no!)
  api.repair('summaries.change')
  fail()
  await waitFor(() => expect(api.world.summaries.get(1)!.rating).toBe('bad'))
  expect(no).toHaveAttribute('aria-pressed', 'true')
  expect(yes).toHaveAttribute('aria-pressed', 'false')
})

test('community readers are not asked for a rating', async () => {
  open({ access: 'community' })
  await screen.findByRole('heading', { name: 'Key points' })
  expect(screen.queryByRole('region', { name: 'Was this summary helpful?' })).not.toBeInTheDocument()
})
