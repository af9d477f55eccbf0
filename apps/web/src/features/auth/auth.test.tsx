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

describe('login', () => {
  test('returns to the requested page after login', async () => {
    const world = addSummaries(createWorld(), [sampleSummary(1, Date.now())])
    const { user } = openApp('/history-detail/1', { world, isSignedOut: true })
    await user.type(await email(), 'ada@example.com')
    expect(path()).toBe('/login')
    await user.type(password(), 'long enough')
    await user.click(logIn())
    expect(await screen.findByRole('heading', { name: /Why bridges hum/ })).toBeInTheDocument()
    expect(path()).toBe('/history-detail/1')
  })

  test('stores token and user in local storage on login [spec 4.1]', async () => {
    const { user } = openApp('/home', signedOut)
    await user.type(await email(), 'ada@example.com')
    await user.type(password(), 'long enough{Enter}')
    expect(await screen.findByRole('heading', { level: 1, name: 'Schedule' })).toBeInTheDocument()
    expect(localStorage.getItem('authToken')).toMatch(/^token-1/)
    expect(JSON.parse(localStorage.getItem('user')!)).toMatchObject({ email: 'ada@example.com' })
  })

  test('shows an error and stays on the login page when the password is wrong', async () => {
    const { user } = openApp('/login', signedOut)
    await user.type(await email(), 'ada@example.com')
    await user.type(password(), 'something else')
    await user.click(logIn())
    expect(await screen.findByRole('alert')).toHaveTextContent('Wrong email address or password.')
    expect(screen.getByRole('alert').nextElementSibling).toBe(logIn())
    expect(path()).toBe('/login')
  })

  test('shows a network error when the service cannot be reached at login', async () => {
    const { user } = openApp('/login', { ...signedOut, setUp: api => api.break('auth.login', () => Response.error()) })
    await user.type(await email(), 'ada@example.com')
    await user.type(password(), 'long enough{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t reach the service.')
  })

  test('retries the login after network errors, but not after an error response', async () => {
    let unanswered = 0
    const { user, api } = openApp('/login', signedOut)
    api.break('auth.login', () => {
      if (++unanswered === 2) api.repair('auth.login')
      return Response.error()
    })
    await user.type(await email(), 'ada@example.com')
    await user.type(password(), 'wrong at first')
    await user.click(logIn())
    expect(await screen.findByRole('alert')).toHaveTextContent('Wrong email address or password.')
    expect(unanswered).toBe(2)
  })

  test('passes the typed email address on to the registration form and back', async () => {
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

  test('does not shift the page on blur, so that a click on a link works although a field is invalid', async () => {
    const { user } = openApp('/login', signedOut)
    await user.click(await email())
    const link = screen.getByRole('link', { name: 'Forgot your password?' })
    await user.pointer({ keys: '[MouseLeft>]', target: link })
    expect(screen.queryByText('Email is required')).not.toBeInTheDocument()
    await user.pointer({ keys: '[/MouseLeft]', target: link })
    expect(await screen.findByRole('heading', { name: 'Reset your password' })).toBeInTheDocument()
  })

  test('shows what is missing in the login form and sends nothing', async () => {
    const { user, api } = openApp('/login', signedOut)
    await email()
    await user.click(logIn())
    expect(await screen.findByText('Email is required')).toBeInTheDocument()
    expect(screen.getByText('Password is required')).toBeInTheDocument()
    await user.type(await email(), 'ada@')
    expect(await screen.findByText('Please enter a valid email')).toBeInTheDocument()
    expect(api.calls).not.toContain('auth.login')
  })

  test('shows on the login page that signing in with a provider failed [spec 2.10]', async () => {
    openApp('/login?error=auth_failed', signedOut)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Sign-in failed. Please try again, or use your email address and password.',
    )
  })

  test.each([
    'sign_in_not_set_up',
    'sign_in_unavailable',
    'address_not_confirmed',
    'password_first',
    'too_many_requests',
  ] as const)('shows why signing in with a provider failed as soon as the form appears: %s', async code => {
    openApp(`/login?error=auth_failed&code=${code}`, signedOut)
    await email()
    expect(screen.getByRole('alert')).toHaveTextContent(failures[code].sentence)
  })

  test('the password field can be revealed, warns about Caps Lock and supports password managers [ASVS 6.2.6, 6.2.7]', async () => {
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

describe('demo login', () => {
  const setDemoLogin = (content: string) => {
    const meta = Object.assign(document.createElement('meta'), { name: 'demo-login', content })
    document.head.append(meta)
    onTestFinished(() => meta.remove())
  }
  const demoButton = () => screen.findByRole('button', { name: 'Try the demo' })

  test('logs in to the shared demo account with one button', async () => {
    setDemoLogin('ada@example.com long enough')
    const { user, api } = openApp('/login', signedOut)
    await user.click(await demoButton())
    await waitFor(() => expect(path()).toBe('/tabs/dashboard'))
    expect(api.calls).toContain('auth.login')
  })

  test('shows an error when the password of the demo account has changed', async () => {
    setDemoLogin('ada@example.com of yesterday')
    const { user } = openApp('/login', signedOut)
    await user.click(await demoButton())
    expect(await screen.findByRole('alert')).toHaveTextContent('Wrong email address or password.')
    expect(await demoButton()).toBeEnabled()
  })

  test.each(['', 'demo@example.com', ' secret'])('offers no demo login for the setting %j', async content => {
    setDemoLogin(content)
    openApp('/login', signedOut)
    await email()
    expect(screen.queryByRole('button', { name: 'Try the demo' })).toBeNull()
  })
})

describe('registration', () => {
  test('shows the password rule up front and rates the password while typing', async () => {
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
    ['free', 'Free: 3 summaries a month and 1 channel to follow.'],
    ['ultimate', 'Free: 1,000 summaries a month and 100 channels to follow.'],
  ])('shows what a new account gets for free when the default plan is %s', async (plan, sentence) => {
    const fact = Object.assign(document.createElement('meta'), { name: 'default-plan', content: plan })
    document.head.append(fact)
    onTestFinished(() => fact.remove())
    openApp('/registration', signedOut)
    expect(await screen.findByText(sentence)).toBeInTheDocument()
  })

  test("sends the browser's time zone on registration and opens Generate Summary", async () => {
    const { user, api } = openApp('/registration', signedOut)
    await user.type(await email(), 'grace@example.com')
    await user.type(password(), 'seven words 4u')
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    expect(await screen.findByRole('heading', { name: 'Generate Summary' })).toBeInTheDocument()
    const account = api.world.users.find(known => known.email === 'grace@example.com')!
    expect(account.user.timezone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
    expect(account.user.firstName).toBeNull()
  })

  test('lets users choose another time zone on registration', async () => {
    const { user, api } = openApp('/registration', signedOut)
    await user.click(await screen.findByRole('button', { name: 'Change' }))
    await user.selectOptions(screen.getByLabelText('Time zone'), 'Asia/Tokyo')
    await user.type(await email(), 'grace@example.com')
    await user.type(password(), 'seven words 4u{Enter}')
    await waitFor(() => expect(api.world.users).toHaveLength(2))
    expect(api.world.users[1]!.user.timezone).toBe('Asia/Tokyo')
  })

  test('offers to log in when the email address already has an account', async () => {
    const { user } = openApp('/registration', signedOut)
    await user.type(await email(), 'ada@example.com')
    await user.type(password(), 'seven words 4u{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('An account with this email address already exists.')
    await user.click(screen.getByRole('link', { name: 'Log in instead' }))
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
    expect(await email()).toHaveValue('ada@example.com')
  })

  test('shows why a registration was rejected', async () => {
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

describe('return from Google or Apple', () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => vi.useRealTimers())

  test('resends the sign-in code after network errors, because a code that never arrived still works', async () => {
    const world = createWorld()
    world.codes.set('once', { userId: world.users[0]!.user.id, redirect: '/tabs/history' })
    let unanswered = 0
    const setUp: NonNullable<Parameters<typeof openApp>[1]>['setUp'] = api =>
      api.break('auth.exchange', () => {
        if (++unanswered === 2) api.repair('auth.exchange')
        return Response.error()
      })
    const { api } = openApp('/auth/callback?token=once', { ...signedOut, world, setUp })
    await waitFor(() => expect(path()).toBe('/tabs/history'))
    expect([unanswered, api.world.codes.size]).toEqual([2, 0])
  })

  test('returns to the login page when the response to the sign-in code was lost', async () => {
    // On the retry, the server no longer knows the code, as if the lost request had used it.
    openApp('/auth/callback?token=once', {
      ...signedOut,
      setUp: api =>
        api.break('auth.exchange', () => {
          api.repair('auth.exchange')
          return Response.error()
        }),
    })
    await waitFor(() => expect(path()).toBe('/login?error=auth_failed'))
  })

  test('shows a way back to the login page when the sign-in takes long', async () => {
    const { user } = openApp('/auth/callback?token=once', {
      ...signedOut,
      setUp: api => api.break('auth.exchange', () => new Promise(() => {})),
    })
    expect(await screen.findByText('Processing login, please wait...')).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Back to login' })).not.toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(8000))
    await user.click(screen.getByRole('link', { name: 'Back to login' }))
    expect(await email()).toBeInTheDocument()
    expect(path()).toBe('/login')
  })
})

describe('session', () => {
  test('sends signed-out visitors to the login page', async () => {
    openApp('/tabs/history', signedOut)
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
    expect(path()).toBe('/login')
  })

  test('logout notifies the server, clears all local storage and opens the login page [spec 4.2] [ASVS 7.4.4, 14.3.1]', async () => {
    localStorage.setItem('playbackSpeed', '1.5')
    const { user, api } = openApp('/tabs/history')
    await user.click(await screen.findByRole('button', { name: 'Log out' }))
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
    await waitFor(() => expect(localStorage).toHaveLength(0))
    expect(api.calls).toContain('auth.logout')
    expect(api.world.tokens.size).toBe(0)
  })

  test.each([401, 404])('a %i for the profile logs the user out [spec 4.3]', async status => {
    const gone = () => Response.json({ error: 'x', code: 'unauthorized', requestId: '1' }, { status })
    openApp('/tabs/history', { setUp: api => api.break('users.profile', gone) })
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
    await waitFor(() => expect(localStorage).toHaveLength(0))
  })

  test('a 401 for another request does not log the user out [spec 4.5]', async () => {
    openApp('/tabs/history', { setUp: api => api.break('summaries.list', 'unauthorized') })
    expect(await screen.findByText('Couldn’t load your summaries')).toBeInTheDocument()
    expect(localStorage.getItem('authToken')).not.toBeNull()
  })

  test('an expired session ends with the first rejected request, on any page', async () => {
    const { user, api } = openApp('/tabs/history')
    const [popular] = await screen.findAllByRole('link', { name: 'Popular' })
    await waitFor(() => expect(api.calls).toContain('users.profile'))
    api.world.tokens.clear()
    await user.click(popular!)
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeInTheDocument()
    expect(localStorage).toHaveLength(0)
    expect(api.calls.filter(name => name === 'users.profile')).toHaveLength(2)
  })

  test('an expired session also ends on phones, although no page shows the user', async () => {
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

  test('works without local storage and logs the error [spec 8.11]', async () => {
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

describe('user names', () => {
  test('shows the full name, or the only name, or else the email address [spec 3.2]', () => {
    expect(fullName({ firstName: 'Ada', lastName: 'Lovelace', email: 'a@b.c' })).toBe('Ada Lovelace')
    expect(fullName({ firstName: 'Ada', lastName: null, email: 'a@b.c' })).toBe('Ada')
    expect(fullName({ firstName: '', lastName: '李', email: 'a@b.c' })).toBe('李')
    expect(fullName({ firstName: null, lastName: null, email: 'a@b.c' })).toBe('a@b.c')
    expect(initials({ firstName: null, lastName: null, email: 'zoe@b.c' })).toBe('Z')
  })
})

describe('auth forms and contract', () => {
  const text = fc.oneof(
    fc.string(),
    fc.emailAddress(),
    fc.constantFrom('a@b', 'ada@example.com', ' ada@example.com ', 'short', 'x'.repeat(300), 'ünï@example.com'),
  )

  test('the login form and the contract accept the same input [ASVS 2.2.2]', () => {
    fc.assert(
      fc.property(text, text, (address, typedPassword) => {
        const form = loginForm.safeParse({ email: address, password: typedPassword }).success
        expect(form && typedPassword.length <= 1024).toBe(
          loginBody.safeParse({ email: address, password: typedPassword }).success,
        )
      }),
    )
  })

  test('the password reset forms and the contract accept the same input', () => {
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

  test('the registration form and the contract accept the same input [spec 5.6]', () => {
    fc.assert(
      fc.property(text, text, text, (address, typedPassword, firstName) => {
        const form = { email: address, password: typedPassword, firstName, lastName: '', timezone: 'Europe/Rome' }
        expect(registrationForm.safeParse(form).success).toBe(registerBody.safeParse(form).success)
      }),
    )
  })
})

test('rates long but repetitive passwords as weak', () => {
  expect(passwordStrength('1234567')).toBe(0)
  expect(passwordStrength('aaaaaaaaaaaaaaaa')).toBe(1)
  expect(passwordStrength('1234567890123456')).toBe(1)
  expect(passwordStrength('correct4u')).toBe(2)
  expect(passwordStrength('correct horse battery')).toBe(3)
})
