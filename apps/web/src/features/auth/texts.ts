import { words } from './words.ts'

export const texts = {
  ...words,
  login: {
    title: 'Log in',
    submit: 'Log in',
    newHere: 'New here?',
    register: 'Create an account',
    lost: 'You were logged out. Log in to go on where you were.',
    authFailed: 'Signing in did not work. Please try again, or use your email address and password.',
    /** Of the failures that the server names in the address; a test holds them to the contract's, which is too long for this page. */
    failed: {
      sign_in_not_set_up: 'This sign-in method isn’t set up here. Use your email address and password.',
      sign_in_unavailable:
        'We couldn’t reach the sign-in service. Try again in a moment, or use your email address and password.',
      address_not_confirmed:
        'This sign-in has no confirmed email address, so we can’t create an account from it. Confirm your address with that provider, or create an account with a password.',
      too_many_requests: 'Too many requests in a short time. Please wait a moment.',
      password_first:
        'This email address already has an account with a password. Log in with the password and confirm the address, or reset the password. Then this sign-in works too.',
    },
    forgot: 'Forgot your password?',
  },
  providers: { google: 'Continue with Google', apple: 'Continue with Apple', or: 'or' },
  demo: {
    label: 'The demo',
    note: 'This is a demo. One account is open to everybody who wants to look around.',
    go: 'Try the demo',
  },
  backToLogIn: 'Back to log in',
  callback: { title: 'Log in', working: 'Processing login, please wait...' },
  registration: {
    title: 'Create an account',
    submit: 'Create account',
    haveOne: 'Have an account already?',
    login: 'Log in',
    startsWith: (summaries: number, channels: number) =>
      `Free: ${summaries.toLocaleString('en-US')} summaries a month, and ${channels === 1 ? '1 channel' : `${channels} channels`} to follow.`,
    rule: words.passwordRule,
    taken: 'An account with this email address exists already.',
    logInInstead: 'Log in instead',
    agree: 'By creating an account you agree to the',
    terms: 'Terms of Service',
    keep: 'What we keep, and why, is in the',
    privacy: 'Privacy Policy',
  },
  askForReset: {
    title: 'Reset your password',
    lead: 'Get a link to set a new one.',
    submit: 'Send the link',
  },
  resetAsked: {
    title: 'Check your email',
    sent: (email: string) => `If there is an account for ${email}, a link to set a new password is on its way to it.`,
    life: 'The link works for 30 minutes. Nothing there? Check the spam folder too.',
    titleWritten: 'Your link is ready',
    written: (email: string) => `If there is an account for ${email}, there is a link now to set a new password.`,
    lifeWritten: 'The link works for 30 minutes.',
    again: 'Send again',
    againIn: (seconds: number) => `Send again in ${seconds} s`,
    other: 'Use another address',
    sentAgain: 'Sent again',
  },
  newPassword: {
    title: 'Set a new password',
    label: 'New password',
    submit: 'Set password',
    everywhere: 'You will be logged out everywhere, and log in with the new one.',
    /** Specification §8. */
    done: 'Password updated successfully',
  },
  linkExpired: {
    title: 'This link no longer works',
    reset: 'Links work once and for 30 minutes. This one was used, is too old, or a newer one was sent.',
    verify: 'Links work once and for three days. This one was used or is too old.',
    ask: 'Ask for a new link',
    again: 'Send a new link',
    goesTo: (email: string) => `The new one goes to ${email}.`,
    logIn: 'Log in to get a new link',
  },
  verify: {
    title: 'Confirm your email address',
    confirm: 'Confirm address',
    press: (email: string) => `Press the button to confirm ${email}.`,
    pressShort: 'Press the button to confirm your address.',
    logInLead: 'Log in to the account that you registered with this address. Then one press confirms it.',
    loggedInAs: (email: string) => `You are logged in as ${email}.`,
    logOut: 'Log out',
    done: 'Your email address is confirmed.',
    doneTitle: 'Thank you',
    goOn: 'Continue',
    logIn: 'Log in',
    retry: 'Try again',
    failedTitle: 'That did not work',
    sent: (email: string) => `A link is on its way to ${email}.`,
    sentShort: 'A new link is on its way to you.',
    notYet: 'Open the link in the email from us, or have a new one sent.',
  },
  verifyBanner: {
    sent: (email: string) => `Confirm your email address: we sent a link to ${email}.`,
    outbox: () => 'Confirm your email address: open the outbox link printed where this server runs.',
    folder: () =>
      'Your email address is not confirmed, and this server sends no email. Ask whoever runs it for your link.',
    again: 'Resend',
    dismiss: 'Not now',
  },
  /** Said where a mail would be waited for and none leaves the server. */
  noMail: {
    outbox: 'This server sends no email. Open the outbox link printed where it runs.',
    folder: 'This server sends no email. Ask whoever runs it for your link.',
  },
  pitch: {
    title: 'Hours of video, minutes of reading.',
    lead: 'Paste a link and read what was said. Every sentence shows the second it comes from.',
    points: ['Read it, or hear it', 'Videos up to 12 hours', 'No advertising, no filler'],
    sampleTitle: 'Why bridges hum in the wind',
    sampleBefore: 'A bridge is never still; it answers the wind at its own pitch.',
    sampleMarked: 'When gusts arrive in step with that pitch, small pushes add up to a sway you can see.',
    sampleAfter: 'Engineers break the rhythm with vanes and dampers.',
  },
} as const
