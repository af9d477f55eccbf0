import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { lazy, Suspense } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ErrorBoundary, Regions } from '../../ui/ErrorBoundary.tsx'

let isBroken = true
function Fragile() {
  if (isBroken) throw new Error('a fault of ours')
  return <p>The schedule</p>
}

beforeEach(() => {
  isBroken = true
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('a card that fails says so in its place, and the others stay', () => {
  render(
    <Regions name="page">
      <p>The head</p>
      <Fragile />
      {false}
      <p>The foot</p>
    </Regions>,
  )
  expect(screen.getByText('The head')).toBeInTheDocument()
  expect(screen.getByRole('status')).toHaveTextContent('This part failed. The rest still works.')
  expect(screen.getByText('The foot')).toBeInTheDocument()
})

test('a card that failed is tried again by its own button', async () => {
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
  ['what no browser has said so far', 1],
])('a part that could not be loaded leads to loading the page anew: “%s”', async (message, tries) => {
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

test('a page that failed is tried again by itself when another one is opened', () => {
  const page = (address: string) => (
    <ErrorBoundary name="page" resetKey={address}>
      <Fragile />
    </ErrorBoundary>
  )
  const { rerender } = render(page('/one'))
  expect(
    within(screen.getByRole('main')).getByRole('heading', { level: 1, name: 'This page failed' }),
  ).toBeInTheDocument()
  isBroken = false
  rerender(page('/other'))
  expect(screen.getByText('The schedule')).toBeInTheDocument()
})
