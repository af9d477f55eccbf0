import { feedbackBody } from '@recaps/contract/feedback'
import { screen } from '@testing-library/react'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openApp, path, withMemoryServer } from '../../test/open-app.tsx'
import { feedbackForm } from './model.ts'

withMemoryServer()
const field = (name: string) => screen.findByLabelText(name)

test('a visitor finds the way at the foot of the page and writes', async () => {
  const { user, api } = openApp('/login', { isSignedOut: true })
  await user.click(await screen.findByRole('link', { name: 'Contact Us' }))
  expect(await screen.findByRole('heading', { name: 'Contact Us' })).toBeInTheDocument()
  await user.type(await field('Subject'), 'Captions')
  await user.type(await field('Message'), 'Two lines,{Enter}please.')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeInTheDocument()
  expect(api.world.feedback).toMatchObject([{ subject: 'Captions', message: 'Two lines,\nplease.', email: null }])
  await user.click(screen.getByRole('button', { name: 'Write another one' }))
  expect(await field('Subject')).toHaveValue('')
})

test('a user writes from the menu, and is answered at the known address', async () => {
  const { user, api } = openApp('/tabs/history')
  await user.click(await screen.findByRole('link', { name: 'Support' }))
  expect(await field('Email (optional)')).toHaveValue('ada@example.com')
  expect(screen.getByRole('navigation', { name: 'Main menu' })).toBeInTheDocument()
  await user.type(await field('Subject'), 'Captions')
  await user.type(await field('Message'), 'Please.')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText(/We answer to ada@example.com\./)).toBeInTheDocument()
  expect(api.world.feedback).toHaveLength(1)
})

test('what was typed stays when it could not be sent', async () => {
  const { user, api } = openApp('/feedback', {
    isSignedOut: true,
    setUp: server => server.break('feedback.send', () => Response.error()),
  })
  await user.type(await field('Subject'), 'Captions')
  await user.type(await field('Message'), 'A long and careful text.')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The service could not be reached.')
  expect(await field('Message')).toHaveValue('A long and careful text.')
  api.mend('feedback.send')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeInTheDocument()
})

test('what is missing or wrong is asked for, and nothing is sent', async () => {
  const { user, api } = openApp('/feedback', { isSignedOut: true })
  await user.type(await field('Email (optional)'), 'ada@')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Please enter a subject')).toBeInTheDocument()
  expect(screen.getByText('Please enter a message')).toBeInTheDocument()
  expect(screen.getByText('Please enter a valid email')).toBeInTheDocument()
  expect(api.calls).not.toContain('feedback.send')
})

test('/support leads here, and logging out here leads to the login page', async () => {
  const { user } = openApp('/support')
  expect(await screen.findByRole('heading', { name: 'Contact Us' })).toBeInTheDocument()
  expect(path()).toBe('/feedback')
  await user.click(await screen.findByRole('button', { name: 'Log out' }))
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
  expect(path()).toBe('/login')
})

test('the wish for another address is written already', async () => {
  const { user } = openApp('/account')
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.clear(await field('Email'))
  await user.type(await field('Email'), 'countess@example.com')
  await user.click(await screen.findByRole('link', { name: 'Ask for the change' }))
  expect(await field('Subject')).toHaveValue('Change of my e-mail address')
  expect(await field('Message')).toHaveValue(
    'Please change the e-mail address of my account from ada@example.com to countess@example.com.',
  )
})

test('what the form accepts, the contract accepts, and the other way round', () => {
  const text = fc.oneof(fc.string(), fc.emailAddress(), fc.constantFrom('', ' ', 'x'.repeat(201), 'x'.repeat(10_001)))
  fc.assert(
    fc.property(text, text, text, (subject, message, email) => {
      const form = { subject, message, email }
      expect(feedbackForm.safeParse(form).success).toBe(feedbackBody.safeParse(form).success)
    }),
  )
})
