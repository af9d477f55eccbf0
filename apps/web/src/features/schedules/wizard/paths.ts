/** Routes of the three steps, as in the specification. */
export const paths = {
  channels: '/schedule-wizard-channels',
  date: '/schedule-wizard-date',
  frequency: '/schedule-wizard-frequency',
} as const
/** Anchors in the first step: the import section and the settings for skipped videos. */
export const importName = 'import'
export const importPath = `${paths.channels}#${importName}`
export const leftOutName = 'left-out'
export const leftOutPath = `${paths.channels}#${leftOutName}`
export type WizardStep = keyof typeof paths

export const schedulePath = '/tabs/dashboard'
