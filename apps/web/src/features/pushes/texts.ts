export const texts = {
  title: 'Push messages',
  loading: 'Looking at this device',
  failed: 'Whether this device shows push messages could not be loaded.',
  retry: 'Try again',
  here: 'On this device',
  hereHint: 'Also while the app is closed. Your browser asks you once.',
  digest: 'Digests',
  digestHint: 'What your channels brought, when a schedule has run.',
  ready: 'Summaries',
  readyHint: 'When one that you asked for is ready.',
  test: 'Send a test message',
  sent: (count: number) => (count === 1 ? 'Sent. It should be here now.' : `Sent to your ${count} devices.`),
  notSent: 'The test message reached no device. Turn push messages off and on again.',
  notAllowed: 'Nothing was changed: your browser was not allowed to show messages.',
  noService: 'Your browser could not reach its push service. Try again, or use another browser.',
  obstacles: {
    blocked:
      'Your browser blocks messages of this site. Allow notifications in the settings of the site, then load this page anew.',
    insecure: 'Browsers show push messages only of sites that are reached by https.',
    not_installed: 'On an iPhone or iPad, first add this app to the home screen and open it from there.',
    unsupported: 'This browser shows no push messages.',
  },
} as const
