const PAIRS = `more less, more fewer, most least, higher lower, highest lowest, high low, above below, over under, up down,
before after, earlier later, early late, first last, always never, everybody nobody, everyone nobody, everything nothing, all none,
increase decrease, increases decreases, increased decreased, increasing decreasing, rise fall, rises falls, rose fell, rising falling,
gain lose, gains loses, gained lost, win lose, wins loses, won lost, faster slower, fast slow, fastest slowest, hotter colder,
warmer cooler, warmer colder, hot cold, warm cold, bigger smaller, larger smaller, biggest smallest, largest smallest, big small,
large small, longer shorter, longest shortest, long short, better worse, best worst, good bad, stronger weaker, strong weak, safe dangerous,
safe unsafe, cheap expensive, cheaper dearer, rich poor, heavy light, heavier lighter, thick thin, thicker thinner, deep shallow,
deeper shallower, wet dry, open closed, opened closed, inside outside, left right, north south, east west, northern southern,
eastern western, buy sell, bought sold, accept reject, accepted rejected, allow forbid, allowed forbidden, legal illegal,
true false, possible impossible, easy hard, easier harder, add remove, added removed, start stop, started stopped, majority minority,
maximum minimum, positive negative, success failure, succeeded failed, new old, newer older, young old, younger older,
alive dead, agree disagree, agreed disagreed, support oppose, supported opposed`

const OPPOSITES = new Map<string, string[]>()
for (const pair of PAIRS.split(/,\s*/)) {
  const [one, other] = pair.split(' ') as [string, string]
  OPPOSITES.set(one, [...(OPPOSITES.get(one) ?? []), other])
  OPPOSITES.set(other, [...(OPPOSITES.get(other) ?? []), one])
}

/** Opposites of a lower-case word; empty for most words. */
export const findOpposites = (form: string): readonly string[] => OPPOSITES.get(form) ?? NONE

const NONE: readonly string[] = []
