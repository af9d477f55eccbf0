import { failures } from '@recaps/contract'
import { auth, loginBody, registerBody } from '@recaps/contract/auth'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { setMedia } from '../../test/browser.ts'
import { openApp, path, withMemoryServer } from '../../test/open-app.tsx'
import { sampleSummary } from '../../test/server/samples.ts'
import { addSummaries, createWorld, sampleUser } from '../../test/server/world.ts'
import { loginForm, newPasswordForm, passwordStrength, registrationForm, resetRequestForm } from './model.ts'
import { fullName, initials } from './profile.ts'

withMemoryServer()
const email = () => screen.findByLabelText('Email')
const password = () => screen.getByLabelText('Password')
const logIn = () => screen.getByRole('button', { name: 'Log in' })
const signedOut = { isSignedOut: true }

describe('logging in', () => {
  test('leads back to the page that asked', async () => {
    const world = addSummaries(createWorld(), [sampleSummary(1, Date.now())])
    const { user } = openApp('/history-detail/1', { world, isSignedOut: true })
    await user.type(await email(), 'ada@example.com')
    expect(path()).toBe('/login')
    await user.type(password(), 'long enough')
    await user.click(logIn())
    expect(await screen.findByRole('heading', { name: /Why bridges hum/ })).toBeInTheDocument()
    expect(path()).toBe('/history-detail/1')
  })

  test('keeps token and user in local storage [spec 4.1]', async () => {
    const { user } = openApp('/home', signedOut)
    await user.type(await email(), 'ada@example.com')
    await user.type(password(), 'long enough{Enter}')
    expect(await screen.findByRole('heading', { level: 1, name: 'Schedule' })).toBeInTheDocument()
    expect(localStorage.getItem('authToken')).toMatch(/^token-1/)
    expect(JSON.parse(localStorage.getItem('user')!)).toMatchObject({ email: 'ada@example.com' })
  })

  test('with a wrong password says so and stays', async () => {
    const { user } = openApp('/login', signedOut)
    await user.type(await email(), 'ada@example.com')
    await user.type(password(), 'something else')
    await user.click(logIn())
    expect(await screen.findByRole('alert')).toHaveTextContent('Wrong email address or password.')
    expect(screen.getByRole('alert').nextElementSibling).toBe(logIn())
    expect(path()).toBe('/login')
  })

  test('without the service says that it could not be reached', async () => {
    const { user } = openApp('/login', { ...signedOut, setUp: api => api.break('auth.login', () => Response.error()) })
    await user.type(await email(), 'ada@example.com')
    await user.type(password(), 'long enough{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('The service could not be reached.')
  })

  test('is tried again where no answer comes, but not where the answer is no', async () => {
    let unanswered = 0
    const { user, api } = openApp('/login', signedOut)
    api.break('auth.login', () => {
      if (++unanswered === 2) api.mend('auth.login')
      return Response.error()
    })
    await user.type(await email(), 'ada@example.com')
    await user.type(password(), 'wrong at first')
    await user.click(logIn())
    expect(await screen.findByRole('alert')).toHaveTextContent('Wrong email address or password.')
    expect(unanswered).toBe(2)
  })

  test('takes the address that was typed along to another form, and back', async () => {
    const { user } = openApp('/login', signedOut)
    await user.type(await email(), 'grace@example.com')
    await user.click(screen.getByRole('link', { name: 'Create an account' }))
    expect(await screen.findByRole('heading', { name: 'Create an account' })).toBeInTheDocument()
    expect(await email()).toHaveValue('grace@example.com')
    await user.type(await email(), '.eu')
    await user.click(screen.getByRole('link', { name: 'Log in' }))
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
    expect(await email()).toHaveValue('grace@example.com.eu')
  })

  test('moves nothing away from under a press: a link is followed though the field that was left is wrong', async () => {
    const { user } = openApp('/login', signedOut)
    await user.click(await email())
    const link = screen.getByRole('link', { name: 'Forgot your password?' })
    await user.pointer({ keys: '[MouseLeft>]', target: link })
    expect(screen.queryByText('Email is required')).not.toBeInTheDocument()
    await user.pointer({ keys: '[/MouseLeft]', target: link })
    expect(await screen.findByRole('heading', { name: 'Reset your password' })).toBeInTheDocument()
  })

  test('asks for what is missing and sends nothing', async () => {
    const { user, api } = openApp('/login', signedOut)
    await email()
    await user.click(logIn())
    expect(await screen.findByText('Email is required')).toBeInTheDocument()
    expect(screen.getByText('Password is required')).toBeInTheDocument()
    await user.type(await email(), 'ada@')
    expect(await screen.findByText('Please enter a valid email')).toBeInTheDocument()
    expect(api.calls).not.toContain('auth.login')
  })

  test('tells of a sign-in that failed elsewhere [spec 2.10]', async () => {
    openApp('/login?error=auth_failed', signedOut)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Signing in did not work. Please try again, or use your email address and password.',
    )
  })

  test.each([
    'sign_in_not_set_up',
    'sign_in_unavailable',
    'address_not_confirmed',
    'password_first',
    'too_many_requests',
  ] as const)('says why it failed, as soon as the form is there: %s', async code => {
    openApp(`/login?error=auth_failed&code=${code}`, signedOut)
    await email()
    expect(screen.getByRole('alert')).toHaveTextContent(failures[code].sentence)
  })

  test('helps with the password: shows it, warns of Caps Lock, and lets password managers fill it [ASVS 6.2.6, 6.2.7]', async () => {
    const { user } = openApp('/login', signedOut)
    expect(await email()).toHaveAttribute('autocomplete', 'username')
    expect(password()).toHaveAttribute('autocomplete', 'current-password')
    expect(password()).toHaveAttribute('type', 'password')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(password()).toHaveAttribute('type', 'text')
    fireEvent.keyDown(password(), { key: 'A', modifierCapsLock: true })
    expect(await screen.findByText('Caps Lock is on.')).toBeInTheDocument()
  })
})

