import type { ResponseOf } from '@recaps/contract/route'
import type { schedules as contract } from '@recaps/contract/schedules'
import type { VideoChannel } from '@recaps/contract/youtube'
import type { ListedLine } from '@recaps/domain/channel-list/line'
import { readChannelList } from '@recaps/domain/channel-list/read'
import { textOfChannel } from '@recaps/domain/channel-url'
import { plainLine } from '@recaps/domain/plain-text'
import { AppError } from '../../errors.ts'
import type { Limits } from '../../http/limits.ts'
import type { Youtube } from '../youtube/service.ts'
import { channelsFrom } from './channels.ts'
import { createLookUps, type Listed } from './look-ups.ts'
import { type UnknownReason, unknownSentences } from './unknown-lines.ts'

export interface ImportingDeps {
  youtube: Pick<Youtube, 'channel'>
  limits: Limits
}

type Imported = ResponseOf<typeof contract.importChannels>
type Unknown = Imported['unknown'][number]

const channelsAtMost = 500
const unknownShownAtMost = 200
const unknownChars = 200

/**
 * Reads the channels out of what somebody brings from elsewhere. Nothing is followed by it: they are handed back to be
 * chosen from.
 */
export function createImporting({ youtube, limits }: ImportingDeps) {
  const lookUp = createLookUps(youtube)

  return async (userId: number, text: string): Promise<Imported> => {
    await limits.take('import', String(userId))
    const wrong = refuseText(text)
    if (wrong) throw new AppError('invalid_request', wrong)
    const { format, lines } = readChannelList(text)
    const listed = listedIn(lines)
    const found = await lookUp([...listed.values()].slice(0, channelsAtMost))
    const channels = new Map<string, VideoChannel>()
    const unknown: Unknown[] = []
    for (const line of lines) {
      const outcome = line.kind === 'refused' ? line.reason : (found.get(textOfChannel(line.channel)) ?? 'too_many')
      if (typeof outcome === 'string') unknown.push(unknownLine(line.text, outcome))
      else if (!channels.has(outcome.id)) channels.set(outcome.id, outcome)
    }
    return { format, channels: channelsFrom([...channels.values()]), unknown: shown(unknown) }
  }
}

export type Importing = ReturnType<typeof createImporting>

/** Each channel once, where it stands first, with the first title that the list has for it. */
function listedIn(lines: readonly ListedLine[]): Map<string, Listed> {
  const listed = new Map<string, Listed>()
  for (const line of lines) {
    if (line.kind === 'refused') continue
    const text = textOfChannel(line.channel)
    const known = listed.get(text)
    listed.set(text, { channel: line.channel, title: known?.title || plainLine(line.title) })
  }
  return listed
}

/** Why this is no list at all. */
function refuseText(text: string): string | null {
  if (text.trim() === '') return 'There is nothing in it. Choose a file, or paste links of channels.'
  const sample = text.slice(0, 65_536)
  const strange = sample.match(/(?![\t\n\f\r])\p{Cc}|\uFFFD/gu)?.length ?? 0
  return strange > 8 && strange > sample.length * 0.03
    ? 'This is no text. Choose an OPML file, the subscriptions of an app or a Takeout, or paste links of channels.'
    : null
}

const unknownLine = (text: string, reason: UnknownReason): Unknown => ({
  text: plainLine(text.slice(0, unknownChars)),
  reason: unknownSentences[reason],
})

/** Each once. Nobody reads thousands of them; how many more there are is said. */
function shown(unknown: Unknown[]): Unknown[] {
  const each = [...new Map(unknown.map(line => [`${line.reason} ${line.text}`, line])).values()]
  const more = each.length - unknownShownAtMost
  if (more <= 0) return each
  const rest = { text: '', reason: `And ${more.toLocaleString('en')} more that could not be read as channels.` }
  return [...each.slice(0, unknownShownAtMost), rest]
}
