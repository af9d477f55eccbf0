/** Kill points of the export job, each right after a side effect. A test ends the process at every one of them. */
export const accountKillPoints = ['export-begun', 'export-stored', 'export-saved'] as const

export type AccountKillPoint = (typeof accountKillPoints)[number]
