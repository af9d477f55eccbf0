/** Kill points of the export job, each right after a side effect. A test ends the process at every one of them. */
export const accountPoints = ['export-begun', 'export-stored', 'export-saved'] as const

export type AccountPoint = (typeof accountPoints)[number]
