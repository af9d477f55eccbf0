// Before anything of the app is loaded.
import '../test/phone/android.ts'
import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pageFact } from '../device/page-facts.ts'
import { held } from '../test/phone/android.ts'

const withGoogle = () => screen.queryByRole('button', { name: 'Continue with Google' })

test('an app that was opened while its service could not be reached offers what that one has as soon as it is', async () => {
  let isReached = false
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    if (!isReached) throw new TypeError('Failed to fetch')
    return Response.json({ 'sign-in': 'google' })
  })
  onTestFinished(() => asked.mockRestore())
  const root = Object.assign(document.createElement('div'), { id: 'root' })
  document.body.append(root)
  history.replaceState(null, '', '/login')
  await import('../phone.tsx')
  await screen.findByLabelText('Email')
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  expect(withGoogle()).toBeNull()

  isReached = true
  held.phone.comeBack()
  expect(await screen.findByRole('button', { name: 'Continue with Google' }, { timeout: 5000 })).toBeInTheDocument()
  expect(pageFact('sign-in')).toBe('google')
})
