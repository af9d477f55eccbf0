import { formTexts } from './form-texts.ts'

export const texts = {
  ...formTexts,
  login: {
    title: 'Log in',
    submit: 'Log in',
    newHere: 'New here?',
    register: 'Create an account',
    loggedOut: 'You were logged out. Log in to pick up where you left off.',
    authFailed: 'Sign-in failed. Please try again, or use your email address and password.',
    /**
     * By failure code in the URL. Copied from the contract, whose full table is too large for this page; a test compares
     * them.
     */
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
    label: 'Demo',
    note: 'This is a demo. Anyone can look around with a shared account.',
    go: 'Try the demo',
  },
  backToLogIn: 'Back to login',
  callback: { title: 'Log in', working: 'Processing login, please wait...' },
  registration: {
    title: 'Create an account',
    submit: 'Create account',
    haveOne: 'Already have an account?',
    login: 'Log in',
    freePlan: (summaries: number, channels: number) =>
      `Free: ${summaries.toLocaleString('en-US')} summaries a month and ${channels === 1 ? '1 channel' : `${channels} channels`} to follow.`,
    taken: 'An account with this email address already exists.',
    logInInstead: 'Log in instead',
    agree: 'By creating an account you agree to the',
    terms: 'Terms of Service',
    privacyLead: 'To learn what we store and why, see the',
    privacy: 'Privacy Policy',
  },
  requestReset: {
    title: 'Reset your password',
    lead: 'Enter your email address to get a link to set a new one.',
    submit: 'Send link',
  },
  resetRequested: {
    title: 'Check your email',
    sent: (email: string) => `If ${email} has an account, we’ve sent it a link to set a new password.`,
    life: 'The link works for 30 minutes. Nothing there? Check your spam folder.',
    titleWritten: 'Your link is ready',
    written: (email: string) => `If ${email} has an account, its link to set a new password is ready.`,
    lifeWritten: 'The link works for 30 minutes.',
    again: 'Send again',
    againIn: (seconds: number) => `Send again in ${seconds} s`,
    other: 'Use a different address',
    sentAgain: 'Sent again',
  },
  newPassword: {
    title: 'Set a new password',
    label: 'New password',
    submit: 'Set password',
    logoutNote: 'You’ll be logged out everywhere. Then log in with your new password.',
    /** Specification §8. */
    done: 'Password updated successfully',
  },
  linkExpired: {
    title: 'This link no longer works',
    reset: 'Links work once, for 30 minutes. This one was already used, has expired, or was replaced by a newer one.',
    verify: 'Links work once, for three days. This one was already used or has expired.',
    ask: 'Request a new link',
    again: 'Send a new link',
    goesTo: (email: string) => `We’ll send the new one to ${email}.`,
    logIn: 'Log in to get a new link',
  },
  verify: {
    title: 'Confirm your email address',
    confirm: 'Confirm address',
    press: (email: string) => `Press the button to confirm ${email}.`,
    pressShort: 'Press the button to confirm your address.',
    logInLead: 'Log in to the account you created with this address, then confirm it.',
    loggedInAs: (email: string) => `You’re logged in as ${email}.`,
    logOut: 'Log out',
    done: 'Your email address is confirmed.',
    doneTitle: 'Thank you',
    goOn: 'Continue',
    logIn: 'Log in',
    retry: 'Try again',
    failedTitle: 'That didn’t work',
    sent: (email: string) => `We’ve sent a link to ${email}.`,
    sentShort: 'We’ve sent you a new link.',
    notYet: 'Open the link in the email from us, or get a new one.',
  },
  verifyBanner: {
    sent: (email: string) => `Confirm your email address: we sent a link to ${email}.`,
    outbox: () => 'Confirm your email address: open the outbox link printed in the server’s terminal.',
    folder: () =>
      'Your email address isn’t confirmed, and this server sends no email. Ask the person who runs it for your link.',
    again: 'Resend',
    dismiss: 'Not now',
  },
  /** Shown if the user would otherwise wait for an email that this server doesn't send. */
  noMail: {
    outbox: 'This server sends no email. Open the outbox link printed in its terminal.',
    folder: 'This server sends no email. Ask the person who runs it for your link.',
  },
  pitch: {
    title: 'Hours of video, minutes of reading.',
    lead: 'Paste a link and read what was said. Every sentence links to its moment in the video.',
    points: ['Read or listen', 'Videos up to 12 hours', 'No ads, no filler'],
    sampleTitle: 'Why bridges hum in the wind',
    sampleBefore: 'A bridge is never still; it answers the wind at its own pitch.',
    sampleMarked: 'When gusts arrive in step with that pitch, small pushes add up to a sway you can see.',
    sampleAfter: 'Engineers break the rhythm with vanes and dampers.',
  },
} as const