describe('a demo', () => {
  const fact = (content: string) => {
    const meta = Object.assign(document.createElement('meta'), { name: 'demo-login', content })
    document.head.append(meta)
    onTestFinished(() => meta.remove())
  }
  const enter = () => screen.findByRole('button', { name: 'Try the demo' })

  test('is entered by one button, as the account that the server offers', async () => {
    fact('ada@example.com long enough')
    const { user, api } = openApp('/login', signedOut)
    await user.click(await enter())
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
    expect(api.calls).toContain('auth.login')
  })

  test('says so where its account has another password by now', async () => {
    fact('ada@example.com of yesterday')
    const { user } = openApp('/login', signedOut)
    await user.click(await enter())
    expect(await screen.findByRole('alert')).toHaveTextContent('Wrong email address or password.')
    expect(await enter()).toBeEnabled()
  })

  test.each(['', 'demo@example.com', ' secret'])('is offered nowhere else: %j', async content => {
    fact(content)
    openApp('/login', signedOut)
    await email()
    expect(screen.queryByRole('button', { name: 'Try the demo' })).toBeNull()
  })
})

describe('registering', () => {
  test('shows the rule before the error and measures the password', async () => {
    const { user } = openApp('/registration', signedOut)
    expect(await screen.findByText('At least 8 characters')).toBeInTheDocument()
    await user.type(password(), 'short')
    await user.tab()
    expect(await screen.findByText('Password must be at least 8 characters')).toBeInTheDocument()
    expect(screen.getByText('Too short')).toBeInTheDocument()
    await user.type(password(), ' no longer 42')
    expect(await screen.findByText('Strong')).toBeInTheDocument()
    expect(screen.queryByText('Password must be at least 8 characters')).not.toBeInTheDocument()
  })

  test.each([
    ['free', 'Free: 3 summaries a month, and 1 channel to follow.'],
    ['ultimate', 'Free: 1,000 summaries a month, and 100 channels to follow.'],
  ])('says what an account begins with on a server whose default plan is %s', async (plan, sentence) => {
    const fact = Object.assign(document.createElement('meta'), { name: 'default-plan', content: plan })
    document.head.append(fact)
    onTestFinished(() => fact.remove())
    openApp('/registration', signedOut)
    expect(await screen.findByText(sentence)).toBeInTheDocument()
  })

  test('sends the time zone of the browser and goes to the first link box', async () => {
    const { user, api } = openApp('/registration', signedOut)
    await user.type(await email(), 'grace@example.com')
    await user.type(password(), 'seven words 4u')
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    expect(await screen.findByRole('heading', { name: 'Generate Summary' })).toBeInTheDocument()
    const account = api.world.users.find(known => known.email === 'grace@example.com')!
    expect(account.user.timezone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
    expect(account.user.firstName).toBeNull()
  })

  test('offers another time zone', async () => {
    const { user, api } = openApp('/registration', signedOut)
    await user.click(await screen.findByRole('button', { name: 'Change' }))
    await user.selectOptions(screen.getByLabelText('Time zone'), 'Asia/Tokyo')
    await user.type(await email(), 'grace@example.com')
    await user.type(password(), 'seven words 4u{Enter}')
    await waitFor(() => expect(api.world.users).toHaveLength(2))
    expect(api.world.users[1]!.user.timezone).toBe('Asia/Tokyo')
  })

  test('with a known address says so, and leads to the log-in with it', async () => {
    const { user } = openApp('/registration', signedOut)
    await user.type(await email(), 'ada@example.com')
    await user.type(password(), 'seven words 4u{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('An account with this email address exists already.')
    await user.click(screen.getByRole('link', { name: 'Log in instead' }))
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
    expect(await email()).toHaveValue('ada@example.com')
  })

  test('that is refused for another reason says that reason', async () => {
    const { user } = openApp('/registration', {
      ...signedOut,
      setUp: api => api.break('auth.register', 'password_too_common'),
    })
    await user.type(await email(), 'grace@example.com')
    await user.type(password(), 'seven words 4u{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent(failures.password_too_common.sentence)
    expect(screen.queryByRole('link', { name: 'Log in instead' })).not.toBeInTheDocument()
  })
})

describe('coming back from Google or Apple', () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => vi.useRealTimers())

  test('sends the code again where no answer comes: one that never arrived is still good, and only one session can come of it', async () => {
    const world = createWorld()
    world.codes.set('once', { userId: world.users[0]!.user.id, redirect: '/tabs/history' })
    let unanswered = 0
    const setUp: NonNullable<Parameters<typeof openApp>[1]>['setUp'] = api =>
      api.break('auth.exchange', () => {
        if (++unanswered === 2) api.mend('auth.exchange')
        return Response.error()
      })
    const { api } = openApp('/auth/callback?token=once', { ...signedOut, world, setUp })
    await waitFor(() => expect(path()).toBe('/tabs/history'))
    expect([unanswered, api.world.codes.size]).toEqual([2, 0])
  })

  test('leads to the log-in where only the answer was lost: the code was used up, and counts for nobody again', async () => {
    // As after the first try, the server knows no such code.
    openApp('/auth/callback?token=once', {
      ...signedOut,
      setUp: api =>
        api.break('auth.exchange', () => {
          api.mend('auth.exchange')
          return Response.error()
        }),
    })
    await waitFor(() => expect(path()).toBe('/login?error=auth_failed'))
  })

  test('has a way back where no answer comes for long', async () => {
    const { user } = openApp('/auth/callback?token=once', {
      ...signedOut,
      setUp: api => api.break('auth.exchange', () => new Promise(() => {})),
    })
    expect(await screen.findByText('Processing login, please wait...')).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Back to log in' })).not.toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(8000))
    await user.click(screen.getByRole('link', { name: 'Back to log in' }))
    expect(await email()).toBeInTheDocument()
    expect(path()).toBe('/login')
  })
})

describe('the session', () => {
  test('a signed-out visitor is sent to the login page', async () => {
    openApp('/tabs/history', signedOut)
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
    expect(path()).toBe('/login')
  })

  test('logging out tells the server, clears all local storage and leads to the login page [spec 4.2] [ASVS 7.4.4, 14.3.1]', async () => {
    localStorage.setItem('playbackSpeed', '1.5')
    const { user, api } = openApp('/tabs/history')
    await user.click(await screen.findByRole('button', { name: 'Log out' }))
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
    await waitFor(() => expect(localStorage).toHaveLength(0))
    expect(api.calls).toContain('auth.logout')
    expect(api.world.tokens.size).toBe(0)
  })

  test.each([401, 404])('a %i on the profile forces the log-out [spec 4.3]', async status => {
    const gone = () => Response.json({ error: 'x', code: 'unauthorized', requestId: '1' }, { status })
    openApp('/tabs/history', { setUp: api => api.break('users.profile', gone) })
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
    await waitFor(() => expect(localStorage).toHaveLength(0))
  })

  test('a 401 elsewhere does not [spec 4.5]', async () => {
    openApp('/tabs/history', { setUp: api => api.break('summaries.list', 'unauthorized') })
    expect(await screen.findByText('Couldn’t load your summaries')).toBeInTheDocument()
    expect(localStorage.getItem('authToken')).not.toBeNull()
  })

  test('that is over by now ends with the first call that is refused, whatever it asks for', async () => {
    const { user, api } = openApp('/tabs/history')
    const [popular] = await screen.findAllByRole('link', { name: 'Popular' })
    await waitFor(() => expect(api.calls).toContain('users.profile'))
    api.world.tokens.clear()
    await user.click(popular!)
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
    expect(localStorage).toHaveLength(0)
    expect(api.calls.filter(name => name === 'users.profile')).toHaveLength(2)
  })

  test('that is over by now ends so on phones too, where nothing on the page shows who is logged in', async () => {
    setMedia({ width: 390 })
    const user = sampleUser({ emailVerified: false })
    const app = openApp('/tabs/history', {
      world: createWorld({ users: [{ email: user.email, password: 'x', user }] }),
    })
    await app.user.click(await screen.findByRole('button', { name: 'Not now' }))
    app.api.world.tokens.clear()
    await app.user.click(screen.getByRole('link', { name: 'Popular' }))
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
    expect(localStorage).toHaveLength(0)
  })

  test('works without local storage, and says so in the log [spec 8.11]', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const blocked = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new Error('blocked')
    })
    const { user } = openApp('/login', signedOut)
    await user.type(await email(), 'ada@example.com')
    await user.type(password(), 'long enough{Enter}')
    expect(await screen.findByRole('heading', { level: 1, name: 'Schedule' })).toBeInTheDocument()
    expect(log).toHaveBeenCalledWith('Failed to initialize storage:', expect.any(Error))
    expect(log).toHaveBeenCalledWith(expect.objectContaining({ message: 'Storage not initialized' }))
    blocked.mockRestore()
    log.mockRestore()
  })
})

