import { feedbackBody } from '@recaps/contract/feedback'
import { act, screen, waitFor, within } from '@testing-library/react'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { openApp, path, withMemoryServer } from '../../test/open-app.tsx'
import { sampleSummary } from '../../test/server/samples.ts'
import { addSummaries, createWorld, sampleUser } from '../../test/server/world.ts'
import { contextLines, withContext } from './context.ts'
import { feedbackForm } from './model.ts'

withMemoryServer()
const now = Date.now()
const unconfirmed = () =>
  createWorld({
    users: [{ email: 'ada@example.com', password: 'long enough', user: sampleUser({ emailVerified: false }) }],
  })
const field = (name: string) => screen.findByLabelText(name)

test('a visitor opens the feedback form from the footer and sends a message', async () => {
  const { user, api } = openApp('/login', { isSignedOut: true })
  await user.click(await screen.findByRole('link', { name: 'Contact Us' }))
  expect(await screen.findByRole('heading', { name: 'Contact Us' })).toBeInTheDocument()
  await user.type(await field('Subject'), 'Captions')
  await user.type(await field('Message'), 'Two lines,{Enter}please.')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeInTheDocument()
  expect(api.world.feedback).toMatchObject([
    { subject: 'Captions', message: expect.stringMatching(/^Two lines,\nplease\.\n\n--\nApp version: /), email: null },
  ])
  await user.click(screen.getByRole('button', { name: 'Send another message' }))
  expect(await field('Subject')).toHaveValue('')
  expect(screen.getByRole('heading', { name: 'Contact Us' })).toHaveFocus()
})

