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
const question = async () => within(await screen.findByRole('region', { name: 'Was this summary good?' }))

test('its owner says that a summary was good, thinks better of it, and takes it back', async () => {
  const { user, api } = open()
  const asked = await question()
  const rating = () => api.world.summaries.get(1)!.rating
  const [yes, no] = ['Yes', 'No'].map(name => asked.getByRole('button', { name }))
  await user.click(yes!)
  expect(await asked.findByText('Thank you.')).toBeInTheDocument()
  expect(yes).toHaveAttribute('aria-pressed', 'true')
  await waitFor(() => expect(rating()).toBe('good'))
  await user.click(no!)
  await waitFor(() => expect(rating()).toBe('bad'))
  expect(yes).toHaveAttribute('aria-pressed', 'false')
  await user.click(no!)
  await waitFor(() => expect(rating()).toBeNull())
  expect(no).toHaveAttribute('aria-pressed', 'false')
  expect(asked.queryByRole('button', { name: 'Say what is wrong' })).not.toBeInTheDocument()
})

test('who says no is led to the form, which says which summary it is about', async () => {
  const { user } = open({ rating: 'bad' })
  await user.click((await question()).getByRole('button', { name: 'Say what is wrong' }))
  await waitFor(() => expect(path()).toBe('/feedback'))
  expect(await screen.findByLabelText('Subject')).toHaveValue('A summary is wrong')
  expect(screen.getByRole('region', { name: 'We also send' })).toHaveTextContent('Summary: 1')
})

test('what could not be kept is put back and told', async () => {
  const { user, api } = open({ rating: 'good' })
  const asked = await question()
  api.break('summaries.change', 'too_many_requests')
  await user.click(asked.getByRole('button', { name: 'No' }))
  expect(await screen.findByText(failures.too_many_requests.sentence)).toBeInTheDocument()
  expect(asked.getByRole('button', { name: 'Yes' })).toHaveAttribute('aria-pressed', 'true')
  expect(asked.getByRole('button', { name: 'No' })).toHaveAttribute('aria-pressed', 'false')
})

/** The next answer that is given is held back until it is let go: refused, or kept. */
function holdBack(api: ReturnType<typeof openApp>['api']) {
  const { promise, resolve } = Promise.withResolvers<Response>()
  api.break('summaries.change', () => promise)
  return () => resolve(Response.error())
}

test('neither of two answers that could not be kept stays', async () => {
  const { user, api } = open()
  const asked = await question()
  const refuse = holdBack(api)
  const [yes, no] = ['Yes', 'No'].map(name => asked.getByRole('button', { name }))
  await user.click(yes!)
  await user.click(no!)
  refuse()
  await waitFor(() => expect(api.calls.filter(call => call === 'summaries.change')).toHaveLength(2))
  await waitFor(() => expect(no).toHaveAttribute('aria-pressed', 'false'))
  expect(yes).toHaveAttribute('aria-pressed', 'false')
  expect(asked.queryByText(/^Thank you/)).not.toBeInTheDocument()
})

test('the second answer stays where only the first could not be kept', async () => {
  const { user, api } = open()
  const asked = await question()
  const refuse = holdBack(api)
  const [yes, no] = ['Yes', 'No'].map(name => asked.getByRole('button', { name }))
  await user.click(yes!)
  await user.click(no!)
  api.mend('summaries.change')
  refuse()
  await waitFor(() => expect(api.world.summaries.get(1)!.rating).toBe('bad'))
  expect(no).toHaveAttribute('aria-pressed', 'true')
  expect(yes).toHaveAttribute('aria-pressed', 'false')
})

test('of the summary of others nobody is asked', async () => {
  open({ access: 'community' })
  await screen.findByRole('heading', { name: 'In three points' })
  expect(screen.queryByRole('region', { name: 'Was this summary good?' })).not.toBeInTheDocument()
})
