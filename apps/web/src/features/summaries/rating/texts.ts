export const texts = {
  question: 'Was this summary good?',
  good: 'Yes',
  bad: 'No',
  said: { good: 'Thank you.', bad: 'Thank you. We look at what was not good.' },
  report: 'Say what is wrong',
} as const