test('a user sends feedback from the support page, with the profile’s email address filled in', async () => {
  const { user, api } = openApp('/tabs/history')
  await user.click(await screen.findByRole('link', { name: 'Support' }))
  await user.click(await screen.findByRole('link', { name: 'Open the form' }))
  expect(await field('Email (optional)')).toHaveValue('ada@example.com')
  expect(screen.getByRole('navigation', { name: 'Main menu' })).toBeInTheDocument()
  await user.type(await field('Subject'), 'Captions')
  await user.type(await field('Message'), 'Please.')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText(/We’ll reply to ada@example.com\./)).toBeInTheDocument()
  expect(api.world.feedback).toHaveLength(1)
  await user.click(screen.getByRole('link', { name: 'Back to Support' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Support' })).toBeInTheDocument()
})

test('the back button of the feedback form returns to the support page', async () => {
  const { user } = openApp('/support')
  await user.click(await screen.findByRole('link', { name: 'Open the form' }))
  expect(await screen.findByRole('group', { name: 'What is it about?' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Support' })).toBeInTheDocument()
})

test('the thank-you message of the feedback form takes the focus, and Tab continues from there', async () => {
  const { user } = openApp('/feedback', { isSignedOut: true })
  await user.type(await field('Subject'), 'Captions')
  await user.type(await field('Message'), 'Please.')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeInTheDocument()
  expect(document.activeElement).toHaveTextContent(/^Thank youWe got your message \(no\. 1\)\./)
  await user.tab()
  expect(screen.getByRole('link', { name: 'Back to Support' })).toHaveFocus()
})

test('a feedback subject can be picked from a list, and the thank-you message shows a number', async () => {
  const { user, api } = openApp('/feedback', { isSignedOut: true })
  const pick = (name: string) => user.click(screen.getByRole('button', { name }))
  expect(await field('Subject')).toHaveValue('')
  await pick('An idea')
  expect(await field('Subject')).toHaveValue('An idea')
  await pick('An idea')
  expect(await field('Subject')).toHaveValue('')
  await pick('A summary is wrong')
  await user.type(await field('Message'), 'It says 1912.')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText(/^We got your message \(no\. 1\)\./)).toBeInTheDocument()
  expect(api.world.feedback).toMatchObject([{ subject: 'A summary is wrong' }])
})

test('the feedback form suggests FAQ answers that match the message', async () => {
  const { user } = openApp('/feedback', { isSignedOut: true })
  const answers = () => screen.queryByRole('region', { name: 'This might help' })
  await user.type(await field('Message'), 'Hello there')
  expect(answers()).not.toBeInTheDocument()
  await user.type(await field('Message'), ', I forgot my password')
  await waitFor(() => expect(answers()).toHaveTextContent('I forgot my password.'))
  await user.click(screen.getByText('I forgot my password.'))
  expect(screen.getByRole('link', { name: 'sent to your email address' })).toHaveAttribute('href', '/reset-password')
})

test('the feedback form keeps its values when sending fails', async () => {
  const { user, api } = openApp('/feedback', {
    isSignedOut: true,
    setUp: server => server.break('feedback.send', () => Response.error()),
  })
  await user.type(await field('Subject'), 'Captions')
  await user.type(await field('Message'), 'A long and careful text.')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t reach the service.')
  expect(await field('Message')).toHaveValue('A long and careful text.')
  api.repair('feedback.send')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeInTheDocument()
})

test('the feedback form reports missing and invalid fields and sends nothing [spec 5.10]', async () => {
  const { user, api } = openApp('/feedback', { isSignedOut: true })
  await user.type(await field('Email (optional)'), 'ada@')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Please enter a subject')).toBeInTheDocument()
  expect(screen.getByText('Please enter a message')).toBeInTheDocument()
  expect(screen.getByText('Please enter a valid email')).toBeInTheDocument()
  expect(screen.queryByText('We’ll reply to this address.')).not.toBeInTheDocument()
  expect(api.calls).not.toContain('feedback.send')
})

test('logging out on the feedback form opens the login page', async () => {
  const { user } = openApp('/feedback')
  expect(await screen.findByRole('heading', { name: 'Contact Us' })).toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'Log out' }))
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
  expect(path()).toBe('/login')
})

test('“Request the change” on the account page prefills a message with the old and new email address', async () => {
  const { user } = openApp('/account')
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.clear(await field('Email'))
  await user.type(await field('Email'), 'countess@example.com')
  await user.click(await screen.findByRole('link', { name: 'Request the change' }))
  expect(await field('Subject')).toHaveValue('Change my email address')
  expect(await field('Message')).toHaveValue(
    'Please change the email address of my account from ada@example.com to countess@example.com.',
  )
})

test('the feedback form shows the page and versions that are sent with the message', async () => {
  const { user, api } = openApp('/history-detail/1', { world: addSummaries(createWorld(), [sampleSummary(1, now)]) })
  await screen.findByRole('heading', { name: 'Key points' })
  await user.click(screen.getByRole('link', { name: 'Support' }))
  await user.click(await screen.findByRole('link', { name: 'Open the form' }))
  const context = await screen.findByRole('region', { name: 'Sent with your message' })
  await waitFor(() =>
    expect(context).toHaveTextContent(
      /^Sent with your messagePage: \/history-detail\/1Summary: 1App version: .+ \(API 1\.0\)$/,
    ),
  )
  await user.type(await field('Subject'), 'Captions')
  await user.type(await field('Message'), 'Please.')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeInTheDocument()
  expect(api.world.feedback[0]!.message).toMatch(
    /^Please\.\n\n--\nPage: \/history-detail\/1\nSummary: 1\nApp version: .+ \(API 1\.0\)$/,
  )
})

test('the feedback form says by how many characters a message is too long to include the context', async () => {
  const { user, api } = openApp('/feedback')
  await user.type(await field('Subject'), 'Captions')
  const context = await screen.findByRole('region', { name: 'Sent with your message' })
  await waitFor(() => expect(context).toHaveTextContent('API 1.0'))
  const room = 10_000 - `\n\n--\n${within(context).getByRole('listitem').textContent}`.length
  const write = async (length: number) => {
    await user.clear(await field('Message'))
    await user.click(await field('Message'))
    await user.paste('x'.repeat(length))
  }
  await write(room + 7)
  const notIncluded = screen.getByRole('region', { name: 'Not included: your message is too long' })
  expect(notIncluded).toHaveTextContent('Make it 7 characters shorter to include this.')
  await write(room)
  expect(screen.getByRole('region', { name: 'Sent with your message' })).toBeInTheDocument()
  await user.type(await field('Message'), 'x')
  expect(screen.getByRole('region', { name: 'Not included: your message is too long' })).toHaveTextContent(
    'Make it 1 character shorter',
  )
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeInTheDocument()
  expect(api.world.feedback[0]!.message).toBe('x'.repeat(room + 1))
})

describe('a copy of a feedback message', () => {
  const send = async (user: ReturnType<typeof openApp>['user']) => {
    await user.type(await field('Subject'), 'Captions')
    await user.type(await field('Message'), 'Please.')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeInTheDocument()
  }

  test('a copy of a feedback message goes to the account’s address if requested', async () => {
    const { user, api } = openApp('/feedback')
    const copy = await screen.findByRole('switch', { name: 'Send me a copy' })
    expect(copy).not.toBeChecked()
    expect(copy).toHaveAccessibleDescription('To ada@example.com, your account’s address')
    await user.click(copy)
    await user.clear(await field('Email (optional)'))
    await user.type(await field('Email (optional)'), 'elsewhere@example.com')
    await send(user)
    expect(screen.getByText(/A copy is on its way to ada@example.com\./)).toBeInTheDocument()
    expect(api.world.feedbackCopies).toEqual([1])
  })

  test('no copy of a feedback message is sent unless requested', async () => {
    const { user, api } = openApp('/feedback')
    await screen.findByRole('switch', { name: 'Send me a copy' })
    await send(user)
    expect(screen.queryByText(/A copy is on its way/)).not.toBeInTheDocument()
    expect(api.world.feedbackCopies).toEqual([])
  })

  test.each([
    ['to visitors', { isSignedOut: true }],
    ['to users with an unconfirmed address', { world: unconfirmed() }],
    ['if the server sends no mail', { world: createWorld({ mail: 'folder' }) }],
  ] as const)('a copy of a feedback message is not offered %s', async (_, opening) => {
    openApp('/feedback', opening)
    await field('Message')
    await waitFor(() => expect(screen.getByText(/API 1\.0/)).toBeInTheDocument())
    expect(screen.queryByRole('switch', { name: 'Send me a copy' })).not.toBeInTheDocument()
  })
})

test('the context of a feedback message can be removed before sending', async () => {
  const { user, api } = openApp('/feedback')
  await user.type(await field('Subject'), 'Captions')
  await user.type(await field('Message'), 'Please.')
  await user.click(screen.getByRole('button', { name: 'Send without this' }))
  expect(screen.queryByRole('region', { name: 'Sent with your message' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeInTheDocument()
  expect(api.world.feedback[0]!.message).toBe('Please.')
})

test('an unfinished feedback message is kept when the user leaves the form, and cleared when it is sent', async () => {
  const { user } = openApp('/feedback')
  await user.type(await field('Message'), 'It began')
  await user.click(screen.getByRole('link', { name: 'Settings' }))
  await user.click(await screen.findByRole('link', { name: 'Contact us' }))
  expect(await field('Message')).toHaveValue('It began')
  expect(screen.getByRole('region', { name: 'Sent with your message' })).toHaveTextContent('Page: /settings')
  await user.type(await field('Subject'), 'Captions')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await user.click(await screen.findByRole('button', { name: 'Send another message' }))
  expect(await field('Message')).toHaveValue('')
})

describe('an unfinished report', () => {
  const promptLine = 'The video says:\n'
  const message = () => screen.findByLabelText<HTMLTextAreaElement>('Message')
  const report = async (user: ReturnType<typeof openApp>['user'], sentence = /^A twist of the deck/) => {
    const text = await screen.findByText(sentence, { selector: '.sentence__text' })
    await user.click(within(text.parentElement!).getByRole('button', { name: 'Report this sentence' }))
    expect((await message()).value).toContain('This sentence is wrong')
  }
  const open = () => openApp('/history-detail/1', { world: addSummaries(createWorld(), [sampleSummary(1, now)]) })
  const back = async () => {
    act(() => window.history.back())
    await screen.findByRole('heading', { name: 'Key points' })
  }
  const forward = () => act(() => window.history.forward())

  test('an unfinished report is restored by going forward or by reporting the same sentence again', async () => {
    const { user } = open()
    await report(user)
    await user.type(await message(), 'forty metres')
    await back()
    forward()
    expect((await message()).value).toMatch(new RegExp(`${promptLine}forty metres$`))
    await back()
    await report(user)
    expect((await message()).value).toMatch(new RegExp(`${promptLine}forty metres$`))
  })

  test('an unfinished report is still there an hour later', async () => {
    const { user } = open()
    await screen.findByRole('heading', { name: 'Key points' })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await report(user)
    await user.type(await message(), 'forty metres')
    await screen.findByText(/API 1\.0/)
    act(() => vi.advanceTimersByTime(3_600_000))
    vi.useRealTimers()
    await back()
    forward()
    expect((await message()).value).toMatch(new RegExp(`${promptLine}forty metres$`))
  })

  test('an unfinished report reopens when the form is opened from elsewhere', async () => {
    const { user } = open()
    await report(user)
    await user.type(await message(), 'forty metres')
    await user.click(screen.getByRole('link', { name: 'Settings' }))
    await user.click(await screen.findByRole('link', { name: 'Contact us' }))
    expect((await message()).value).toMatch(new RegExp(`${promptLine}forty metres$`))
  })

  test('an unfinished report and the user’s own unfinished message do not overwrite each other', async () => {
    const { user } = openApp('/settings', { world: addSummaries(createWorld(), [sampleSummary(1, now)]) })
    const contact = async () => user.click(await screen.findByRole('link', { name: 'Contact us' }))
    await contact()
    await user.type(await message(), 'An idea of mine')
    await user.click(screen.getByRole('link', { name: 'My Summaries' }))
    await user.click(await screen.findByRole('link', { name: /Why bridges hum/ }))
    await report(user)
    await user.type(await message(), 'forty metres')
    await user.click(screen.getByRole('link', { name: 'Settings' }))
    await contact()
    expect(await message()).toHaveValue('An idea of mine')
    act(() => window.history.back())
    await screen.findByRole('heading', { level: 1, name: 'Settings' })
    act(() => window.history.back())
    await waitFor(async () => expect((await message()).value).toMatch(new RegExp(`${promptLine}forty metres$`)))
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await user.click(await screen.findByRole('button', { name: 'Send another message' }))
    expect(await message()).toHaveValue('An idea of mine')
  })

  test('a sent report is gone when the form is opened again', async () => {
    const { user } = open()
    await report(user)
    await user.type(await message(), 'forty metres')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await user.click(await screen.findByRole('link', { name: 'Back to Support' }))
    await user.click(await screen.findByRole('link', { name: 'Open the form' }))
    expect(await message()).toHaveValue('')
  })

  test('a message written after sending a report is not mixed into the next report', async () => {
    const { user } = open()
    await report(user)
    await user.type(await message(), 'forty metres')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await user.click(await screen.findByRole('button', { name: 'Send another message' }))
    expect(await message()).toHaveValue('')
    await user.type(await message(), 'An idea of mine')
    await back()
    await report(user)
    expect((await message()).value).toMatch(new RegExp(`${promptLine}$`))
  })
})

test('the context of a feedback message omits share tokens and is dropped if it doesn’t fit', () => {
  const token = 'k'.repeat(43)
  const lines = contextLines({ page: `/history-detail/${token}`, app: '0.1.0', api: null })
  expect(lines).toEqual(['Page: /history-detail', 'App version: 0.1.0'])
  expect(withContext('x'.repeat(9_990), lines)).toHaveLength(9_990)
  expect(withContext('x', [])).toBe('x')
})

test('the feedback form accepts exactly what the API contract accepts', () => {
  const text = fc.oneof(fc.string(), fc.emailAddress(), fc.constantFrom('', ' ', 'x'.repeat(201), 'x'.repeat(10_001)))
  fc.assert(
    fc.property(text, text, text, (subject, message, email) => {
      const form = { subject, message, email }
      expect(feedbackForm.safeParse(form).success).toBe(feedbackBody.safeParse(form).success)
    }),
  )
})
