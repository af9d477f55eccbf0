import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { lazy, Suspense } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ErrorBoundary, Regions } from '../../ui/ErrorBoundary.tsx'

let isBroken = true
function Fragile() {
  if (isBroken) throw new Error('a bug')
  return <p>The schedule</p>
}

beforeEach(() => {
  isBroken = true
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('a failed card shows an error in its place, and the other cards stay', () => {
  render(
    <Regions name="page">
      <p>The head</p>
      <Fragile />
      {false}
      <p>The foot</p>
    </Regions>,
  )
  expect(screen.getByText('The head')).toBeInTheDocument()
  expect(screen.getByRole('status')).toHaveTextContent('This part isn’t working. The rest of the page still works.')
  expect(screen.getByText('The foot')).toBeInTheDocument()
})

test('a failed card can be retried with its own button', async () => {
  render(
    <Regions name="page">
      <Fragile />
    </Regions>,
  )
  const retry = () => userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await retry()
  expect(screen.queryByText('The schedule')).toBeNull()
  isBroken = false
  await retry()
  expect(screen.getByText('The schedule')).toBeInTheDocument()
  expect(screen.queryByRole('status')).toBeNull()
})

test.each([
  ['Failed to fetch dynamically imported module: https://recaps.example/assets/x.js', 0],
  ['error loading dynamically imported module', 0],
  ['Importing a module script failed.', 0],
  ['Unable to preload CSS for /assets/x.css', 0],
  ['an unknown error message', 1],
])('a card whose code cannot be loaded offers to reload the page: “%s”', async (message, tries) => {
  const Missing = lazy(() => Promise.reject(new TypeError(message)))
  render(
    <Regions name="page">
      <p>The head</p>
      <Suspense>
        <Missing />
      </Suspense>
    </Regions>,
  )
  for (let at = 0; at < tries; at++) await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Reload the page' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(screen.getByText('The head')).toBeInTheDocument()
})

test('a failed page recovers when the user opens another page', () => {
  const page = (address: string) => (
    <ErrorBoundary name="page" resetKey={address}>
      <Fragile />
    </ErrorBoundary>
  )
  const { rerender } = render(page('/one'))
  expect(
    within(screen.getByRole('main')).getByRole('heading', { level: 1, name: 'This page isn’t working' }),
  ).toBeInTheDocument()
  isBroken = false
  rerender(page('/other'))
  expect(screen.getByText('The schedule')).toBeInTheDocument()
})
