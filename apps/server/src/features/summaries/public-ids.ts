/**
 * Community readers open a recap by a public id, so that the ids of other users' summaries stay private. Ids of summaries
 * end below this number (migration 0006), so the two never collide.
 */
const firstPublicId = 2 ** 40

export const toPublicId = (recapId: number): number => firstPublicId + recapId

/** The id of the recap behind a public id; null for the id of a summary. */
export const parsePublicId = (id: number): number | null => (id > firstPublicId ? id - firstPublicId : null)