describe('names', () => {
  test('full name, or the one name there is, or the email [spec 3.2]', () => {
    expect(fullName({ firstName: 'Ada', lastName: 'Lovelace', email: 'a@b.c' })).toBe('Ada Lovelace')
    expect(fullName({ firstName: 'Ada', lastName: null, email: 'a@b.c' })).toBe('Ada')
    expect(fullName({ firstName: '', lastName: '李', email: 'a@b.c' })).toBe('李')
    expect(fullName({ firstName: null, lastName: null, email: 'a@b.c' })).toBe('a@b.c')
    expect(initials({ firstName: null, lastName: null, email: 'zoe@b.c' })).toBe('Z')
  })
})

describe('the forms and the contract', () => {
  const text = fc.oneof(
    fc.string(),
    fc.emailAddress(),
    fc.constantFrom('a@b', 'ada@example.com', ' ada@example.com ', 'short', 'x'.repeat(300), 'ünï@example.com'),
  )

  test('what the login form accepts, the contract accepts, and the other way round [ASVS 2.2.2]', () => {
    fc.assert(
      fc.property(text, text, (mail, secret) => {
        const form = loginForm.safeParse({ email: mail, password: secret }).success
        expect(form && secret.length <= 1024).toBe(loginBody.safeParse({ email: mail, password: secret }).success)
      }),
    )
  })

  test('so it is with the forms of the reset', () => {
    fc.assert(
      fc.property(text, text, (email, newPassword) => {
        expect(resetRequestForm.safeParse({ email }).success).toBe(
          auth.requestPasswordReset.body.safeParse({ email }).success,
        )
        expect(newPasswordForm.safeParse({ password: newPassword }).success).toBe(
          auth.resetPassword.body.safeParse({ token: 'x', newPassword }).success,
        )
      }),
    )
  })

  test('so it is with the registration form [spec 5.6]', () => {
    fc.assert(
      fc.property(text, text, text, (mail, secret, firstName) => {
        const form = { email: mail, password: secret, firstName, lastName: '', timezone: 'Europe/Rome' }
        expect(registrationForm.safeParse(form).success).toBe(registerBody.safeParse(form).success)
      }),
    )
  })
})

test('a password is not strong for being long and dull', () => {
  expect(passwordStrength('1234567')).toBe(0)
  expect(passwordStrength('aaaaaaaaaaaaaaaa')).toBe(1)
  expect(passwordStrength('1234567890123456')).toBe(1)
  expect(passwordStrength('correct4u')).toBe(2)
  expect(passwordStrength('correct horse battery')).toBe(3)
})
