/** The three steps, as the specification names their pages. */
export const paths = {
  channels: '/schedule-wizard-channels',
  date: '/schedule-wizard-date',
  frequency: '/schedule-wizard-frequency',
} as const
export type WizardStep = keyof typeof paths

export const schedulePath = '/tabs/dashboard'
