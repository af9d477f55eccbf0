// Must come before any import of the app.
import '../test/phone/android.ts'
import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pageFact } from '../device/page-facts.ts'
import { installedPhone } from '../test/phone/android.ts'

const withGoogle = () => screen.queryByRole('button', { name: 'Continue with Google' })

test('an app started while its server is unreachable shows the server’s sign-in options once it is reachable', async () => {
  let isReachable = false
  const fetchSpy = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    if (!isReachable) throw new TypeError('Failed to fetch')
    return Response.json({ 'sign-in': 'google' })
  })
  onTestFinished(() => fetchSpy.mockRestore())
  const root = Object.assign(document.createElement('div'), { id: 'root' })
  document.body.append(root)
  history.replaceState(null, '', '/login')
  await import('../phone.tsx')
  await screen.findByLabelText('Email')
  await vi.waitFor(() => expect(fetchSpy).toHaveBeenCalled())
  expect(withGoogle()).toBeNull()

  isReachable = true
  installedPhone.phone.moveToForeground()
  expect(await screen.findByRole('button', { name: 'Continue with Google' }, { timeout: 5000 })).toBeInTheDocument()
  expect(pageFact('sign-in')).toBe('google')
})
