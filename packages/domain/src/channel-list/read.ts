import { readExported } from './exported.ts'
import type { ListedLine } from './line.ts'
import { readOpml } from './opml.ts'
import { readPasted } from './pasted.ts'
import { readTakeout } from './takeout.ts'

export interface ChannelList {
  format: 'opml' | 'takeout' | 'list'
  lines: ListedLine[]
}

/**
 * The channels that a text lists, in its order: an OPML file as readers of feeds write it, the subscriptions of an app or of
 * a Google Takeout, or links, handles and ids as somebody pastes them. What it is, is told by what stands in it.
 */
export const readChannelList = (text: string): ChannelList => {
  const opml = readOpml(text)
  if (opml !== null) return { format: 'opml', lines: opml }
  return readExported(text) ?? readTakeout(text) ?? { format: 'list', lines: readPasted(text) }
}
