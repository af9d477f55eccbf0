import { isPhone } from '../../device/is-phone.ts'

export const texts = {
  title: 'Push messages',
  loading: 'Looking at this device',
  failed: 'Whether this device shows push messages could not be loaded.',
  retry: 'Try again',
  here: 'On this device',
  hereHint: isPhone
    ? 'Also while the app is closed. Your phone asks you once.'
    : 'Also while the app is closed. Your browser asks you once.',
  digest: 'Digests',
  digestHint: 'What your channels brought, when a schedule has run.',
  ready: 'Summaries',
  readyHint: 'When one that you asked for is ready.',
  tellWhenReady: 'Tell me when it is ready',
  told: 'This device tells you when it is ready.',
  test: 'Send a test message',
  sent: (count: number) => (count === 1 ? 'Sent. It should be here now.' : `Sent to your ${count} devices.`),
  notSent: 'The test message reached no device. Turn push messages off and on again.',
  notAllowed: isPhone
    ? 'Nothing was changed: your phone was not allowed to show push messages.'
    : 'Nothing was changed: your browser was not allowed to show push messages.',
  noService: isPhone
    ? 'Your phone could not reach its push service. Try again in a moment.'
    : 'Your browser could not reach its push service. Try again, or use another browser.',
  open: 'Open',
  obstacles: {
    blocked: isPhone
      ? 'Your phone blocks push messages from this app. Allow them in the settings of your phone, where they are called notifications, then come back here.'
      : 'Your browser blocks push messages from this site. Allow them in the settings of the site, where they are called notifications, then reload this page.',
    insecure: 'Browsers show push messages only of sites that are reached by https.',
    not_installed: 'On an iPhone or iPad, first add this app to the home screen and open it from there.',
    unsupported: isPhone
      ? 'Push messages are not to be had here: this app is not set up for them, or this phone lacks what brings them.'
      : 'This browser shows no push messages.',
  },
} as const
