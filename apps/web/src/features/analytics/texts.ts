export const texts = {
  label: 'Counting visits',
  ask: (counter: string) =>
    `May we count which kinds of pages are opened, and a few steps? Told to ${counter}, with your browser’s name and part of your internet address; never who you are or what you read.`,
  more: 'Privacy Policy',
  allow: 'Allow',
  refuse: 'No, thanks',
  allowed: 'Allowed. You can take it back in the Privacy Policy.',
  refused: 'Nothing is counted.',
  plausible: 'Plausible Analytics',
  other: 'an analytics service that the operator has chosen',
  setting: 'Count my visits',
  settingHint: (counter: string) =>
    `Kinds of pages and a few steps, told to ${counter}. Never who you are or what you read. For this browser only.`,
  never: 'Your visits are not counted: your browser says no for you (Global Privacy Control).',
} as const
