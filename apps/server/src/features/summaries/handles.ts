/**
 * A reader opens a recap that is not theirs by a number of its own: the entries of others are nobody's business. Ids of
 * entries end below it (migration 0006), so the two kinds of numbers never meet.
 */
const firstHandle = 2 ** 40

export const handleOf = (recapId: number): number => firstHandle + recapId

/** The recap that a handle means; null for the id of an entry. */
export const recapOf = (id: number): number | null => (id > firstHandle ? id - firstHandle : null)
