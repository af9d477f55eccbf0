/** The boundaries on the way of an export, each right after an effect; a test ends the process at every one of them. */
export const accountPoints = ['export-begun', 'export-stored', 'export-saved'] as const

export type AccountPoint = (typeof accountPoints)[number]
