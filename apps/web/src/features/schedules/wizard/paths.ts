/** Routes of the three steps, as in the specification. */
export const paths = {
  channels: '/schedule-wizard-channels',
  date: '/schedule-wizard-date',
  frequency: '/schedule-wizard-frequency',
} as const
/** Anchors in the first step: the import section and the settings for skipped videos. */
export const importAnchor = 'import'
export const importPath = `${paths.channels}#${importAnchor}`
export const filtersAnchor = 'left-out'
export const filtersPath = `${paths.channels}#${filtersAnchor}`
export type WizardStep = keyof typeof paths

export const schedulePath = '/tabs/dashboard'
