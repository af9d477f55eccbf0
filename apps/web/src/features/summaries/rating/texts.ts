export const texts = {
  question: 'Was this summary helpful?',
  good: 'Yes',
  bad: 'No',
  said: { good: 'Thanks for your feedback.', bad: 'Thanks. We’ll look into it.' },
  report: 'Tell us what’s wrong',
} as const
