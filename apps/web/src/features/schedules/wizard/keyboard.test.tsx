import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openApp, withMemoryServer } from '../../../test/open-app.tsx'
import { sampleChannels } from '../../../test/server/schedule-samples.ts'

withMemoryServer()
const button = (name: string) => screen.findByRole('button', { name })

test('moves focus to the next channel when a chosen channel is removed, and to the heading after the last one', async () => {
  const draft = { id: null, channels: sampleChannels(3), start: null, frequency: 'monthly' }
  localStorage.setItem('schedule', JSON.stringify(draft))
  const { user } = openApp('/schedule-wizard-channels')
  const list = await screen.findByRole('list', { name: 'Your channels' })
  await user.click(await button('Remove Ground Truth'))
  expect(within(list).getAllByRole('listitem')).toHaveLength(2)
  expect(await button('Remove Plain Structures')).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(await button('Remove The Slow Kitchen')).toHaveFocus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(list).not.toBeInTheDocument())
  expect(screen.getByRole('heading', { name: 'Your channels' })).toHaveFocus()
})
