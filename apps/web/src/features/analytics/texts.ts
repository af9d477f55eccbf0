export const texts = {
  label: 'Usage analytics',
  ask: (counter: string) =>
    `May we count which kinds of pages you open, and a few actions? We send this to ${counter} with your browser’s name and part of your IP address, but never who you are or what you read.`,
  more: 'Privacy Policy',
  allow: 'Allow',
  refuse: 'No, thanks',
  allowed: 'Thanks. You can change this anytime in the Privacy Policy.',
  refused: 'Okay, we won’t count your visits.',
  plausible: 'Plausible Analytics',
  other: 'an analytics service chosen by the operator',
  setting: 'Count my visits',
  settingHint: (counter: string) =>
    `Sends the kinds of pages you open and a few actions to ${counter}. Never who you are or what you read. For this browser only.`,
  never: 'We don’t count your visits because your browser asks us not to (Global Privacy Control).',
} as const
