import { readAppExport } from './app-export.ts'
import type { ListedLine } from './line.ts'
import { readOpml } from './opml.ts'
import { readPasted } from './pasted-list.ts'
import { readTakeout } from './takeout.ts'

export interface ChannelList {
  format: 'opml' | 'takeout' | 'list'
  lines: ListedLine[]
}

/**
 * Reads the channels in a text, in order: an OPML file from a feed reader, the subscriptions of an app or of a Google Takeout,
 * or pasted links, handles and ids. The format is detected from the content.
 */
export const readChannelList = (text: string): ChannelList => {
  const opml = readOpml(text)
  if (opml !== null) return { format: 'opml', lines: opml }
  return readAppExport(text) ?? readTakeout(text) ?? { format: 'list', lines: readPasted(text) }
}
