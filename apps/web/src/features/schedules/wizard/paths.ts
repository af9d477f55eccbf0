/** The three steps, as the specification names their pages. */
export const paths = {
  channels: '/schedule-wizard-channels',
  date: '/schedule-wizard-date',
  frequency: '/schedule-wizard-frequency',
} as const
/** Places in the first step: where a list is brought, and where it is said what is left out. */
export const importName = 'import'
export const importPath = `${paths.channels}#${importName}`
export const leftOutName = 'left-out'
export const leftOutPath = `${paths.channels}#${leftOutName}`
export type WizardStep = keyof typeof paths

export const schedulePath = '/tabs/dashboard'
