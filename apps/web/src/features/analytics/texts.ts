export const texts = {
  label: 'Counting visits',
  ask: (counter: string) =>
    `May ${counter} count the kinds of pages you open and a few steps, with your browser’s name and part of your network address, but never who you are or what you read?`,
  more: 'Privacy Policy',
  allow: 'Allow',
  refuse: 'No, thanks',
  allowed: 'Allowed. You take it back in the privacy policy.',
  refused: 'Nothing is counted.',
  plausible: 'Plausible Analytics',
  other: 'an analytics service that the operator has chosen',
  setting: 'Count my visits',
  settingHint: (counter: string) =>
    `Kinds of pages and a few steps, by ${counter}: never who you are or what you read. It holds in this browser.`,
  never: 'Your visits are not counted: your browser says no for you (Global Privacy Control).',
} as const
